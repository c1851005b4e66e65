import { printMoney } from '../../contract/money.ts';
import { valueToken } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import type { Query } from '../database/db.ts';

/** The most that operators may credit and release in 24 hours, in minor units of USDT: each of them, and all together. */
export interface ExposureLimits {
  readonly each: bigint;
  readonly together: bigint;
}

export const usualExposure: ExposureLimits = {
  each: 1_000_000_000_000n,
  together: 5_000_000_000_000n,
};

/** An amount that an operator is about to credit or release. */
interface Exposure {
  readonly verb: string;
  readonly operator: string;
  /** Null when no approval was needed. The amount counts for both operators, and once for all together. */
  readonly approvedBy: string | null;
  readonly value: bigint;
  readonly at: Date;
}

const window = 24 * 3_600_000;

/**
 * Counts the amount, or refuses with LIMIT_EXCEEDED and a sentence. Call it in the transaction of the action, so that a rollback counts
 * nothing.
 */
export async function spendExposure(
  query: Query,
  { each, together }: ExposureLimits,
  { verb, operator, approvedBy, value, at }: Exposure,
): Promise<void> {
  if (value === 0n) return;
  await query('SELECT id FROM operator_exposure_lock WHERE id = 1 FOR UPDATE');
  await query(
    'INSERT INTO operator_exposures (at, verb, operator, approved_by, value) VALUES ($1, $2, $3, $4, $5)',
    [at, verb, operator, approvedBy, value],
  );
  const people = approvedBy === null ? [operator] : [operator, approvedBy];
  const used = await query<{ name: string | null; value: string }>(
    `SELECT person.name, coalesce(sum(exposure.value), 0) AS value
     FROM unnest($1::text[]) AS person (name)
     LEFT JOIN operator_exposures exposure
       ON exposure.at > $2 AND person.name IN (exposure.operator, exposure.approved_by)
     GROUP BY person.name
     UNION ALL SELECT NULL, coalesce(sum(value), 0) FROM operator_exposures WHERE at > $2`,
    [people, new Date(at.getTime() - window)],
  );
  for (const { name, value: sum } of used) {
    const limit = name === null ? together : each;
    const left = limit - (BigInt(sum) - value);
    if (left >= value) continue;
    const who = name === null ? 'All operators together' : name;
    throw new Refusal('LIMIT_EXCEEDED', {
      detail: `${who} may credit and let leave ${print(limit)} USDT in 24 hours (OPERATOR_DAILY_LIMIT). ${print(left > 0n ? left : 0n)} USDT are left, and this is worth ${print(value)} USDT.`,
    });
  }
}

function print(minor: bigint): string {
  return printMoney({ token: valueToken, minor });
}
