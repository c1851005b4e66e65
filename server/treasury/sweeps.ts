import type { Address } from 'viem';
import { ok, type Result, refused } from '../../contract/result.ts';
import type { Sweep, SweepFile } from '../../contract/sweeps.ts';
import type { Db } from '../database/db.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';
import { planSweep, type Sweepable } from './sweepExport.ts';
import { fileOf, keepSweep, sweepsOf, transactionsOf } from './sweepRecords.ts';
import { advanceSweep, endUnmoved, type SweepPlace } from './sweepRound.ts';
import { keepSignedSweep, mistakeIn } from './sweepSend.ts';

interface World {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly chainId: number;
  readonly xpub: string;
  readonly confirmations: number;
  readonly maxFee: bigint;
  /** Rejects while the chain cannot be reached. */
  readonly sweepable: (at: Date) => Promise<ToSweep>;
}

/** What can be swept. */
export interface ToSweep {
  /** The credited balances at deposit addresses. */
  readonly balances: readonly Sweepable[];
  /** The tokens whose balances could not be read. */
  readonly unread: readonly string[];
}

interface Wanted {
  readonly recipient: Address;
  /** Which balances are swept. */
  readonly isWanted: (each: Sweepable) => boolean;
}

interface Exported {
  readonly file: SweepFile;
  readonly totals: ReadonlyMap<string, bigint>;
  readonly leftOut: readonly string[];
}

/** Moves deposits to an address of the operator's, signed offline by a key that no server has. */
export interface Sweeps {
  /** Stores the unsigned transactions, replacing an export that was not sent. Answers one sentence when it is not possible. */
  export(wanted: Wanted, at: Date): Promise<Result<Exported, string>>;
  /** Accepts a whole signed file, or refuses it with one sentence; the rounds broadcast it. */
  send(file: SweepFile, at: Date): Promise<Result<Sweep, string>>;
  /** Ends as failed a transaction that has succeeded without a token transfer. Rejects while the chain cannot be reached. */
  settle(named: SweepPlace, at: Date): Promise<Result<Sweep, string>>;
  list(): Promise<readonly Sweep[]>;
  /** Broadcasts and follows a sent sweep. Rejects while the chain cannot be reached. */
  advance(at: Date): Promise<void>;
}

export function createSweeps(world: World): Sweeps {
  const { database, rpc, chainId, sweepable } = world;
  const { query } = database;
  const { chain } = rpc;

  async function exported(
    number: string,
    recipient: string,
  ): Promise<{ file: SweepFile; kept: Awaited<ReturnType<typeof transactionsOf>> }> {
    const kept = await transactionsOf(query, number);
    const rows = await query<{ symbol: string; decimals: number }>('SELECT symbol, decimals FROM tokens');
    const decimals = new Map(rows.map(({ symbol, decimals: count }) => [symbol, count]));
    return { kept, file: fileOf({ number, chainId, recipient, transactions: kept, decimals }) };
  }

  return {
    async export({ recipient, isWanted }, at) {
      const [newest] = await sweepsOf(query, chain);
      if (newest?.status === 'sent') return refused(onItsWay(newest.number));
      const { balances, unread } = await sweepable(at);
      const plan = await planSweep({ ...world, query }, balances.filter(isWanted), recipient);
      if (!plan.ok) return plan;
      const { transactions } = plan.value;
      const leftOut = [
        ...plan.value.leftOut,
        ...unread.map((token) => `The balances of ${token} cannot be read.`),
      ];
      const moving = transactions.filter(({ token }) => token !== null);
      if (moving.length === 0) return refused(['There is nothing to sweep.', ...leftOut].join(' '));
      const number = await database.transaction((query) =>
        keepSweep(query, { chain, recipient, transactions, at }),
      );
      if (number === null)
        return refused('Another sweep was exported or sent at this moment: look at sweep list.');
      const totals = new Map<string, bigint>();
      for (const { token, amount } of moving)
        if (token) totals.set(token, (totals.get(token) ?? 0n) + amount);
      return ok({ file: (await exported(number, recipient)).file, totals, leftOut });
    },

    async send(file, at) {
      const number = String(file.sweep);
      const [known] = await sweepsOf(query, chain, number);
      if (!known) return refused(`No sweep ${number} was exported here.`);
      if (known.status === 'replaced') return refused(replaced(number));
      const { kept, file: ours } = await exported(number, known.recipient);
      const mistake = await mistakeIn(file, ours, kept);
      if (mistake !== null) return refused(mistake);
      const isKept = await keepSignedSweep(database, number, { signed: file.transactions, at });
      const [now] = await sweepsOf(query, chain, number);
      return isKept && now ? ok(now) : refused(replaced(number));
    },

    async settle(named, at) {
      const isEnded = await endUnmoved(world, named, at);
      const [now] = await sweepsOf(query, chain, named.sweep);
      return isEnded && now
        ? ok(now)
        : refused(
            `Transaction ${named.place} of sweep ${named.sweep} has not succeeded without telling of tokens, or waits for something else.`,
          );
    },

    list: () => sweepsOf(query, chain),
    advance: (at) => advanceSweep(world, at),
  };
}

const onItsWay = (number: number) => `Sweep ${number} is on its way: wait until it is over (sweep list).`;
const replaced = (number: string) => `Sweep ${number} was exported anew: sign the newest file.`;
