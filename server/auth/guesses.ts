import { knowsDevice } from '../accounts/knownDevices.ts';
import { Refusal } from '../core/refusal.ts';
import {
  failuresByAccount,
  failuresByNetwork,
  giveBackAll,
  giveBackUse,
  guessesByDevice,
  recordUse,
  tryUse,
  usesOf,
} from '../core/throttle.ts';
import type { Query } from '../database/db.ts';
import type { Captcha } from './captcha.ts';
import { highestPrice, rememberPrice } from './captchaPrice.ts';

/** An attempt to log in by a password. */
interface Attempt {
  readonly email: string;
  readonly network: string;
  /** The device's token; null when it sends none. */
  readonly device: string | null;
  readonly captcha: string | undefined;
}

/** An admitted attempt. It counts as a failure until `right` is called. */
export interface Guess {
  right(query: Query): Promise<void>;
}

/** The number of free failures, and how many more of them double the price of a captcha. */
const byAccount = { free: 3, step: 24 };
const byNetwork = { free: 12, step: 12 };

/**
 * Admits an attempt with a password. Nobody is refused because of other people's failures: a known device of the person has its own attempts,
 * and any other one needs a captcha, whose price grows with the failures of the account and of the network (0 at first).
 * Refuses with CAPTCHA_FAILED when the captcha is missing, wrong or too cheap. Counts before the password is checked, so that
 * simultaneous guesses are all counted.
 */
export async function admitGuess(query: Query, captcha: Captcha, attempt: Attempt, at: Date): Promise<Guess> {
  const { email, network, device } = attempt;
  if (device !== null && (await knowsDevice(query, device, email, at))) {
    const tries = `${device}:${email}`;
    if (await tryUse(query, guessesByDevice, tries, at)) {
      return { right: (query) => giveBackAll(query, guessesByDevice, tries) };
    }
  }
  const price = Math.max(
    priceOf(await usesOf(query, failuresByAccount, email, at), byAccount),
    priceOf(await usesOf(query, failuresByNetwork, network, at), byNetwork),
  );
  if (price > 0) await requireCaptcha(query, captcha, attempt, price, at);
  // A free attempt may turn out not to be: others at the same moment have used up the free ones. It is counted for the network only once
  // it is admitted for the account, so that refused attempts take nobody's place.
  const ofAccount = await recordUse(query, failuresByAccount, email, at);
  if (price === 0 && ofAccount > byAccount.free) {
    await giveBackUse(query, failuresByAccount, email);
    throw captchaRequired();
  }
  const ofNetwork = await recordUse(query, failuresByNetwork, network, at);
  if (price === 0 && ofNetwork > byNetwork.free) {
    await giveBackUse(query, failuresByAccount, email);
    await giveBackUse(query, failuresByNetwork, network);
    throw captchaRequired();
  }
  return {
    async right(query) {
      await giveBackAll(query, failuresByAccount, email);
      await giveBackUse(query, failuresByNetwork, network);
    },
  };
}

const captchaRequired = () => new Refusal('CAPTCHA_FAILED', { fields: { captcha: 'required' } });

async function requireCaptcha(
  query: Query,
  captcha: Captcha,
  { network, captcha: solved }: Attempt,
  price: number,
  at: Date,
): Promise<void> {
  await captcha.require(network, solved, at, price).catch(async (error: unknown) => {
    if (error instanceof Refusal) await rememberPrice(query, network, price, at);
    throw error;
  });
}

/** 0 while failures are free, then 1, doubled after every step, up to the maximum. */
export function priceOf(failures: number, { free, step }: { free: number; step: number }): number {
  if (failures < free) return 0;
  return Math.min(highestPrice, 2 ** Math.floor((failures - free) / step));
}
