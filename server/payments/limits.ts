import type { LeavingLimits } from '../../contract/limits.ts';
import { printMoney } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';
import { isVerifiedSql } from '../kyc/verified.ts';
import { smallest } from './worth.ts';

/** The most that leaves in 24 hours and in 30 days, in minor units of USDT. */
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

/** The default limits, unless the settings say otherwise (decision 057). */
export const usualLimits: LimitSettings = {
  unverified: { day: 5_000n * unit, month: 10_000n * unit },
  verified: { day: 100_000n * unit, month: 1_000_000n * unit },
};

/** Reads `DAY/MONTH` in whole USDT; null for what is none, or has a month that is less than a day. */
export function readSpans(text: string): Spans | null {
  const match = /^(\d{1,15})\/(\d{1,15})$/.exec(text);
  if (!match) return null;
  const [day, month] = [BigInt(match[1] ?? 0) * unit, BigInt(match[2] ?? 0) * unit];
  return month < day ? null : { day, month };
}

const hour = 3_600_000;
const lengths = { day: 24 * hour, month: 30 * 24 * hour } as const;

/** What a person has sent outside, or asked to and not taken back, in minor units of USDT, and when the oldest of it was asked for. */
export interface Used {
  readonly isVerified: boolean;
  day: bigint;
  month: bigint;
  readonly oldest: { readonly day: Date | null; readonly month: Date | null };
}

/** What each of these people has used at `at`. Inside a transaction that locks them, nobody else can add to it. */
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
  }>(
    `SELECT users.id, ${isVerifiedSql('$2')} AS is_verified,
      coalesce(sum(line.value) FILTER (WHERE line.created_at > $3), 0) AS day, coalesce(sum(line.value), 0) AS month,
      min(line.created_at) FILTER (WHERE line.created_at > $3) AS oldest_of_day, min(line.created_at) AS oldest_of_month
    FROM users LEFT JOIN transactions line ON line.user_id = users.id AND line.value IS NOT NULL
      AND line.status NOT IN ('failed', 'cancelled') AND line.created_at > $4
    WHERE users.id = ANY ($1::uuid[]) GROUP BY users.id`,
    [userIds, at, before(at, lengths.day), before(at, lengths.month)],
  );
  return new Map(
    rows.map(({ id, is_verified: isVerified, day, month, oldest_of_day, oldest_of_month }) => {
      const oldest = { day: oldest_of_day, month: oldest_of_month };
      return [id, { isVerified, day: BigInt(day), month: BigInt(month), oldest }];
    }),
  );
}

function before(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() - milliseconds);
}

/** How much more may leave now, in minor units of USDT: never less than 0. */
export function leftOf(used: Used, limits: LimitSettings): Spans & { readonly least: bigint } {
  const spans = spansOf(used, limits);
  const left = (span: keyof Spans) => (spans[span] > used[span] ? spans[span] - used[span] : 0n);
  const [day, month] = [left('day'), left('month')];
  return { day, month, least: smallest(day, month) };
}

function spansOf({ isVerified }: Used, limits: LimitSettings): Spans {
  return isVerified ? limits.verified : limits.unverified;
}

/**
 * Refuses what would make more leave than may: with KYC_REQUIRED when no waiting helps and a verified identity does, else with
 * LIMIT_EXCEEDED.
 */
export function requireWithin(used: Used, value: bigint, limits: LimitSettings): void {
  if (value <= leftOf(used, limits).least) return;
  const { day, month } = spansOf(used, limits);
  const isNever = value > day || value > month;
  const code = isNever && !used.isVerified ? 'KYC_REQUIRED' : 'LIMIT_EXCEEDED';
  throw new Refusal(code, { fields: { amount: 'too_large' } });
}

/** The limits as a person is told of them. */
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
  return { verified: used.isVerified, day: tell('day'), month: tell('month') };
}

/** The settings as everybody may know them. */
export function tellLimitSettings({ unverified, verified }: LimitSettings) {
  const tell = ({ day, month }: Spans) => ({ day: printValue(day), month: printValue(month) });
  return { unverified: tell(unverified), verified: tell(verified) };
}

/** Minor units of USDT as the wire has them. */
function printValue(minor: bigint): string {
  return printMoney({ token: valueToken, minor });
}
