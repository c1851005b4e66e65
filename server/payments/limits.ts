import type { LeavingLimits } from '../../contract/limits.ts';
import { parseMoney, printMoney } from '../../contract/money.ts';
import { smallest } from '../../contract/paymentTerms.ts';
import type { SecurityMember } from '../../contract/securitySettings.ts';
import { valueToken } from '../../contract/tokens.ts';
import {
  type KeptSecurity,
  readKept,
  type SecurityState,
  usualSecurity,
} from '../accounts/securitySettings.ts';
import { Refusal } from '../core/refusal.ts';
import { anyLength } from '../database/anyLength.ts';
import type { Query } from '../database/db.ts';
import { isVerifiedSql } from '../kyc/verified.ts';
import { boundOf } from '../tokens/amounts.ts';

/** The most that may be paid outside in 24 hours and in 30 days, in minor units of USDT. */
interface Spans {
  readonly day: bigint;
  readonly month: bigint;
}

/** How much a person may pay to outside addresses before and after their identity is verified. */
export interface LimitSettings {
  readonly unverified: Spans;
  readonly verified: Spans;
}

const unit = 10n ** BigInt(valueToken.decimals);

/** The default limits (decision 057). */
export const usualLimits: LimitSettings = {
  unverified: { day: 5_000n * unit, month: 10_000n * unit },
  verified: { day: 100_000n * unit, month: 1_000_000n * unit },
};

/** Reads `DAY/MONTH` in whole USDT; null when it is malformed, or the month is less than the day. */
export function readSpans(text: string): Spans | null {
  const match = /^(\d{1,15})\/(\d{1,15})$/.exec(text);
  if (!match) return null;
  const [day, month] = [BigInt(match[1] ?? 0) * unit, BigInt(match[2] ?? 0) * unit];
  return month < day ? null : { day, month };
}

const hour = 3_600_000;
const lengths = { day: 24 * hour, month: 30 * 24 * hour } as const;

/** What a person has paid outside, or requested and not cancelled, in minor units of USDT, and when the oldest of it was requested. */
export interface Used {
  readonly isVerified: boolean;
  day: bigint;
  month: bigint;
  readonly oldest: { readonly day: Date | null; readonly month: Date | null };
  readonly own: { readonly day: OwnLimit | null; readonly payment: OwnLimit | null };
}

/** A person's own limit, in minor units of USDT, and when a requested raise takes effect. */
interface OwnLimit {
  readonly most: bigint;
  readonly until: Date | null;
}

/** What each of these people has used at `at`. In a transaction that locks them, no other payment can add to it. */
export async function usedBy(
  query: Query,
  userIds: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Used>> {
  const rows = await query<{
    id: string;
    is_verified: boolean;
    day: string;
    month: string;
    oldest_of_day: Date | null;
    oldest_of_month: Date | null;
    members: KeptSecurity['members'] | null;
    pending: KeptSecurity['pending'] | null;
  }>(
    `SELECT users.id, ${isVerifiedSql('$2')} AS is_verified,
      coalesce(sum(line.value) FILTER (WHERE line.created_at > $3), 0) AS day, coalesce(sum(line.value), 0) AS month,
      min(line.created_at) FILTER (WHERE line.created_at > $3) AS oldest_of_day, min(line.created_at) AS oldest_of_month,
      settings.members, settings.pending
    FROM users LEFT JOIN transactions line ON line.user_id = users.id AND line.value IS NOT NULL
      AND line.status NOT IN ('failed', 'cancelled') AND line.created_at > $4
    LEFT JOIN security_settings settings ON settings.user_id = users.id
    WHERE users.id = ANY (${anyLength('$1', 'uuid')}) GROUP BY users.id, settings.user_id`,
    [userIds, at, before(at, lengths.day), before(at, lengths.month)],
  );
  return new Map(
    rows.map((row) => {
      const { id, is_verified: isVerified, day, month, oldest_of_day, oldest_of_month } = row;
      const { members, pending } = row;
      const oldest = { day: oldest_of_day, month: oldest_of_month };
      const security = members && pending ? readKept({ members, pending }, at) : usualSecurity;
      const own = {
        day: ownLimit(security, 'daily_limit'),
        payment: ownLimit(security, 'payment_limit'),
      };
      return [id, { isVerified, day: BigInt(day), month: BigInt(month), oldest, own }];
    }),
  );
}

function ownLimit(
  { values, pending }: SecurityState,
  member: Extract<SecurityMember, 'daily_limit' | 'payment_limit'>,
): OwnLimit | null {
  const limit = values[member];
  if (limit === null) return null;
  const money = parseMoney(limit, valueToken);
  if (!money.ok) throw new Error(`${member} is kept as ${money.problem}`);
  return { most: money.value.minor, until: pending.find((each) => each.member === member)?.from ?? null };
}

function before(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() - milliseconds);
}

/** How much more may be paid outside now, in minor units of USDT; never below 0. */
export function leftOf(used: Used, limits: LimitSettings): Spans & { readonly least: bigint } {
  const { day, month } = leftIn(spansOf(used, limits), used);
  return { day, month, least: smallest(day, month, used.own.payment?.most ?? day) };
}

function leftIn(spans: Spans, used: Used): Spans {
  const left = (span: keyof Spans) => (spans[span] > used[span] ? spans[span] - used[span] : 0n);
  return { day: left('day'), month: left('month') };
}

/** The general limits, or the person's own where these are lower. */
function spansOf(used: Used, limits: LimitSettings): Spans {
  const { day, month } = usualSpansOf(used, limits);
  return { day: smallest(day, used.own.day?.most ?? day), month };
}

function usualSpansOf({ isVerified }: Used, limits: LimitSettings): Spans {
  return isVerified ? limits.verified : limits.unverified;
}

/**
 * Refuses a payment above the limits: with KYC_REQUIRED when waiting does not help but a verified identity does, else with
 * LIMIT_EXCEEDED; a person's own limit is `own_limit` on the amount, with `until` when a raise is pending.
 */
export function requireWithin(used: Used, value: bigint, limits: LimitSettings): void {
  const usual = usualSpansOf(used, limits);
  const { day, month } = leftIn(usual, used);
  if (value > smallest(day, month)) {
    const isNever = value > usual.day || value > usual.month;
    const code = isNever && !used.isVerified ? 'KYC_REQUIRED' : 'LIMIT_EXCEEDED';
    const left = { token: valueToken, minor: smallest(day, month) };
    throw new Refusal(code, { fields: { amount: 'too_large' }, bound: boundOf(left) });
  }
  const { own } = used;
  const exceeded = [
    ...(own.payment && value > own.payment.most ? [own.payment] : []),
    ...(own.day && used.day + value > own.day.most ? [own.day] : []),
  ];
  if (exceeded.length === 0) return;
  const { least } = leftOf(used, limits);
  const untils = exceeded.map(({ until }) => until);
  const last = Math.max(...untils.map((until) => until?.getTime() ?? Number.POSITIVE_INFINITY));
  throw new Refusal('LIMIT_EXCEEDED', {
    fields: { amount: 'own_limit' },
    bound: boundOf({ token: valueToken, minor: least }),
    ...(Number.isFinite(last) ? { until: new Date(last) } : {}),
  });
}

/** The limits in the format of the wire. */
export function tellLimits(used: Used, limits: LimitSettings): LeavingLimits {
  const spans = spansOf(used, limits);
  const left = leftOf(used, limits);
  const tell = (span: keyof Spans) => {
    const oldest = used.oldest[span];
    return {
      limit: printValue(spans[span]),
      used: printValue(used[span]),
      left: printValue(left[span]),
      more_at: oldest && new Date(oldest.getTime() + lengths[span]).toISOString(),
    };
  };
  const { day, payment } = used.own;
  const own = (limit: OwnLimit | null) => limit && printValue(limit.most);
  return {
    verified: used.isVerified,
    day: tell('day'),
    month: tell('month'),
    ...((day ?? payment) && { own: { day: own(day), payment: own(payment) } }),
  };
}

/** The public part of the settings. */
export function tellLimitSettings({ unverified, verified }: LimitSettings) {
  const tell = ({ day, month }: Spans) => ({ day: printValue(day), month: printValue(month) });
  return { unverified: tell(unverified), verified: tell(verified) };
}

/** Minor units of USDT as a decimal of the wire. */
function printValue(minor: bigint): string {
  return printMoney({ token: valueToken, minor });
}
