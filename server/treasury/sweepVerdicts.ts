import type { Db } from '../database/db.ts';
import { readReached, whyAlone } from '../settlement/evm/heads.ts';
import { canonical, isDeep, judge, type Verdict, whyAhead } from '../settlement/evm/receipts.ts';
import { inTurns } from './inTurns.ts';
import { type Look, originOf, type SweepWorld } from './sweepLook.ts';
import type { Kept } from './sweepRecords.ts';

/** A transaction that is over, or why it is not although its receipt is as deep as is counted on. */
export interface Judged {
  readonly place: number;
  readonly verdict: Pick<Over, 'outcome'> | Exclude<Verdict, { readonly state: 'final' }>;
}

/** Judges what is as deep as the confirmations; nothing when the chain has changed since the look. */
export async function judgeAll({ rpc, confirmations }: SweepWorld, look: Look): Promise<readonly Judged[]> {
  const { head, found, states } = look;
  const atHead = found.flatMap(({ each, mined }) =>
    mined && isDeep(mined, { head: head.number, confirmations }) ? [{ each, mined }] : [],
  );
  const reached = atHead.length > 0 ? await readReached(rpc, head.number) : head.number;
  const deep = atHead.filter(({ mined }) => isDeep(mined, { head: reached, confirmations }));
  const unknown = found.filter(
    ({ each, mined }) => !mined && each.nonce < (states.get(each.sender)?.deep ?? 0),
  );
  const ahead = found.flatMap(({ each: { place }, mined }): Judged[] => {
    const why = mined && whyAhead(mined, { head: head.number, confirmations });
    return why ? [{ place, verdict: { state: 'waits', why } }] : [];
  });
  const alone = whyAlone(head.number, { reached, confirmations });
  if (alone !== null) {
    const waiting = atHead.filter((each) => !deep.includes(each));
    ahead.push(
      ...waiting.map(({ each: { place } }): Judged => ({ place, verdict: { state: 'waits', why: alone } })),
    );
  }
  if (deep.length + unknown.length === 0) return ahead;
  const blocks = await canonical(rpc, [...deep.map(({ mined }) => mined), { blockNumber: head.number }]);
  if (blocks.get(head.number)?.hash !== head.hash) return ahead;
  const judged = await inTurns(deep, async ({ each, mined }): Promise<Judged> => {
    const verdict = await judge(rpc, blocks, mined, originOf(each));
    const outcome = mined.hasSucceeded ? 'succeeded' : 'failed';
    return { place: each.place, verdict: verdict.state === 'final' ? { outcome } : verdict };
  });
  const replaced = unknown.map(
    ({ each: { place } }): Judged => ({ place, verdict: { outcome: 'replaced' } }),
  );
  return [...ahead, ...judged, ...replaced];
}

/** A transaction that has ended. */
export interface Over {
  readonly place: number;
  readonly outcome: Exclude<Kept['outcome'], null>;
}

/** Ends transactions, and their sweep with the last of them. */
export async function keepOver(
  { transaction }: Db,
  sweep: string,
  over: readonly Over[],
  at: Date,
): Promise<void> {
  if (over.length === 0) return;
  await transaction(async (query) => {
    await query(
      `UPDATE sweep_transactions SET outcome = over.outcome FROM unnest($2::int[], $3::text[]) AS over (place, outcome)
      WHERE sweep = $1 AND sweep_transactions.place = over.place AND sweep_transactions.outcome IS NULL`,
      [sweep, over.map(({ place }) => place), over.map(({ outcome }) => outcome)],
    );
    await query(
      `UPDATE sweeps SET outcome = 'done', ended_at = $2 WHERE number = $1 AND ended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM sweep_transactions WHERE sweep = number AND outcome IS NULL)`,
      [sweep, at],
    );
  });
}
