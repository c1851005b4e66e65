import type { Challenge } from '../../../contract/captcha.ts';
import type { Solution } from './captcha.ts';
import workerUrl from './captchaWorker.ts?worker&url';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string | null },
  ): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The only script that may run in this worker (the server's policy names `captcha`). */
const policy = trustedTypes?.createPolicy('captcha', {
  createScriptURL: (url) => (url === workerUrl ? url : null),
});

/**
 * Finds the solution in a worker, so that typing stays smooth, and reports the number of tries. Rejects when the worker cannot
 * be loaded.
 */
export function solveCaptcha(challenge: Challenge, onTries: (tries: number) => void): Promise<Solution> {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' });
  return new Promise<Solution>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Solution | number | null>) => {
      if (typeof data === 'number') onTries(data);
      else if (data) resolve(data);
      else reject(new Error('no solution'));
    });
    worker.addEventListener('error', () => reject(new Error('no worker')));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}
