import { type Challenge, captchaCall } from '../../../contract/captcha.ts';
import { failureOf } from '../../../contract/failure.ts';
import type { Clock } from '../core/clock.ts';
import type { Http } from '../core/http.ts';
import { logFault } from '../core/log.ts';

export type CaptchaChange =
  | { readonly type: 'captcha.begun' | 'captcha.solved' | 'captcha.absent' | 'captcha.failed' }
  /** `done`: the share of the work that is finished, from 0 to 1. */
  | { readonly type: 'captcha.progressed'; readonly done: number };

/** The solution: the number of the try, and the key derived from it. */
export interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Solves captchas one ahead of need, because each is valid for one call and a limited time. */
export interface Captcha {
  /** Starts to solve one; says again that a valid one is ready, or that there is none, to those who began to watch since then. */
  prepare(): void;
  /** The ready or running captcha; each is given out once. Null when the server has none. */
  take(): Promise<string | null>;
}

interface Solved {
  readonly text: string;
  /** In milliseconds since the epoch, by the server's time. */
  readonly until: number;
}

/** The time reserved for sending the form, in milliseconds. */
const margin = 60_000;

export function createCaptcha(
  http: Http,
  clock: Clock,
  solve: (challenge: Challenge, onTries: (tries: number) => void) => Promise<Solution>,
  tell: (change: CaptchaChange) => void,
): Captcha {
  let coming: Promise<Solved | null> | null = null;
  let good: Solved | null = null;
  let isAbsent = false;

  function next(): Promise<Solved | null> {
    if (isAbsent) return Promise.resolve(null);
    if (good && isValid(good)) return Promise.resolve(good);
    coming ??= begin();
    return coming;
  }

  const isValid = ({ until }: Solved) => clock.now() < until - margin;

  async function begin(): Promise<Solved | null> {
    tell({ type: 'captcha.begun' });
    try {
      const { challenge, expires_at } = (await http(captchaCall)).data;
      const { most } = challenge.parameters.data;
      const solution = await solve(challenge, (tries) => {
        if (typeof most === 'number') tell({ type: 'captcha.progressed', done: Math.min(1, tries / most) });
      });
      const text = btoa(JSON.stringify({ challenge, solution }));
      good = { text, until: Date.parse(expires_at) };
      tell({ type: 'captcha.solved' });
      return good;
    } catch (error) {
      if (failureOf(error).code === 'UNSUPPORTED') {
        isAbsent = true;
        tell({ type: 'captcha.absent' });
        return null;
      }
      tell({ type: 'captcha.failed' });
      throw error;
    } finally {
      coming = null;
    }
  }

  return {
    prepare() {
      if (isAbsent) tell({ type: 'captcha.absent' });
      else if (good && isValid(good)) tell({ type: 'captcha.solved' });
      else next().catch((error: unknown) => logFault('no captcha', error));
    },
    async take() {
      const solved = await next();
      good = null;
      return solved?.text ?? null;
    },
  };
}
