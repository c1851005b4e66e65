import { printMoney } from '../../contract/money.ts';
import type { NewAddressAllowance } from '../../contract/newAddressAllowance.ts';
import type { SecuritySettings } from '../../contract/securitySettings.ts';
import { valueToken } from '../../contract/tokens.ts';
import { type KeptSecurity, readKept, usualSecurity } from '../accounts/securitySettings.ts';
import { Refusal } from '../core/refusal.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query } from '../database/db.ts';

/** The limits for payments to new addresses (decision 115). */
export interface CoolingSettings {
  /** How long an address counts as new, in hours. */
  readonly waitHours: number;
  /** The most that a person may pay to all their new addresses together in 24 hours, in minor units of USDT. */
  readonly smallLimit: bigint;
}

/** The defaults. */
export const usualCooling: CoolingSettings = {
  waitHours: 24,
  smallLimit: 100n * 10n ** BigInt(valueToken.decimals),
};

const hour = 3_600_000;
const day = 24 * hour;

/** The payer, the recipient's address and the token. */
interface Pay {
  readonly payerId: string;
  readonly address: string;
  readonly token: string;
}

/** What the payer's history and address book say about an address for a token. */
export interface Acquaintance {
  /** The address's label in the address book; null when it is not saved. */
  readonly label: string | null;
  /** Until when the address is new; null when it is not. */
  readonly newUntil: Date | null;
  /** Whether the payer allows only saved addresses. */
  readonly mustBeSaved: boolean;
}

/** The rules of each person; the usual ones for anybody unknown. */
export type RulesOf = (userId: string) => OwnRules;

interface OwnRules {
  readonly mustBeSaved: boolean;
  readonly waitHours: number;
  /** Until when all addresses are new because operators recovered the account; null when they are not. */
  readonly allNewUntil: Date | null;
}

/** The time, and the rules by which an address is new at it. */
export interface Waits {
  readonly rulesOf: RulesOf;
  readonly at: Date;
}

/** How long an address is new, in hours: the person's own setting, but at least the server's wait. */
export function ownWaitHours(
  { address_wait_hours }: Pick<SecuritySettings, 'address_wait_hours'>,
  { waitHours }: CoolingSettings,
): number {
  return Math.max(waitHours, address_wait_hours ?? 0);
}

/** The settings of these people. */
export async function ownRules(
  query: Query,
  userIds: readonly string[],
  settings: CoolingSettings,
  at: Date,
): Promise<RulesOf> {
  const rows = await query<{
    id: string;
    recovered_at: Date | null;
    members: KeptSecurity['members'] | null;
    pending: KeptSecurity['pending'] | null;
  }>(
    `SELECT id, recovered_at, members, pending FROM users LEFT JOIN security_settings ON user_id = id
     WHERE id = ANY (${anyLength('$1', 'uuid')})`,
    [[...new Set(userIds)]],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return (userId) => {
    const { recovered_at = null, members = null, pending = null } = found.get(userId) ?? {};
    const { values } = members && pending ? readKept({ members, pending }, at) : usualSecurity;
    const waitHours = ownWaitHours(values, settings);
    const recovered = recovered_at && new Date(recovered_at.getTime() + waitHours * hour);
    return {
      mustBeSaved: values.allow_list_only,
      waitHours,
      allNewUntil: recovered && recovered > at ? recovered : null,
    };
  };
}

/** SQL: the saved address of the relation `saved` applies to a payment of the relation `pay`. */
const standsFor = `saved.user_id = pay.user_id AND saved.address = pay.address AND saved.removed_at IS NULL
  AND coalesce(saved.token, pay.token) = pay.token`;

/**
 * SQL: the payments requested a wait ago that have reached the address of `pay`. Without that age a small first payment would allow
 * a large one within minutes. `since` is the placeholder of the moment a wait ago.
 */
const paidLongAgo = (since: string) => `
  FROM transactions line WHERE line.user_id = pay.user_id AND line.kind IN ('send', 'withdraw')
    AND lower(left(line.counterparty, 6) || right(line.counterparty, 4)) = lower(left(pay.address, 6) || right(pay.address, 4))
    AND line.counterparty = pay.address AND line.status = 'completed' AND line.created_at <= ${since}`;

/** SQL: whether there is such a payment. */
const wasPaid = (since: string) => `EXISTS (SELECT 1 ${paidLongAgo(since)})`;

/** The acquaintance of each payer with each address, by the payers' rules, in the same order. */
export async function acquaintances(
  query: Query,
  pays: readonly Pay[],
  rulesOf: RulesOf,
  at: Date,
): Promise<readonly Acquaintance[]> {
  if (pays.length === 0) return [];
  const payers = pays.map(({ payerId }) => payerId);
  const rows = await query<{
    label: string | null;
    usable_from: Date | null;
    created_at: Date | null;
    was_paid: boolean;
  }>(
    `SELECT found.label, found.usable_from, found.created_at, ${wasPaid('pay.since')} AS was_paid
    FROM unnest(${anyLength('$1', 'uuid')}, $2::text[], $3::text[], $4::timestamptz[])
      WITH ORDINALITY AS pay (user_id, address, token, since, place)
    LEFT JOIN LATERAL (
      SELECT saved.label, saved.usable_from, saved.created_at FROM saved_addresses saved WHERE ${standsFor}
      ORDER BY saved.usable_from, saved.id LIMIT 1
    ) found ON true
    ORDER BY pay.place`,
    [
      payers,
      pays.map(({ address }) => address),
      pays.map(({ token }) => token),
      payers.map((payerId) => new Date(at.getTime() - rulesOf(payerId).waitHours * hour)),
    ],
  );
  return rows.map(({ label, ...known }, index) => {
    const rules = rulesOf(payers[index] ?? '');
    return { label, newUntil: newUntilOf(known, rules, at), mustBeSaved: rules.mustBeSaved };
  });
}

/** When an address was saved and how long it waits since then, both null when it is not saved, and whether it was paid a wait ago. */
interface Known {
  readonly created_at: Date | null;
  readonly usable_from: Date | null;
  readonly was_paid: boolean;
}

/** Until when an address is new by its payer's rules; null when it is not. */
function newUntilOf(
  { created_at, usable_from, was_paid }: Known,
  { waitHours, allNewUntil }: OwnRules,
  at: Date,
): Date | null {
  // A longer wait also applies to addresses that were saved before it was set.
  const waited = (created_at ?? at).getTime() + waitHours * hour;
  const until = new Date(Math.max(waited, usable_from?.getTime() ?? 0));
  const isKnown = was_paid || until <= at;
  if (allNewUntil !== null && (isKnown || until < allNewUntil)) return allNewUntil;
  return isKnown ? null : until;
}

/** An entry of the address book. */
interface Saved {
  readonly address: string;
  readonly created_at: Date;
  readonly usable_from: Date;
}

/** From when each of a person's saved addresses is not new, as a payment is judged, in the same order; past where no wait is left. */
export async function usableFrom(
  query: Query,
  userId: string,
  saved: readonly Saved[],
  { rulesOf, at }: Waits,
): Promise<readonly Date[]> {
  if (saved.length === 0) return [];
  const rules = rulesOf(userId);
  const wait = rules.waitHours * hour;
  const rows = await query<{ paid_at: Date | null; is_account: boolean }>(
    `SELECT (SELECT min(line.created_at) ${paidLongAgo('$3::timestamptz')}) AS paid_at,
      EXISTS (SELECT 1 FROM deposit_addresses owned WHERE owned.address = pay.address) AS is_account
    FROM (
      SELECT $1::uuid AS user_id, given.address, given.place
      FROM unnest(${anyLength('$2', 'text')}) WITH ORDINALITY AS given (address, place)
    ) pay
    ORDER BY pay.place`,
    [userId, saved.map(({ address }) => address), new Date(at.getTime() - wait)],
  );
  return saved.map(({ created_at, usable_from }, index) => {
    const { paid_at: paidAt = null, is_account = false } = rows[index] ?? {};
    // What is paid to an account here waits only where nothing but saved addresses may be paid.
    if (is_account && !rules.mustBeSaved) return created_at;
    const newUntil = newUntilOf({ created_at, usable_from, was_paid: paidAt !== null }, rules, at);
    if (newUntil) return newUntil;
    return paidAt ? new Date(Math.min(paidAt.getTime() + wait, usable_from.getTime())) : usable_from;
  });
}

/** The payer's acquaintance with one address. */
async function acquaintanceOf(
  query: Query,
  pay: Pay,
  settings: CoolingSettings,
  at: Date,
): Promise<Acquaintance> {
  const rulesOf = await ownRules(query, [pay.payerId], settings, at);
  const [found] = await acquaintances(query, [pay], rulesOf, at);
  if (!found) throw new Error('nobody pays');
  return found;
}

/** What each of these people has paid to addresses that are still new by their rules in the last 24 hours, in minor units of USDT. */
export async function paidToNew(
  query: Query,
  userIds: readonly string[],
  rulesOf: RulesOf,
  at: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const people = [...new Set(userIds)];
  const rows = await query<{ user_id: string; value: string }>(
    `SELECT pay.user_id, sum(pay.value) AS value
    FROM (
      SELECT user_id, counterparty AS address, token, value, since, all_new FROM transactions
      JOIN unnest(${anyLength('$1', 'uuid')}, $4::timestamptz[], $5::boolean[]) AS payer (id, since, all_new) ON payer.id = user_id
      WHERE value IS NOT NULL AND status NOT IN ('failed', 'cancelled') AND created_at > $2
    ) pay
    WHERE pay.all_new OR (NOT EXISTS (
      SELECT 1 FROM saved_addresses saved WHERE ${standsFor} AND saved.usable_from <= $3 AND saved.created_at <= pay.since
    ) AND NOT ${wasPaid('pay.since')})
    GROUP BY pay.user_id`,
    [
      ...[people, new Date(at.getTime() - day), at],
      people.map((userId) => new Date(at.getTime() - rulesOf(userId).waitHours * hour)),
      people.map((userId) => rulesOf(userId).allNewUntil !== null),
    ],
  );
  return new Map(rows.map(({ user_id, value }) => [user_id, BigInt(value)]));
}

/** The limit for new addresses in 24 hours, and what is left of it, in minor units of USDT; never below 0. */
export interface SmallAllowance {
  readonly limit: bigint;
  readonly left: bigint;
}

/** What is left after `paid`; nothing is left when something paid has no price. */
export function smallAllowance(
  paid: bigint,
  { smallLimit: limit }: CoolingSettings,
  isPriced = true,
): SmallAllowance {
  return { limit, left: isPriced && paid < limit ? limit - paid : 0n };
}

/** The allowance in the format of the wire. */
export function tellAllowance({ limit, left }: SmallAllowance): NewAddressAllowance {
  const print = (minor: bigint) => printMoney({ token: valueToken, minor });
  return { limit: print(limit), left: print(left) };
}

/**
 * Refuses with ADDRESS_COOLING a payment above the allowance for new addresses, with the moment from which it is allowed; for an
 * unsaved address, the moment if it is saved now. A payment without a price is refused.
 */
export function requireSmall(
  newUntil: Date,
  { value, isPriced }: { readonly value: bigint; readonly isPriced: boolean },
  allowance: SmallAllowance,
): void {
  if (isPriced && value <= allowance.left) return;
  throw new Refusal('ADDRESS_COOLING', { until: newUntil, allowance: tellAllowance(allowance) });
}

/**
 * Refuses an address that its payer does not allow: with ADDRESS_NOT_ALLOWED one that is not in their book, with ADDRESS_COOLING a
 * new address of an account here. `requireSmall` judges payments to new outside addresses.
 */
export function requireAllowed({ label, newUntil, mustBeSaved }: Acquaintance, leaves: boolean): void {
  if (!mustBeSaved) return;
  if (label === null) throw new Refusal('ADDRESS_NOT_ALLOWED');
  if (!leaves && newUntil !== null) throw new Refusal('ADDRESS_COOLING', { until: newUntil });
}

/** Whether a waiting payment is still allowed by its payer's current rules. */
export async function isStillAllowed(query: Query, pay: Pay, at: Date): Promise<boolean> {
  const { label, mustBeSaved } = await acquaintanceOf(query, pay, usualCooling, at);
  return !mustBeSaved || label !== null;
}
