import { randomInt } from 'node:crypto';
import { type Challenge as AltchaChallenge, createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod/mini';
import { type Challenge, captchaCall } from '../../contract/captcha.ts';
import type { Rule } from '../../contract/rules.ts';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';
import { sharedSecret } from '../core/secrets.ts';
import { networkOf } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { nextPrice } from './captchaPrice.ts';
import { spend } from './spent.ts';

/** The work of a solution: `iterations` of PBKDF2 per try, and a number of tries between `least` and `most`. */
export interface CaptchaCost {
  readonly iterations: number;
  readonly least: number;
  readonly most: number;
}

/** 400 tries of about 2.5 ms each: a second on a mid-range phone, half of it on a laptop. */
export const phoneSecond: CaptchaCost = { iterations: 5_000, least: 300, most: 500 };

export interface Captcha {
  /** `network` is the caller's (`networkOf`), and names the fair queue in which challenges are made and checked. `price` multiplies the usual work. */
  challenge(network: string, at: Date, price: number): Promise<{ challenge: Challenge; expires_at: string }>;
  /** Marks a solution as used. Refuses with CAPTCHA_FAILED one that is missing, forged, wrong, expired, too cheap or already used. */
  require(network: string, solved: string | undefined, at: Date, price: number): Promise<void>;
}

/** Long enough for filling in a long form slowly; the app gets a new one when it expires. */
const goodFor = 20 * 60_000;

const payload = z.object({
  challenge: z.object({
    // Without this signature each check would cost the server a try of the work; the other signature covers all that is read.
    parameters: z.looseObject({
      nonce: z.string(),
      keySignature: z.string(),
      data: z.looseObject({ until: z.int(), price: z.int() }),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

/**
 * A proof of work (ALTCHA v2, PBKDF2 with a hidden number of tries). The number is signed into the challenge, so that
 * making or checking one costs the server no more than one try. The expiry is in `data`, because ALTCHA's `expiresAt` is compared with
 * the machine's clock and not with ours.
 */
export function createCaptcha(database: Db, cost: CaptchaCost): Captcha {
  let keys: Promise<{ hmacSignatureSecret: string; hmacKeySignatureSecret: string }> | undefined;
  const inTurn = createFairQueue({ running: 2, runningOfOne: 2, ofOne: 40, inAll: 400 });
  const secrets = () => {
    keys ??= readSecrets().catch((error: unknown) => {
      keys = undefined;
      throw error;
    });
    return keys;
  };
  async function readSecrets() {
    const hmacSignatureSecret = await sharedSecret(database.query, 'captcha');
    return { hmacSignatureSecret, hmacKeySignatureSecret: await sharedSecret(database.query, 'captcha-key') };
  }

  return {
    async challenge(network, at, price) {
      const until = at.getTime() + goodFor;
      const keys = await secrets();
      const create = () =>
        createChallenge({
          algorithm: 'PBKDF2/SHA-256',
          cost: cost.iterations,
          counter: randomInt(cost.least * price, cost.most * price + 1),
          deriveKey,
          // `most` is the maximum number of tries, from which the app computes the progress.
          data: { until, price, most: cost.most * price },
          ...keys,
        });
      const made = await inTurn(network, create);
      return { challenge: signed(made), expires_at: new Date(until).toISOString() };
    },

    async require(network, solved, at, price) {
      if (solved === undefined) throw failed('required');
      const read = z.safeParse(payload, parse(solved));
      if (!read.success) throw failed('format');
      const { challenge, solution } = read.data;
      const keys = await secrets();
      const check = () =>
        verifySolution({
          challenge: challenge as unknown as AltchaChallenge,
          solution: { ...solution, time: 0 },
          deriveKey,
          ...keys,
        }).catch(() => ({ verified: false }));
      const { verified } = await inTurn(network, check);
      if (!verified) throw failed('format');
      const { nonce, data } = challenge.parameters;
      if (at.getTime() >= data.until) throw failed('expired');
      if (data.price < price) throw failed('too_small');
      const isFresh = await spend(database.query, `captcha:${nonce}`, new Date(data.until));
      if (!isFresh) throw failed('used');
    },
  };
}

export function captchaCalls(route: Route, { database, captcha }: { database: Db; captcha: Captcha }) {
  route(captchaCall, async ({ address, at }) => {
    const network = networkOf(address);
    return captcha.challenge(network, at, await nextPrice(database.query, network, at));
  });
}

function failed(rule: Rule): Refusal {
  return new Refusal('CAPTCHA_FAILED', { fields: { captcha: rule } });
}

function signed({ parameters, signature }: AltchaChallenge): Challenge {
  const { keySignature, data } = parameters;
  if (signature === undefined || keySignature === undefined || data === undefined) {
    throw new Error('a challenge without its signatures');
  }
  return {
    parameters: { ...parameters, keySignature, data: data as Challenge['parameters']['data'] },
    signature,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    return null;
  }
}
