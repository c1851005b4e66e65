import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../../contract/captcha.ts';

/** How many tries lie between two words about how far it is. */
const wordEvery = 20;

/** Beside the page: solves the one challenge that it is sent; tells the number of tries meanwhile, and the solution or null in the end. */
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  let tries = 0;
  const counted: typeof deriveKey = (...given) => {
    tries += 1;
    if (tries % wordEvery === 0) self.postMessage(tries);
    return deriveKey(...given);
  };
  solveChallenge({ challenge: data, deriveKey: counted, timeout: 300_000 }).then(
    (solution) => self.postMessage(solution),
    () => self.postMessage(null),
  );
});
