import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from '../../contract/captcha.ts';

/** Beside the page: solves the one challenge that it is sent, and answers the solution or null. */
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  solveChallenge({ challenge: data, deriveKey, timeout: 300_000 }).then(
    (solution) => self.postMessage(solution),
    () => self.postMessage(null),
  );
});
