import { type Address, getAddress } from 'viem';
import { gasAddressOf } from '../addresses/derivation.ts';
import type { Db } from '../database/db.ts';
import { snapshotOf } from '../database/snapshot.ts';
import type { Contracts } from '../settlement/evm/blocks.ts';
import type { ContractBook } from '../settlement/evm/contracts.ts';
import { feesFor } from '../settlement/evm/fees.ts';
import { readCoins, readNewest, readTip } from '../settlement/evm/reads.ts';
import type { Rpc } from '../settlement/evm/rpc.ts';
import type { DepositNetwork } from '../tokens/network.ts';
import { ChainUnread, readBalances } from './balances.ts';
import { book, bookMovements } from './bookings.ts';
import { type Facts, readFacts, type TreasuryAddress } from './facts.ts';
import { type Holding, holdingsOf, openingOf, type Weighing } from './holdings.ts';
import { createSweeps, type Sweeps, type ToSweep } from './sweeps.ts';

export interface TreasuryWorld {
  readonly database: Db;
  readonly rpc: Rpc;
  readonly contracts: ContractBook;
  /** The highest price of a unit of gas, in wei. */
  readonly maxFee: bigint;
  /** The operator's own addresses on the chain. */
  readonly addresses: readonly TreasuryAddress[];
  readonly network: Pick<DepositNetwork, 'chainId' | 'xpub'>;
  readonly confirmations: number;
}

/** An address's balance of the chain's coin, in wei. */
interface Coins extends TreasuryAddress {
  readonly wei: bigint;
}

/** The holdings on the chain at a block, and whom they belong to. */
export interface Statement {
  readonly chain: string;
  readonly block: { readonly number: number; readonly hash: string };
  readonly tokens: readonly Holding[];
  readonly coins: readonly Coins[];
  /** For how many withdrawals the hot wallet has gas at the current price; null without a hot wallet, and while gas is too dear or free. */
  readonly payments: bigint | null;
}

/** The operator's view of all holdings on a chain. */
export interface Treasury {
  /** CAIP-2: `eip155:1`. */
  readonly chain: string;
  /** Books the movements. Call it in every round. Rejects when it needs the chain and cannot reach it. */
  advance(at: Date): Promise<void>;
  /** Rejects while the chain cannot be reached. Null before it was followed. */
  statement(at: Date): Promise<Statement | null>;
  readonly sweeps: Sweeps;
  readonly addresses: readonly TreasuryAddress[];
  /** Compares the holdings on the chain with the books; like `statement`, without coins. */
  compare(at: Date): Promise<Pick<Statement, 'block' | 'tokens'> | null>;
}

/** The operator's own addresses on the chain: those of the settings, and the one that pays the gas of sweeps. */
export function treasuryAddressesOf(given: {
  readonly hotWallet: string | null;
  readonly coldAddress: string | null;
  readonly xpub: string;
}): readonly TreasuryAddress[] {
  const { hotWallet, coldAddress, xpub } = given;
  return [
    ...(hotWallet === null ? [] : [{ address: hotWallet, kind: 'hot' as const }]),
    ...(coldAddress === null ? [] : [{ address: coldAddress, kind: 'cold' as const }]),
    { address: gasAddressOf(xpub), kind: 'gas' },
  ];
}

/** The usual gas of a token transfer to an address without a balance of it. */
const usualGas = 65_000n;

/** Milliseconds until the next try of an opening for which balances could not be read, because each try reads the facts of all tokens. */
const nextTry = 60_000;

export function createTreasury(world: TreasuryWorld): Treasury {
  const { database, rpc, contracts, maxFee, addresses, network, confirmations } = world;
  const { query } = database;
  const { chain } = rpc;
  const snapshot = snapshotOf(database);
  const opened = new Set<string>();
  /** When the opening of a token was tried whose balances could not be read. */
  const triedAt = new Map<string, number>();
  let isRegistered = false;

  async function register(at: Date) {
    if (isRegistered) return;
    await query(
      `INSERT INTO treasury_addresses (chain, address, kind, added_at)
      SELECT $1, given.*, $4 FROM unnest($2::text[], $3::text[]) AS given ON CONFLICT (chain, address) DO NOTHING`,
      [chain, addresses.map(({ address }) => address), addresses.map(({ kind }) => kind), at],
    );
    isRegistered = true;
  }

  async function weigh(facts: Facts, followed: Contracts, only: ReadonlySet<string>): Promise<Weighing> {
    const contractOf = new Map([...followed].map(([address, token]) => [token, address]));
    const asked = [...only].flatMap((token) => {
      const contract = contractOf.get(token);
      if (contract === undefined) return [];
      const places = facts.places.filter((each) => each.token === token);
      const addresses = [...facts.treasury, ...places].map(({ address }) => address);
      return [{ token, contract, addresses }];
    });
    const told = await readBalances(rpc, facts.block, asked);
    const unread = new Set(asked.filter((_, index) => !told[index]).map(({ token }) => token));
    return { balances: told.flatMap((some) => some ?? []), unread };
  }

  /** Whether the books of a token may have to be opened now. */
  function isToOpen(token: string, now: number): boolean {
    const tried = triedAt.get(token);
    return !opened.has(token) && (tried === undefined || Math.abs(now - tried) >= nextTry);
  }

  /** Opens the books of newly followed tokens: what the addresses hold by then is booked to the float. */
  async function open(at: Date) {
    const followed = await contracts.sound(query, at);
    const fresh = new Set([...followed.values()].filter((token) => isToOpen(token, at.getTime())));
    if (fresh.size === 0) return;
    const facts = await snapshot((query) => readFacts(query, chain));
    if (!facts) return;
    const missing = new Set([...fresh].filter((token) => !facts.openings.has(token)));
    const weighing = await weigh(facts, followed, missing);
    const isUnread = (token: string) => weighing.unread.has(token);
    const readable = [...missing].filter((token) => !isUnread(token));
    const bookings = readable.map((token) => ({
      token,
      amount: openingOf(facts, token, weighing),
      reason: 'opening' as const,
      blockNumber: facts.block.number,
    }));
    if (bookings.length > 0) {
      await database.transaction(async (query) => {
        await query(
          'INSERT INTO treasury_cursors (chain, booked_to) VALUES ($1, $2) ON CONFLICT (chain) DO NOTHING',
          [chain, facts.block.number],
        );
        await book(query, chain, bookings, at);
      });
    }
    for (const token of fresh) {
      if (isUnread(token)) triedAt.set(token, at.getTime());
      else opened.add(token);
    }
  }

  async function read(at: Date) {
    const followed = await contracts.sound(query, at);
    const facts = await snapshot((query) => readFacts(query, chain));
    if (!facts) return null;
    const tokens = new Set([...followed.values()].sort());
    const weighing = await weigh(facts, followed, tokens);
    const { unread } = weighing;
    if (tokens.size > 0 && unread.size === tokens.size)
      throw new ChainUnread('no contract tells balances on which the nodes of RPC_URL agree');
    return { facts, followed, ...weighing, block: facts.block, tokens: holdingsOf(facts, tokens, weighing) };
  }

  async function sweepable(at: Date): Promise<ToSweep> {
    const told = await read(at);
    if (!told) return { balances: [], unread: [] };
    const { facts, followed, balances, unread } = told;
    const own = new Set(facts.treasury.map(({ address }) => address));
    const contractOf = new Map([...followed].map(([address, token]) => [token, address]));
    const credited = balances.flatMap(({ token, address, balance }) => {
      const contract = contractOf.get(token);
      if (own.has(address) || contract === undefined) return [];
      // Unconfirmed deposits are left out, because a reorganisation could remove them, and the sweep would fail.
      const uncertain = facts.pending.filter((each) => each.recipient === address && each.token === token);
      const amount = uncertain.reduce((rest, each) => rest - each.amount, balance);
      return amount > 0n ? [{ token, address, contract: getAddress(contract), amount }] : [];
    });
    return { balances: credited, unread: [...unread] };
  }

  async function paymentsFor(hot: Coins | undefined): Promise<bigint | null> {
    if (!hot) return null;
    const baseFee = (await readNewest(rpc)).baseFeePerGas ?? 0n;
    const fees = feesFor(baseFee, await readTip(rpc, baseFee), maxFee);
    if (!fees) return null;
    const [usual] = await query<{ gas: string | null }>(
      `SELECT avg(gas)::bigint::text AS gas FROM (
        SELECT gas FROM outgoing_payments WHERE chain = $1 AND block_number IS NOT NULL ORDER BY block_number DESC LIMIT 20
      ) AS newest`,
      [chain],
    );
    const price = BigInt(usual?.gas ?? usualGas) * fees.maxFeePerGas;
    return price > 0n ? hot.wei / price : null;
  }

  const sweeps = createSweeps({ database, rpc, ...network, confirmations, maxFee, sweepable });

  return {
    chain,
    sweeps,
    addresses,

    async advance(at) {
      await register(at);
      await open(at).catch((error: unknown) => {
        // The next round tries again when the chain has settled.
        if (!(error instanceof ChainUnread)) throw error;
      });
      await bookMovements(database, chain, at);
    },

    compare: read,

    async statement(at) {
      const told = await read(at);
      if (!told) return null;
      const { facts, block, tokens } = told;
      const coins = await Promise.all(
        facts.treasury.map(async (each) => ({
          ...each,
          wei: await readCoins(rpc, getAddress(each.address), BigInt(block.number)),
        })),
      );
      const hot = hotAmong(addresses);
      const payments = await paymentsFor(coins.find(({ address }) => address === hot));
      return { chain, block, tokens, coins, payments };
    },
  };
}

function hotAmong(addresses: readonly TreasuryAddress[]): Address | null {
  const hot = addresses.find(({ kind }) => kind === 'hot');
  return hot ? getAddress(hot.address) : null;
}
