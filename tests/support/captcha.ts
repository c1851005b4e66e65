import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from '../../contract/captcha.ts';

/** A captcha's solution as it is sent, found in this process. */
export async function solveCaptcha(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('the captcha was not solved in time');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** A captcha of a server that listens, solved. */
export async function captchaOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/web-app/auth/captcha`);
  const { data } = (await answer.json()) as { data: { challenge: Challenge } };
  return solveCaptcha(data.challenge);
}
