import { forgetFailures, recordFailure } from '../../background/attempts.ts';
import type { Db } from '../../database/db.ts';
import {
  BehindProblem,
  type Block,
  type Contracts,
  type Range,
  readBlocks,
  readTransfers,
  type Transfer,
} from './blocks.ts';
import {
  type Cursor,
  findCursor,
  haltChain,
  keepBlocks,
  keepTransfers,
  keptBlocks,
  lockCursor,
  loseTransfers,
  matchTransfers,
  missingTransfers,
  moveCursor,
  rereadChain,
  startCursor,
} from './cursor.ts';
import { readComparedHeads, whyAlone } from './heads.ts';
import { RpcProblem } from './node.ts';
import { isShown } from './omitted.ts';
import type { Rpc } from './rpc.ts';

export interface Followed {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly confirmations: number;
  /** Receives warnings for the operator that need no action. */
  readonly warn: (facts: Record<string, unknown>, message: string) => void;
}

/** The state of a chain after a round. */
export interface ChainState {
  /** The newest block that two nodes have got to, where two answer. It may be behind the cursor. */
  readonly head: number;
  readonly cursor: Cursor;
  /** Why newer deposits are not seen, because of how far the nodes have got; null while they are. */
  readonly whyBehind: string | null;
  /** The transactions that nodes have in a block and whose transfers they leave out. */
  readonly omitted: ReadonlySet<string>;
}

/** What an operator's word to read a chain again has done. */
export interface Reread {
  /** The block up to which the chain was read, where no nodes have got near it and the cursor was set back; otherwise null. */
  readonly setBackFrom: number | null;
}

const firstRange = 2_000;
const longestRange = 10_000;
/** The most ranges that each of the two reads takes in a round, so that payments get their turn. */
const rangesInRound = 10;
/** How far back the chain is read again when none of the stored blocks is part of it any more. */
const rereadAfterLoss = 1_000;

/** How many rounds in a row may fail as unsettled before the operator is told. */
const patience = 10;

/** Another server has moved the cursor; the next round continues from there. */
class Overtaken extends Error {}

/** The chain changed while it was read, or its nodes contradict each other; a later round may succeed. */
class Unsettled extends Error {}

const isUnsettled = (error: unknown) => error instanceof Unsettled || error instanceof BehindProblem;
const isLeftToLater = (error: unknown) => error instanceof Overtaken || isUnsettled(error);

/** Follows a chain from the cursor in the database to the newest block, one round at a time. */
export function createFollower({ database, rpc, confirmations, warn }: Followed) {
  const { chain } = rpc;
  /** How many blocks are stored, so that the depth of a reorganisation of twice the confirmations can be told. */
  const kept = Math.max(2 * confirmations, 32);
  let range = firstRange;
  /** The transfers that the last second read would have removed. */
  let doubted = '';
  /** Transactions whose transfers a second read leaves out, as reported to the operator. */
  const told = new Set<string>();
  let isFresh = true;
  const halted = `nothing of the chain is credited until an operator has compared it with what was credited (chain resume ${chain})`;
  /** How many rounds in a row were unsettled since the second read reached this block. */
  const stalled = { checked: -1, rounds: 0 };

  /** Reads as large a range as the node allows: less after a refusal, more after a success. */
  async function readRange(contracts: Contracts, { from, to: last, isSecondLook = false }: Range) {
    for (;;) {
      const to = Math.min(from + range - 1, last);
      try {
        const transfers = await readTransfers(rpc, contracts, { from, to, isSecondLook });
        if (to - from + 1 === range) range = Math.min(range * 2, longestRange);
        return { transfers: await matchTransfers(database.query, chain, transfers), to };
      } catch (error) {
        const isRefusal = error instanceof RpcProblem && error.mayBeTooMuch && to > from;
        if (!isRefusal) throw error;
        range = Math.ceil((to - from + 1) / 2);
      }
    }
  }

  /** The blocks with these numbers, which have to match those that the transfers name. */
  async function readAgreeing(numbers: Iterable<number>, transfers: readonly Transfer[]) {
    const blocks = await readBlocks(rpc, [...numbers, ...transfers.map(({ blockNumber }) => blockNumber)]);
    const agrees = (number: number, hash: string) => blocks.get(number)?.hash === hash;
    if (!transfers.every(({ blockNumber, blockHash }) => agrees(blockNumber, blockHash)))
      throw new Unsettled();
    return blocks;
  }

  /** Runs `work` in a transaction, if no other server has moved the cursor. */
  function step<T>(cursor: Cursor, work: (query: Db['query']) => Promise<T>): Promise<T> {
    return database.transaction(async (query) => {
      if (!(await lockCursor(query, chain, cursor))) throw new Overtaken();
      return work(query);
    });
  }

  async function readOn(cursor: Cursor, head: Block, contracts: Contracts): Promise<Cursor> {
    const from = cursor.number + 1;
    const { transfers, to } = await readRange(contracts, { from, to: head.number });
    const newest = numbersFrom(Math.max(from, Math.min(to, head.number - kept + 1)), to);
    const blocks = await readAgreeing(newest, transfers);
    const tip = blocks.get(to);
    const chained = newest.map((number) => blocks.get(number));
    const isChain = chained.every((each, index) => {
      const before = index > 0 ? chained[index - 1] : newest[0] === from ? cursor : null;
      return each && before !== undefined && (before === null || each.parentHash === before.hash);
    });
    if (!tip || !isChain) throw new Unsettled();
    const next = { ...cursor, number: to, hash: tip.hash };
    await step(cursor, async (query) => {
      await keepTransfers(query, chain, transfers);
      await keepBlocks(
        query,
        chain,
        chained.filter((each) => each !== undefined),
        to - kept,
      );
      await moveCursor(query, chain, next);
    });
    return next;
  }

  /**
   * The second read of final blocks: finds transfers that a node left out at first, or reported wrongly. A removal
   * counts only when two reads agree on it.
   */
  async function lookAgain(cursor: Cursor, last: number, contracts: Contracts, at: Date): Promise<Cursor> {
    const from = cursor.checked + 1;
    const { transfers, to } = await readRange(contracts, { from, to: last, isSecondLook: true });
    await readAgreeing([], transfers);
    await requireUnomitted({ from, to }, transfers, contracts, at);
    const next = { ...cursor, checked: to };
    const before = doubted;
    const found = await step(cursor, async (query) => {
      const lost = await loseTransfers(query, chain, { from, to }, transfers, cursor.number);
      doubted = lost.join();
      if (lost.length > 0 && doubted !== before) throw new Unsettled();
      const kept = await keepTransfers(query, chain, transfers);
      await moveCursor(query, chain, next);
      return kept;
    });
    if (found > 0)
      warn({ chain, from, to, found }, 'a second look found transfers that the nodes had left out');
    return next;
  }

  /**
   * Throws while a receipt in a block of the chain shows a transfer that the second read left out: the cursor stays before it, and the
   * operator is told which deposits wait for that.
   */
  async function requireUnomitted(
    stretch: { readonly from: number; readonly to: number },
    transfers: readonly Transfer[],
    contracts: Contracts,
    at: Date,
  ): Promise<void> {
    const missing = await missingTransfers(database.query, chain, stretch, transfers);
    const shown = await Promise.all(missing.map((each) => isShown(rpc, contracts, each)));
    const omitted = new Set(missing.filter((_, index) => shown[index]).map(({ tx_hash }) => tx_hash));
    const subjectOf = (hash: string) => `${chain} ${hash}`;
    // Reports of another server, or of this one before a restart, are not remembered here, so clear those of all transfers in the range.
    const before = isFresh ? transfers.map(({ txHash }) => txHash) : [...told];
    const over = [...new Set(before)].filter((hash) => !omitted.has(hash));
    isFresh = false;
    await forgetFailures(database.query, 'deposit', over.map(subjectOf));
    for (const hash of over) told.delete(hash);
    for (const hash of omitted) {
      const error = `the nodes of RPC_URL have this transaction in a block and leave its transfer out: nothing after block ${stretch.from - 1} is credited until they tell it`;
      await recordFailure(database.query, { work: 'deposit', subject: subjectOf(hash), error, at });
      told.add(hash);
    }
    if (omitted.size > 0) throw new Unsettled();
  }

  /** Goes back to the last block that is still part of the chain. Null when the nodes are only behind. */
  async function goBack(cursor: Cursor, head: Block, at: Date): Promise<Cursor | null> {
    const known = await keptBlocks(database.query, chain);
    const oldest = known.at(-1)?.number ?? cursor.number;
    if (head.number < oldest) return null;
    const within = known.filter(({ number }) => number <= head.number);
    const found = await readBlocks(
      rpc,
      within.map(({ number }) => number),
    );
    const fork = within.find(({ number, hash }) => found.get(number)?.hash === hash);
    if (fork?.number === head.number) return null;
    // Not before the first block that was followed: operators have credited earlier deposits.
    const farthest = cursor.started ?? 0;
    const number = fork?.number ?? Math.max(farthest, Math.min(oldest, head.number) - rereadAfterLoss);
    const ground = fork ?? (await readBlocks(rpc, [number])).get(number);
    if (!ground) throw new Unsettled();
    const depth = cursor.number - number;
    // A deep replacement is believed only from a node as long as the chain read before: a node that is behind may hold abandoned blocks.
    const isDeep = !fork || depth >= confirmations;
    if (isDeep && head.number < cursor.number) throw new Unsettled();
    const why = isDeep ? whyReorganised(number + 1, fork ? depth : null) : null;
    const next = await setBack(cursor, { number, hash: ground.hash }, { head, why, at });
    warn({ chain, depth, from: number + 1 }, 'the chain was reorganised');
    return next;
  }

  interface SetBack {
    readonly head: Block;
    /** Why the chain is halted by it; null when it is not. */
    readonly why: string | null;
    readonly at: Date;
  }

  /** Sets the cursor back to a block of the chain. What was read after that block has no block until it is read again. */
  async function setBack(
    cursor: Cursor,
    { number, hash }: Pick<Block, 'number' | 'hash'>,
    { head, why, at }: SetBack,
  ): Promise<Cursor> {
    const next = { ...cursor, number, hash, checked: Math.min(cursor.checked, number) };
    await step(cursor, async (query) => {
      await loseTransfers(query, chain, { from: number + 1 }, [], head.number);
      await query('DELETE FROM chain_blocks WHERE chain = $1 AND number > $2', [chain, number]);
      await moveCursor(query, chain, next);
      if (why !== null) await haltChain(query, chain, why, at);
    });
    return { ...next, haltedWhy: next.haltedWhy ?? why };
  }

  function whyReorganised(from: number, depth: number | null): string {
    const blocks = depth === null ? `more than ${kept}` : depth;
    return `${chain}: a reorganisation replaced ${blocks} blocks from block ${from} on, and ${confirmations} confirmations are counted on: ${halted}`;
  }

  async function isStill(cursor: Cursor, head: Block): Promise<boolean> {
    if (head.number === cursor.number) return head.hash === cursor.hash;
    if (head.number < cursor.number) return false;
    const [, same] = [...(await readBlocks(rpc, [cursor.number]))][0] ?? [];
    return same?.hash === cursor.hash;
  }

  async function followFrom(found: Cursor, head: Block, contracts: Contracts, at: Date): Promise<Cursor> {
    let cursor = found;
    if (!(await isStill(cursor, head))) {
      const back = await goBack(cursor, head, at);
      if (!back) return cursor;
      cursor = back;
    }
    for (let ranges = 0; ranges < rangesInRound && cursor.number < head.number; ranges += 1) {
      cursor = await readOn(cursor, head, contracts);
    }
    for (let ranges = 0; ranges < rangesInRound; ranges += 1) {
      const final = Math.min(cursor.number, head.number) - confirmations + 1;
      if (cursor.checked >= final) break;
      cursor = await lookAgain(cursor, final, contracts, at);
    }
    return cursor;
  }

  /** Follows the chain for one round. Rejects when too few nodes answer, or when many rounds in a row were unsettled. */
  async function follow(contracts: Contracts, at: Date): Promise<ChainState> {
    const found = await findCursor(database.query, chain);
    const { highest, reached: head } = await readComparedHeads(rpc);
    if (!found) await begin(head);
    else {
      await followFrom(found, head, contracts, at).then(
        () => {
          stalled.rounds = 0;
        },
        (error: unknown) => {
          if (!isLeftToLater(error)) throw error;
          if (isUnsettled(error)) stall(found);
        },
      );
    }
    const cursor = await findCursor(database.query, chain);
    if (!cursor) throw new Error(`the cursor of ${chain} is gone`);
    return { head: head.number, cursor, whyBehind: whyBehind(highest, head, cursor), omitted: told };
  }

  function whyBehind(highest: Block, { number }: Block, cursor: Cursor): string | null {
    const alone = whyAlone(highest.number, { reached: number, confirmations });
    if (alone !== null || number >= cursor.number - kept) return alone;
    return `no node of RPC_URL has got further than block ${number}, and the chain was read up to ${cursor.number}`;
  }

  function stall({ checked }: Cursor) {
    stalled.rounds = stalled.checked === checked ? stalled.rounds + 1 : 1;
    stalled.checked = checked;
    if (stalled.rounds < patience) return;
    throw new Error(
      `${chain} is not followed past block ${checked}: what the nodes of RPC_URL tell does not fit together`,
    );
  }

  /**
   * Reads the chain again from a block on. Where the nodes have not got near the block up to which it was read, the cursor is set back
   * too, and the chain is halted, because deposits may have been credited in blocks that do not exist.
   */
  async function reread(from: number, at: Date): Promise<Reread | null> {
    const cursor = await findCursor(database.query, chain);
    const { reached: head } = await readComparedHeads(rpc);
    if (cursor === null || head.number >= cursor.number - kept)
      return (await rereadChain(database.query, chain, from)) ? { setBackFrom: null } : null;
    if (from > head.number || from <= (cursor.started ?? cursor.checked)) return null;
    const ground = (await readBlocks(rpc, [from - 1])).get(from - 1);
    if (!ground) return null;
    const why = `${chain}: the chain was read up to block ${cursor.number}, which no two nodes have got to, and is read again from block ${from} on: ${halted}`;
    await setBack(cursor, ground, { head, why, at });
    return { setBackFrom: cursor.number };
  }

  /** Reads one block again in which a known transfer is missing. */
  async function readAgain(cursor: Cursor, number: number, contracts: Contracts): Promise<void> {
    const { transfers } = await readRange(contracts, { from: number, to: number });
    await readAgreeing([], transfers);
    await step(cursor, (query) => keepTransfers(query, chain, transfers));
  }

  /** Also stores the blocks before, because the first one that is followed may be replaced like any other. */
  async function begin(head: Block) {
    const newest = numbersFrom(Math.max(0, head.number - kept + 1), head.number);
    const blocks = await readBlocks(rpc, newest);
    await database.transaction(async (query) => {
      if (!(await startCursor(query, chain, head))) return;
      await keepBlocks(
        query,
        chain,
        [...blocks.values()].filter(({ number }) => number < head.number).concat(head),
        head.number - kept,
      );
    });
  }

  return {
    follow,
    reread: (from: number, at: Date) =>
      reread(from, at).catch((error: unknown) => {
        // Another server moved the cursor, or the chain changed: the operator may ask again.
        if (isLeftToLater(error)) return null;
        throw error;
      }),
    /** Like the inner `readAgain`, but leaves a change of the chain meanwhile to a later round. */
    readAgain: (...read: Parameters<typeof readAgain>) =>
      readAgain(...read).catch((error: unknown) => {
        if (!isLeftToLater(error)) throw error;
      }),
  };
}

function numbersFrom(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
