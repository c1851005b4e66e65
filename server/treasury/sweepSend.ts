import { isHex, keccak256 } from 'viem';
import type { SweepFile, SweepTransaction } from '../../contract/sweeps.ts';
import type { Db } from '../database/db.ts';
import { differenceOf } from '../settlement/evm/signer.ts';
import type { Kept } from './sweepRecords.ts';

/** The first difference of a file from what was exported, or the first wrong signature, in one sentence; null when the file is correct. */
export async function mistakeIn(
  given: SweepFile,
  exported: SweepFile,
  transactions: readonly Kept[],
): Promise<string | null> {
  const whole = firstDifference({ ...given, transactions: null }, { ...exported, transactions: null });
  if (whole !== null) return `The file is not the one that was exported: ${whole} differs.`;
  if (given.transactions.length !== transactions.length) {
    return `The file has ${given.transactions.length} transactions, ${transactions.length} were exported.`;
  }
  for (const [index, transaction] of transactions.entries()) {
    const [one, other] = [given.transactions[index], exported.transactions[index]];
    if (!one || !other) throw new Error('a transaction of the file is not there');
    const mistake = await mistakeOf(one, other, { transaction, chainId: exported.chain_id });
    if (mistake !== null) return `Transaction ${index + 1} of the file ${mistake}.`;
  }
  return null;
}

async function mistakeOf(
  given: SweepTransaction,
  exported: SweepTransaction,
  { transaction, chainId }: { transaction: Kept; chainId: number },
): Promise<string | null> {
  const told = firstDifference({ ...given, signed: null }, exported);
  if (told !== null) return `is not the one that was exported: ${told} differs`;
  if (given.signed === null || !isHex(given.signed)) return 'is not signed';
  const { sender, nonce, called: to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  const request = { chainId, nonce, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas };
  const difference = await differenceOf(given.signed, request, sender);
  if (difference === 'from') return `was not signed by ${sender}`;
  return difference === null ? null : `was signed with another ${difference}`;
}

function firstDifference(one: object, other: object): string | null {
  const values = new Map<string, unknown>(Object.entries(other));
  const differs = ([name, value]: [string, unknown]) => {
    const expected = values.get(name);
    return String(value).toLowerCase() !== String(expected).toLowerCase();
  };
  return Object.entries(one).find(differs)?.[0] ?? null;
}

/** Stores the signed transactions; those stored before stay. From then on the rounds broadcast them. */
export async function keepSignedSweep(
  { transaction }: Db,
  sweep: string,
  { signed, at }: { signed: readonly SweepTransaction[]; at: Date },
): Promise<boolean> {
  const raws = signed.map((each) => each.signed).filter((raw) => raw !== null);
  return transaction(async (query) => {
    const [sent] = await query<{ is_replaced: boolean }>(
      `UPDATE sweeps SET sent_at = coalesce(sent_at, CASE WHEN ended_at IS NULL THEN $2::timestamptz END) WHERE number = $1
      RETURNING sent_at IS NULL AS is_replaced`,
      [sweep, at],
    );
    if (!sent || sent.is_replaced) return false;
    await query(
      `UPDATE sweep_transactions SET raw = signed.raw, hash = signed.hash
      FROM unnest($2::int[], $3::text[], $4::text[]) AS signed (place, raw, hash)
      WHERE sweep = $1 AND sweep_transactions.place = signed.place AND sweep_transactions.raw IS NULL`,
      [sweep, raws.map((_, index) => index + 1), raws, raws.map((raw) => (isHex(raw) ? keccak256(raw) : ''))],
    );
    return true;
  });
}
