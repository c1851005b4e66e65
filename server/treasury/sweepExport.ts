import { type Address, formatEther, formatGwei, getAddress } from 'viem';
import { ok, type Result, refused } from '../../contract/result.ts';
import { mostInSweep } from '../../contract/sweeps.ts';
import { addressesOf, gasAddressOf } from '../addresses/derivation.ts';
import type { Query } from '../database/db.ts';
import { type Fees, feesFor } from '../settlement/evm/fees.ts';
import { RpcProblem } from '../settlement/evm/node.ts';
import { transferData } from '../settlement/evm/place.ts';
import { coinsQuestion, countQuestion, readGas, readNewest, readTip } from '../settlement/evm/reads.ts';
import { reasonOf } from '../settlement/evm/round.ts';
import type { Opinion, Rpc } from '../settlement/evm/rpc.ts';
import { inTurns } from './inTurns.ts';
import type { Planned } from './sweepRecords.ts';

/** A balance at a deposit address that can be swept, in minor units. */
export interface Sweepable {
  readonly address: string;
  readonly token: string;
  readonly contract: Address;
  readonly amount: bigint;
}

export interface Plan {
  readonly transactions: readonly Planned[];
  /** Why addresses were left out, in sentences. */
  readonly leftOut: readonly string[];
}

interface World {
  readonly rpc: Rpc;
  readonly query: Query;
  readonly xpub: string;
  readonly maxFee: bigint;
}

/** The gas of sending coins to an address without code. */
const transferGas = 21_000n;
/** Offline signing takes time, so the base fee may double the one that withdrawals allow for. */
const headroom = 2n;
/**
 * Plans the transactions that move `wanted` to `recipient`, after transactions from the gas address that give the addresses gas. Answers
 * one sentence when it is not possible now.
 */
export async function planSweep(
  { rpc, query, xpub, maxFee }: World,
  wanted: readonly Sweepable[],
  recipient: Address,
): Promise<Result<Plan, string>> {
  const baseFee = (await readNewest(rpc)).baseFeePerGas ?? 0n;
  const fees = feesFor(baseFee * headroom, await readTip(rpc, baseFee), maxFee);
  if (!fees) {
    return refused(
      `A unit of gas costs ${formatGwei(baseFee)} Gwei, and MAX_FEE_GWEI (${formatGwei(maxFee)}) leaves no room for it to rise.`,
    );
  }
  const addresses = [...new Set(wanted.map(({ address }) => address))];
  // Addresses of another key are taken out first: they stay in the list for good, and would fill the places of ours.
  const numbers = await keyNumbers(query, xpub, addresses);
  const own = addresses.filter((address) => numbers.has(address));
  const chosen = new Set(own.slice(0, mostInSweep));
  const leftOut: string[] = [];
  const later = own.length - chosen.size;
  if (later > 0) leftOut.push(`${later} addresses wait for the next export.`);
  const foreign = addresses.length - own.length;
  if (foreign > 0) leftOut.push(`${foreign} addresses are of another DEPOSIT_XPUB.`);
  const ours = [...numbers]
    .filter(([address]) => chosen.has(address))
    .toSorted(([, one], [, other]) => one - other)
    .map(([address]) => address);
  const drained = await inTurns(ours, async (address) => {
    const sender = getAddress(address);
    const { count: nonce, coins, difference } = await readState(rpc, sender);
    const calls: Planned[] = [];
    for (const { token, contract, amount } of wanted.filter((each) => each.address === address)) {
      const data = transferData({ recipient, amount });
      const gas = await readGas(rpc, { from: sender, to: contract, data }, 'latest').catch(
        (error: unknown) => {
          // Only a node's answer about the call leaves the address out; when no node can be asked, the plan fails.
          if (!(error instanceof RpcProblem) || error.code === undefined) throw error;
          leftOut.push(`${token} at ${address} cannot be moved: ${reasonOf(error)}.`);
          return null;
        },
      );
      if (gas === null) continue;
      calls.push({
        ...{
          path: `0/${numbers.get(address)}`,
          sender,
          nonce: nonce + calls.length,
          called: contract,
          value: 0n,
        },
        ...{ data, gas: (gas * 5n) / 4n, ...fees, token, amount, recipient },
      });
    }
    return { sender, calls, missing: costOf(calls) - coins, difference };
  });
  const differing = drained.find(({ difference }) => difference !== null)?.difference ?? null;
  if (differing !== null) return refused(differing);
  const gasAddress = getAddress(gasAddressOf(xpub));
  const topUps = await planTopUps(rpc, gasAddress, fees, drained);
  if (!topUps.ok) return topUps;
  const transactions = [...topUps.value, ...drained.flatMap(({ calls }) => calls)];
  return ok({ transactions, leftOut });
}

interface State {
  /** How many transactions the address has made, which is its next nonce. */
  readonly count: number;
  /** In wei. */
  readonly coins: bigint;
  /** What the nodes do not agree about, in one sentence; null when all that answer tell the same. */
  readonly difference: string | null;
}

/** Asks every node: a number or a balance that one has made up would hold up the sweep, and every export after it. */
async function readState(rpc: Rpc, address: Address): Promise<State> {
  const [counts, coins] = await Promise.all([
    rpc.askEach(...countQuestion(address, 'latest')),
    rpc.askEach(...coinsQuestion(address, 'latest')),
  ]);
  const difference =
    differenceIn(counts, `how many transactions ${address} has made`, String) ??
    differenceIn(coins, `how many coins ${address} has`, formatEther);
  return { count: Number(firstOf(counts)), coins: firstOf(coins), difference };
}

const firstOf = (opinions: readonly Opinion<bigint>[]) =>
  opinions.flatMap((each) => (each.ok ? [each.answer] : []))[0] ?? 0n;

function differenceIn(
  opinions: readonly Opinion<bigint>[],
  what: string,
  print: (answer: bigint) => string,
): string | null {
  const told = opinions.flatMap((each) => (each.ok ? [each] : []));
  if (new Set(told.map(({ answer }) => answer)).size < 2) return null;
  const answers = told.map(({ place, answer }) => `${print(answer)} by node ${place}`);
  return `The nodes of RPC_URL do not agree ${what}: ${answers.join(', ')}.`;
}

interface Drained {
  readonly sender: Address;
  readonly calls: readonly Planned[];
  /** The missing gas in wei; 0 or less when there is enough. */
  readonly missing: bigint;
}

async function planTopUps(
  rpc: Rpc,
  gasAddress: Address,
  fees: Fees,
  drained: readonly Drained[],
): Promise<Result<readonly Planned[], string>> {
  const poor = drained.filter(({ missing }) => missing > 0n);
  const { count: first, coins: has, difference } = await readState(rpc, gasAddress);
  if (difference !== null) return refused(difference);
  const topUps = poor.map(
    ({ sender, missing }, index): Planned => ({
      ...{
        path: '1/0',
        sender: gasAddress,
        nonce: first + index,
        called: sender,
        value: missing,
        data: '0x',
      },
      ...{ gas: transferGas, ...fees, token: null, amount: missing, recipient: sender },
    }),
  );
  const needed = costOf(topUps);
  return has >= needed
    ? ok(topUps)
    : refused(
        `The gas address ${gasAddress} has ${formatEther(has)} coins, and this sweep may need ${formatEther(needed)}: pay it coins, or raise --least.`,
      );
}

function costOf(transactions: readonly Planned[]): bigint {
  return transactions.reduce((all, { value, gas, maxFeePerGas }) => all + value + gas * maxFeePerGas, 0n);
}

/** The key index of each address; addresses of another key are left out. */
async function keyNumbers(
  query: Query,
  xpub: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ address: string; xpub: string | null; key_number: number | null }>(
    'SELECT address, xpub, key_number FROM deposit_addresses WHERE address = ANY ($1::text[])',
    [addresses],
  );
  const known = new Map(
    rows.flatMap(({ address, xpub: of, key_number }) =>
      of === xpub && key_number !== null ? [[address, key_number] as const] : [],
    ),
  );
  const unknown = new Set(rows.filter(({ xpub: of }) => of === null).map(({ address }) => address));
  if (unknown.size === 0) return known;
  const [counter] = await query<{ used: number }>('SELECT used FROM deposit_keys WHERE xpub = $1', [xpub]);
  const derive = addressesOf(xpub);
  for (let number = 0; number < (counter?.used ?? 0) && unknown.size > 0; number += 1) {
    const address = derive(number);
    if (unknown.delete(address)) known.set(address, number);
  }
  return known;
}
