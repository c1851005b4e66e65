import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from '../../server/database/db.ts';
import { migrate } from '../../server/database/migrate.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { audit } from '../../server/ledger/audit.ts';
import { createContractBook } from '../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../server/settlement/evm/deposits.ts';
import { openRpc } from '../../server/settlement/evm/rpc.ts';
import { localSigner } from '../../server/settlement/evm/signer.ts';
import {
  createWithdrawals,
  usualEstimatesAtOnce,
  usualReplaceAfter,
} from '../../server/settlement/evm/withdrawals.ts';
import { receiveDeposits } from '../../server/settlement/receiveDeposits.ts';
import { settleDue } from '../../server/settlement/settleDue.ts';
import { approvedWithdrawals } from '../support/approvedWithdrawals.ts';
import { openTestChain, type TestChain } from '../support/chain.ts';
import { crowd } from '../support/crowd.ts';
import { networkOf } from '../support/following.ts';
import { startCluster } from '../support/postgresCluster.ts';
import { hotWalletOf } from '../support/withdrawals.ts';
import { tell } from './figures.ts';

const confirmations = 12;
const addresses = 100_000;
const deposits = 1_000;
const emptyBlocks = 100_000;
const withdrawals = 300;
const gwei = 1_000_000_000n;
const usdt = 1_000_000n;

/** The pause between two rounds of the server. */
const pause = 1_000;

/** How long the server takes for what comes over a chain all at once, on both engines, against an Anvil on the same machine. */
export async function main(): Promise<void> {
  console.log(`${cpus().length} cores, shared with the node; ${confirmations} confirmations, fsync on`);
  const folder = mkdtempSync(join(tmpdir(), 'zesto-chain-'));
  try {
    await bench('PGlite', await openPglite({ dataDir: folder }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const cluster = startCluster({ durable: true });
  if (!cluster) return console.log('PostgreSQL: skipped, initdb and pg_ctl were not found');
  try {
    const admin = await openPostgres({ url: cluster.url('postgres'), connections: 1 });
    await admin.query('CREATE DATABASE chain');
    await admin.close();
    await bench('PostgreSQL', await openPostgres({ url: cluster.url('chain'), connections: 20 }));
  } finally {
    cluster.stop();
  }
}

async function bench(engine: string, database: Db): Promise<void> {
  try {
    await migrate(database);
    const owners = await crowd(database, addresses);
    await database.query('VACUUM ANALYZE');
    // The history of states, and the system calls of later forks, take Anvil longer with each block.
    await over(database, ['--hardfork', 'cancun', '--prune-history'], (world) =>
      measureCatchUp(engine, world),
    );
    for (const table of ['chain_cursors', 'chain_blocks']) await database.query(`DELETE FROM ${table}`);
    await over(database, [], async (world) => {
      await measureDeposits(engine, { ...world, owners });
      await measureWithdrawals(engine, { ...world, owners });
    });
    const { clean, transfers } = await audit(database.query);
    console.log(`  audit of ${transfers} transfers: ${clean ? 'clean' : 'FAULTS'}`);
  } finally {
    await database.close();
  }
}

/** Measures with a chain of its own that a server has begun to follow. */
async function over(
  database: Db,
  options: readonly string[],
  measure: (world: Omit<World, 'owners'>) => Promise<void>,
): Promise<void> {
  const chain = await openTestChain(options);
  try {
    const server = serverOf(database, chain);
    await server.round();
    await measure({ chain, server, database });
  } finally {
    await chain.close();
  }
}

type BenchServer = ReturnType<typeof serverOf>;

/** A server's rounds over the chain, without its HTTP. */
function serverOf(database: Db, chain: TestChain) {
  const network = networkOf(chain);
  const rpc = openRpc({ rpcUrls: [chain.url], chainId: chain.chainId });
  const complain = (subject: string, error: unknown) => console.log(`  ${subject}: ${String(error)}`);
  const warn = () => undefined;
  const source = createDeposits({
    ...{ database, rpc, confirmations, warn },
    contracts: createContractBook(rpc, network),
  });
  const outgoing = createWithdrawals({
    ...{ database, rpc, chainId: chain.chainId, signer: localSigner(hotWalletOf(chain).key) },
    ...{ confirmations, maxFee: 500n * gwei },
    ...{ replaceAfter: usualReplaceAfter, estimatesAtOnce: usualEstimatesAtOnce },
    contractOf: async (token) => (token === 'USDT' ? chain.contracts.USDT : null),
  });
  const settlement = { ...outgoing, incoming: source.incoming };
  return {
    async round() {
      const at = new Date();
      await settleDue({ database, settlement, complain, told: () => undefined }, at);
      await Promise.all([outgoing.advance(at), receiveDeposits({ database, settlement, complain }, at)]);
    },
  };
}

interface World {
  readonly chain: TestChain;
  readonly server: BenchServer;
  readonly database: Db;
  readonly owners: Awaited<ReturnType<typeof crowd>>;
}

async function measureDeposits(engine: string, { chain, server, owners }: Omit<World, 'database'>) {
  const step = Math.floor(owners.length / deposits);
  for (let number = 0; number < deposits; number += 1) {
    const { address } = owners[number * step] ?? { address: chain.accounts.outsider.address };
    await chain.transfer('USDT', address, 5n * usdt);
  }
  await chain.mine();
  const shown = await timed(() => server.round());
  await chain.mine(confirmations - 1);
  const booked = await timed(() => server.round());
  tellSeconds(`${engine}, a block with ${count(deposits)} deposits shown`, shown);
  tellSeconds(`${engine}, the same booked`, booked, 2);
  tellSeconds(`${engine}, a round without any`, await timed(() => server.round()));
}

async function measureCatchUp(engine: string, { chain, server, database }: Omit<World, 'owners'>) {
  for (let mined = 0; mined < emptyBlocks; mined += 500) await chain.mine(500);
  const head = Number(await chain.client.getBlockNumber());
  let rounds = 0;
  const took = await timed(async () => {
    for (let checked = 0; checked < head - confirmations + 1; rounds += 1) {
      if (rounds > 0) await wait(pause);
      await server.round();
      const [row] = await database.query<{ checked: string }>('SELECT checked::text FROM chain_cursors');
      checked = Number(row?.checked ?? 0);
    }
  });
  tellSeconds(`${engine}, ${count(emptyBlocks)} empty blocks, read twice`, took, 60);
  console.log(`  ${rounds} rounds with a pause of ${pause / 1_000} s between them`);
}

async function measureWithdrawals(engine: string, { chain, server, database, owners }: World) {
  const { hotWallet } = chain.accounts;
  await chain.transfer('USDT', hotWallet.address, 10_000n * usdt);
  await chain.mine();
  await approvedWithdrawals(database, owners.slice(0, withdrawals), 10n * usdt);
  const first = await chain.client.getTransactionCount({ address: hotWallet.address });
  await chain.client.setIntervalMining({ interval: 1 });
  const started = performance.now();
  const since = () => (performance.now() - started) / 1_000;
  let left: number | null = null;
  for (;;) {
    await server.round();
    const mined = (await chain.client.getTransactionCount({ address: hotWallet.address })) - first;
    if (mined >= withdrawals) left ??= since();
    const [open] = await database.query<{ open: number }>(
      "SELECT count(*)::int AS open FROM transactions WHERE kind = 'withdraw' AND status = 'processing'",
    );
    if (open?.open === 0) break;
    await wait(pause);
  }
  await chain.client.setIntervalMining({ interval: 0 });
  tellSeconds(`${engine}, ${withdrawals} withdrawals in blocks of 1 s`, left ?? Number.NaN, 30);
  tellSeconds(`${engine}, the same with ${confirmations} confirmations`, since());
}

/** In seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1_000;
}

const count = (number: number) => number.toLocaleString('en');

function tellSeconds(name: string, seconds: number, aim?: number): void {
  tell({ name: `chain, ${name}`, value: seconds, unit: 's', ...(aim !== undefined && { aim }) });
}
