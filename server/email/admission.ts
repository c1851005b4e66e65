import { knowsDevice } from '../accounts/knownDevices.ts';
import { type Limit, nextUse, requireUse, takeUse, tryUse } from '../core/throttle.ts';
import type { Query } from '../database/db.ts';

/** The purpose of a requested email. Each purpose has its own limits. */
type Purpose = 'reset' | 'confirmation' | 'address' | 'code';

const minute = 60_000;

/** Emails of one purpose requested by a signed-in person. */
const emailsByAccount: Limit = { name: 'email-account', burst: 3, every: 20 * minute };
/** Emails of one purpose to one address, requested from a known device of the person, and from each network. */
const emailsByDevice: Limit = { name: 'email-device', burst: 3, every: 20 * minute };
const emailsByStranger: Limit = { name: 'email-stranger', burst: 3, every: 20 * minute };
/** Emails of one purpose from all other devices, networks or accounts together, so that no inbox is flooded. */
const emailsByAll: Limit = { name: 'email-all', burst: 12, every: 20 * minute };

/** Takes one of an account's own emails, independent of others' requests. RATE_LIMITED when there is none left. */
export function takeOwnEmail(query: Query, purpose: Purpose, userId: string, at: Date): Promise<void> {
  return takeUse(query, emailsByAccount, `${purpose} ${userId}`, at);
}

/** Refuses like `takeOwnEmail` without taking one. */
export function requireOwnEmail(query: Query, purpose: Purpose, userId: string, at: Date): Promise<void> {
  return requireUse(query, emailsByAccount, `${purpose} ${userId}`, at);
}

/** From when the account may request one more. */
export function nextOwnEmail(query: Query, purpose: Purpose, userId: string, at: Date): Promise<Date> {
  return nextUse(query, emailsByAccount, `${purpose} ${userId}`, at);
}

/** A request for an email without a session. */
interface Asking {
  readonly purpose: Purpose;
  readonly to: string;
  readonly network: string;
  /** The device's token; null when it sends none. */
  readonly device: string | null;
  readonly at: Date;
}

/** Takes one of the emails that this caller may request to the address, if there is one left. */
export async function tryEmail(query: Query, { purpose, to, network, device, at }: Asking): Promise<boolean> {
  if (device !== null && (await knowsDevice(query, device, to, at)))
    return tryUse(query, emailsByDevice, `${purpose} ${device} ${to}`, at);
  if (!(await tryUse(query, emailsByStranger, `${purpose} ${network} ${to}`, at))) return false;
  return tryEmailOfMany(query, purpose, to, at);
}

/** Like `tryEmail`, for an account that has taken one of its own (`takeOwnEmail`), to an address that is not yet its own. */
export function tryEmailOfMany(query: Query, purpose: Purpose, to: string, at: Date): Promise<boolean> {
  return tryUse(query, emailsByAll, `${purpose} ${to}`, at);
}
