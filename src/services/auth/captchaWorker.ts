import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../../contract/captcha.ts';

/** The number of tries between two progress messages. */
const wordEvery = 20;

/** Runs in a worker: solves the challenge it receives; sends the number of tries meanwhile, and at the end the solution or null. */
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
