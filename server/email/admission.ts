import { knowsDevice } from '../accounts/knownDevices.ts';
import { type Limit, nextUse, requireUse, takeUse, tryUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';

/** What an email is asked for. What is asked for one purpose uses up nothing of another. */
type Purpose = 'reset' | 'confirmation' | 'address' | 'code';

const minute = 60_000;

/** Emails of one purpose that a person who is logged in asks for. */
const emailsByAccount: Limit = { name: 'email-account', burst: 3, every: 20 * minute };
/** Emails of one purpose to one address: asked for from a device on which its person has logged in, and from each network. */
const emailsByDevice: Limit = { name: 'email-device', burst: 3, every: 20 * minute };
const emailsByStranger: Limit = { name: 'email-stranger', burst: 3, every: 20 * minute };
/** The same from all other devices and networks, or accounts, together: so that no inbox is flooded. */
const emailsByAll: Limit = { name: 'email-all', burst: 12, every: 20 * minute };

/** Takes one of the emails that an account may ask for, whatever others ask for. RATE_LIMITED when there is none left. */
export function takeOwnEmail(query: Query, purpose: Purpose, userId: string, at: Date): Promise<void> {
  return takeUse(query, emailsByAccount, `${purpose} ${userId}`, at);
}

/** Refuses as `takeOwnEmail` does without taking anything. */
export function requireOwnEmail(query: Query, purpose: Purpose, userId: string, at: Date): Promise<void> {
  return requireUse(query, emailsByAccount, `${purpose} ${userId}`, at);
}

/** From when on the account may ask for one more. */
export function nextOwnEmail(query: Query, purpose: Purpose, userId: string, at: Date): Promise<Date> {
  return nextUse(query, emailsByAccount, `${purpose} ${userId}`, at);
}

/** Who is not logged in and asks for an email. */
interface Asking {
  readonly purpose: Purpose;
  readonly to: string;
  readonly network: string;
  /** What the device shows; null when it shows nothing. */
  readonly device: string | null;
  readonly at: Date;
}

/** Takes one of the emails that are sent to this address for whoever asks, if there is one. */
export async function tryEmail(query: Query, { purpose, to, network, device, at }: Asking): Promise<boolean> {
  if (device !== null && (await knowsDevice(query, device, to, at)))
    return tryUse(query, emailsByDevice, `${purpose} ${device} ${to}`, at);
  if (!(await tryUse(query, emailsByStranger, `${purpose} ${network} ${to}`, at))) return false;
  return tryEmailOfMany(query, purpose, to, at);
}

/** The same for an account that has taken one of its own (`takeOwnEmail`), to an address that is not its person's yet. */
export function tryEmailOfMany(query: Query, purpose: Purpose, to: string, at: Date): Promise<boolean> {
  return tryUse(query, emailsByAll, `${purpose} ${to}`, at);
}
