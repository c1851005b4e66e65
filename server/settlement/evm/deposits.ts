import * as z from 'zod/mini';
import type { TransactionStatus } from '../../../contract/statuses.ts';
import { forgetFailures, recordFailure } from '../../background/attempts.ts';
import type { Query } from '../../database/db.ts';
import { leastDeposit } from '../../tokens/listings.ts';
import type { ChainPosition, DepositSource, IncomingDeposit } from '../settlement.ts';
import { hexNumber, word } from './answers.ts';
import type { Contracts } from './blocks.ts';
import type { ContractBook } from './contracts.ts';
import { type ChainState, createFollower, type Followed } from './follow.ts';
import { gasInMulticall, readBalances } from './reads.ts';

interface World extends Followed {
  readonly contracts: ContractBook;
}

/**
 * Deposits over a chain, by the `Transfer` events (EIP-20) of the catalogue's contracts. A deposit gets its last confirmation when its
 * block has enough of them, its event was read twice, and its address holds what the events say.
 */
export function createDeposits(world: World): DepositSource {
  const { database, rpc, contracts, confirmations: needed } = world;
  const { query } = database;
  const { follow, readAgain, reread } = createFollower(world);
  const tellBehind = createBehindReport(query, rpc.chain);
  let position: ChainPosition | null = null;

  return {
    reread,
    position: () => position,
    async incoming(at) {
      rpc.doubt();
      const sound = await contracts.sound(query, at);
      const state = await follow(sound, at);
      position = { head: state.head, read: state.cursor.number, at };
      await tellHalt(query, rpc.chain, state, at);
      await tellBehind(state, at);
      await closeEnded(query, rpc.chain);
      const found = (await openTransfers(query, rpc.chain)).filter(isUntold);
      const open = found.filter((row) => !row.is_changed);
      const reports: Reports = new Map();
      const doubtful = tellChanged(reports, found);
      const full = open.filter((row) => isFull(row, state, needed));
      const short = await shortOf(world, sound, full, state, reports);
      const { gone, elsewhere } = await judgeLost(world, open, state, reports);
      await keepReports(query, rpc.chain, { reports, state }, at);
      for (const number of elsewhere) await readAgain(state.cursor, number, sound);
      const isHeld = (row: OpenTransfer) => short.has(holdingOf(row)) || doubtful.has(outputsOf(row));
      const held = new Set(full.filter((row) => !isDust(row) && isHeld(row)));
      const counted = new Set(full.filter((row) => !held.has(row)));
      return open.map((row): IncomingDeposit => {
        const isCounted = counted.has(row);
        const isHalted = state.cursor.haltedWhy !== null && blocksOn(row, state) >= needed;
        const isUnderReview = held.has(row) || (isHalted && !isDust(row));
        const seen = isCounted || isUnderReview ? needed : Math.min(blocksOn(row, state), needed - 1);
        return {
          network: rpc.chain,
          txHash: row.tx_hash,
          index: row.ordinal,
          token: row.token,
          amount: BigInt(row.amount),
          to: row.recipient,
          confirmations: { seen, needed },
          dropped: gone.has(row) ? 'network_dropped' : isCounted && isDust(row) ? 'below_minimum' : null,
          isUnderReview,
        };
      });
    },
  };
}

interface OpenTransfer {
  readonly tx_hash: string;
  readonly token: string;
  readonly ordinal: number;
  readonly recipient: string;
  readonly amount: string;
  /** Null while it is not part of the chain. */
  readonly block_number: string | null;
  readonly gone_since: string | null;
  /** The token's minimum deposit. */
  readonly least: string;
  /** The status of its transaction in the history; null while it has none. */
  readonly status: TransactionStatus | null;
  /** Whether another amount or recipient than the chain has now was credited for it. */
  readonly is_changed: boolean;
}

/**
 * Closes ended deposits, unless the chain has another transfer than the ended one, or has a dropped one again. Whether that was after
 * the deposit had ended is not asked, because the clocks of two servers may differ.
 */
async function closeEnded(query: Query, chain: string): Promise<void> {
  await query(
    `UPDATE chain_transfers known SET is_open = false FROM deposits JOIN transactions line ON line.id = transaction_id
    WHERE known.chain = $1 AND known.is_open AND deposits.network = known.chain AND deposits.tx_hash = known.tx_hash
      AND deposits.token = known.token AND deposits.output_index = known.ordinal
      AND (line.status = 'failed' AND known.block_number IS NULL
        OR (line.status = 'completed' OR line.status = 'failed' AND line.reason = 'below_minimum')
          AND deposits.amount = known.amount AND deposits.address = known.recipient)`,
    [chain],
  );
}

function openTransfers(query: Query, chain: string): Promise<OpenTransfer[]> {
  return query<OpenTransfer>(
    `SELECT known.tx_hash, known.token, ordinal, recipient, known.amount, block_number::text, gone_since::text,
      ${leastDeposit} AS least, line.status,
      coalesce(line.status = 'completed' AND (deposits.amount, deposits.address) <> (known.amount, known.recipient), false)
        AS is_changed
    FROM chain_transfers known JOIN tokens ON symbol = known.token
    LEFT JOIN deposits ON deposits.network = chain AND deposits.tx_hash = known.tx_hash AND deposits.token = known.token
      AND output_index = ordinal
    LEFT JOIN transactions line ON line.id = transaction_id
    WHERE chain = $1 AND is_open
    ORDER BY known.block_number, known.tx_hash, known.token, ordinal`,
    [chain],
  );
}

/** A failed deposit is reported again only when it came back. */
function isUntold(row: OpenTransfer): boolean {
  return row.status !== 'failed' || (row.block_number !== null && !isDust(row));
}

const isDust = ({ amount, least }: OpenTransfer) => BigInt(amount) < BigInt(least);

/** The number of blocks on a transfer, its own among them. */
function blocksOn({ block_number: number }: OpenTransfer, { head }: ChainState): number {
  return number === null ? 0 : Math.max(0, head - Number(number) + 1);
}

/** Nothing gets its last confirmation while the chain is halted, or while later payments from our addresses are still being read. */
function isFull(row: OpenTransfer, state: ChainState, needed: number): boolean {
  const { cursor, head } = state;
  const isReadTwice = row.block_number !== null && Number(row.block_number) <= cursor.checked;
  const isCurrent = cursor.haltedWhy === null && cursor.number >= head;
  return isCurrent && isReadTwice && blocksOn(row, state) >= needed;
}

/** What the operator is told in a round: why a transaction, or what arrived at an address in a token, is not credited. By its name. */
type Reports = Map<string, string>;

/** A transaction, or an address with a token. Other work on deposits has subjects of other shapes. */
const reported = /^0x(?:[\da-f]{64}$|[\da-f]{40} )/i;

/**
 * Stores the reports of a round, and deletes those of earlier rounds that were not made again, whatever became of their deposits. While the
 * chain is halted or not read to its end not all are judged, and those of earlier rounds stay.
 */
async function keepReports(
  query: Query,
  chain: string,
  { reports, state: { cursor, head, omitted } }: { readonly reports: Reports; readonly state: ChainState },
  at: Date,
): Promise<void> {
  const subjectOf = (name: string) => `${chain} ${name}`;
  for (const [name, error] of reports) {
    await recordFailure(query, { work: 'deposit', subject: subjectOf(name), error, at });
  }
  if (cursor.haltedWhy !== null || cursor.number < head) return;
  const known = await query<{ subject: string }>(
    "SELECT subject FROM failed_attempts WHERE work = 'deposit' AND subject LIKE $1",
    [subjectOf('0x%')],
  );
  const names = known.map(({ subject }) => subject.slice(subjectOf('').length));
  const over = names.filter((name) => reported.test(name) && !reports.has(name) && !omitted.has(name));
  await forgetFailures(query, 'deposit', over.map(subjectOf));
}

const holdingOf = ({ recipient, token }: OpenTransfer) => `${recipient} ${token}`;

/** The transfers that share their ordinals. */
const outputsOf = ({ tx_hash, token }: OpenTransfer) => `${tx_hash} ${token}`;

/**
 * Reports credited deposits under whose ordinal the chain has another transfer now: a node left one of the transaction out when it was read
 * first. Answers their transactions: what they have besides may be what was credited, and is held for an operator.
 */
function tellChanged(reports: Reports, found: readonly OpenTransfer[]): ReadonlySet<string> {
  const changed = found.filter(({ is_changed }) => is_changed);
  for (const { tx_hash } of changed) {
    const error =
      'another transfer was credited in place of one of this transaction: what it has besides is not credited';
    reports.set(tx_hash, error);
  }
  return new Set(changed.map(outputsOf));
}

interface Holding {
  readonly name: string;
  readonly address: string;
  readonly token: string;
  /** Deposits less withdrawals, according to the events. */
  readonly told: string;
}

/**
 * The addresses that hold less of a token than its events say: the contract kept a part (fee on transfer), or its events are false.
 * Deposits there are not credited until an operator has looked.
 */
async function shortOf(
  { database: { query }, rpc }: World,
  contracts: Contracts,
  full: readonly OpenTransfer[],
  { head }: ChainState,
  reports: Reports,
): Promise<ReadonlySet<string>> {
  if (full.length === 0) return new Set();
  const contractOf = new Map([...contracts].map(([address, symbol]) => [symbol, address]));
  const holdings = await query<Holding>(
    `SELECT holding.address || ' ' || holding.token AS name, holding.address, holding.token, (
      coalesce((SELECT sum(amount) FROM chain_transfers WHERE chain = $1 AND recipient = holding.address
        AND token = holding.token AND block_number <= $4), 0)
      - coalesce((SELECT sum(amount) FROM chain_transfers WHERE chain = $1 AND sender = holding.address
        AND token = holding.token AND block_number <= $4), 0))::text AS told
    FROM (SELECT DISTINCT * FROM unnest($2::text[], $3::text[]) AS given (address, token)) AS holding`,
    [rpc.chain, full.map(({ recipient }) => recipient), full.map(({ token }) => token), head],
  );
  const tokens = [...new Set(holdings.map(({ token }) => token))];
  const read = await Promise.all(
    tokens.map((token) => {
      const some = holdings.filter((each) => each.token === token);
      return balancesOf(rpc, contractOf.get(token), some, head);
    }),
  );
  const held = new Map(read.flatMap((some) => [...some]));
  const short = holdings.filter((each) => {
    const balance = held.get(each);
    return balance === undefined || balance < BigInt(each.told);
  });
  for (const each of short) {
    const has = held.get(each) ?? 'unknown';
    const error = `the address should hold ${each.told} minor units by the events of its deposits, its balance is ${has}: what arrived there is not credited`;
    reports.set(each.name, error);
  }
  return new Set(short.map(({ name }) => name));
}

/**
 * The balances of one token's holdings, except those that its contract does not tell, or whose token has no contract here. Each token gets
 * its own call with limited gas, so that a faulty contract delays no other.
 */
async function balancesOf(
  rpc: World['rpc'],
  contract: string | undefined,
  holdings: readonly Holding[],
  head: number,
): Promise<ReadonlyMap<Holding, bigint>> {
  if (contract === undefined) return new Map();
  const asked = holdings.map(({ address }) => ({ address, contract }));
  const balances = await readBalances(rpc, asked, head, { gas: gasInMulticall, isCompared: true });
  return new Map(
    holdings.flatMap((holding, index): [Holding, bigint][] => {
      const balance = balances[index] ?? null;
      return balance === null ? [] : [[holding, balance]];
    }),
  );
}

const knownTransaction = z.nullable(
  z.object({ blockNumber: z.nullable(hexNumber), blockHash: z.nullable(word) }),
);

interface Lost {
  /** Transfers that no node knows any more. */
  readonly gone: ReadonlySet<OpenTransfer>;
  /** Blocks in which all nodes have the transaction although its transfer was not reported there. */
  readonly elsewhere: ReadonlySet<number>;
}

/**
 * Decides on transfers that have been missing from the chain for the number of blocks that make one final. While some nodes have the
 * transaction in a block and others do not, nothing is decided and the operator is told.
 */
async function judgeLost(
  { rpc, confirmations: needed }: World,
  open: readonly OpenTransfer[],
  { head, cursor }: ChainState,
  reports: Reports,
): Promise<Lost> {
  const lost = open.filter(
    ({ block_number, gone_since }) =>
      block_number === null && gone_since !== null && head >= Number(gone_since) + needed,
  );
  const gone = new Set<OpenTransfer>();
  const elsewhere = new Set<number>();
  if (cursor.haltedWhy !== null) return { gone, elsewhere };
  const judged = await Promise.all(
    lost.map(async (each) => {
      const opinions = await rpc.askEach('eth_getTransactionByHash', [each.tx_hash], knownTransaction);
      const told = opinions.flatMap((opinion) => (opinion.ok ? [opinion.answer] : []));
      const places = new Set(told.map((answer) => answer?.blockHash ?? null));
      return {
        each,
        isKnown: told.some((answer) => answer !== null),
        isAsked: opinions.every(({ ok }) => ok),
        places,
        number: told[0]?.blockNumber ?? null,
      };
    }),
  );
  // A transfer is gone only if every node was asked and none knows it.
  const isOpen = ({ places, isKnown, isAsked }: (typeof judged)[number]) =>
    places.size > 1 || !(isKnown || isAsked);
  const disputed = judged.filter(isOpen);
  const agreed = judged.filter((each) => !isOpen(each));
  for (const { each, places } of disputed) {
    const error =
      places.size > 1
        ? 'some nodes of RPC_URL have this deposit in a block and others do not: it is not credited'
        : 'no node that answers knows this deposit, and another of RPC_URL cannot be asked: it is not credited';
    reports.set(each.tx_hash, error);
  }
  for (const { each, isKnown, number } of agreed) {
    if (!isKnown) gone.add(each);
    if (number !== null && number <= BigInt(cursor.checked)) elsewhere.add(Number(number));
  }
  return { gone, elsewhere };
}

async function tellHalt(query: Query, chain: string, { cursor }: ChainState, at: Date): Promise<void> {
  const { haltedWhy: error } = cursor;
  if (error !== null) await recordFailure(query, { work: 'deposit', subject: chain, error, at });
}

/** Reports while the nodes hold up newer deposits, and deletes the report afterwards. */
function createBehindReport(query: Query, chain: string) {
  const subject = `${chain}: newest block`;
  // A server before this one may have reported it.
  let isReported = true;
  return async ({ whyBehind: why }: ChainState, at: Date) => {
    if (why !== null) {
      const error = `newer deposits wait: ${why}`;
      await recordFailure(query, { work: 'deposit', subject, error, at });
    } else if (isReported) await forgetFailures(query, 'deposit', [subject]);
    isReported = why !== null;
  };
}
