import { type Challenge, captchaCall } from '../../contract/captcha.ts';
import type { Clock } from './clock.ts';
import type { Http } from './http.ts';
import { logFault } from './log.ts';

type CaptchaChange = 'begun' | 'solved' | 'failed';

/** What solving finds: which try it was, and the key that it derived. */
export interface Solution {
  readonly counter: number;
  readonly derivedKey: string;
}

/** Proofs of work, one ahead: each is good for one call and not for long. */
export interface Captcha {
  /** Begins to solve one, unless there is a good one. */
  prepare(): void;
  /** The one that is there, or that is coming. The next who asks gets another. */
  take(): Promise<string>;
  subscribe(listener: (change: CaptchaChange) => void): () => void;
}

interface Solved {
  readonly text: string;
  /** Milliseconds since the epoch, by the server's time. */
  readonly until: number;
}

/** What a form needs to arrive after it was sent. */
const margin = 60_000;

export function createCaptcha(
  http: Http,
  clock: Clock,
  solve: (challenge: Challenge) => Promise<Solution>,
): Captcha {
  const listeners = new Set<(change: CaptchaChange) => void>();
  let coming: Promise<Solved> | null = null;
  let good: Solved | null = null;

  const tell = (change: CaptchaChange) => {
    for (const listener of [...listeners]) listener(change);
  };

  function next(): Promise<Solved> {
    if (good && clock.now() < good.until - margin) return Promise.resolve(good);
    coming ??= begin();
    return coming;
  }

  async function begin(): Promise<Solved> {
    tell('begun');
    try {
      const { challenge, expires_at } = (await http(captchaCall)).data;
      const text = btoa(JSON.stringify({ challenge, solution: await solve(challenge) }));
      good = { text, until: Date.parse(expires_at) };
      tell('solved');
      return good;
    } catch (error) {
      tell('failed');
      throw error;
    } finally {
      coming = null;
    }
  }

  return {
    prepare() {
      next().catch((error: unknown) => logFault('no captcha', error));
    },
    async take() {
      const { text } = await next();
      good = null;
      return text;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
