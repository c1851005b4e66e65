import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { printMoney } from '../../../contract/money.ts';
import { findListing } from '../../tokens/listings.ts';
import type { Fees } from './fees.ts';
import { isRevert } from './node.ts';
import { firstNumber } from './numbers.ts';
import {
  allotNonces,
  type Committed,
  mayLeave,
  type Outgoing,
  type Placement,
  refuseOutgoing,
} from './outgoing.ts';
import { readBalance, readGas } from './reads.ts';
import { type Cost, type Round, reasonOf, tellGas } from './round.ts';

/** Added to a gas estimate, because the chain's state changes until the transaction is mined. */
const withMargin = (gas: bigint) => (gas * 5n) / 4n;
/** The units of gas that any transaction needs. */
const leastGas = 21_000n;

/** A payment's transfer, encoded as a call of its token's contract. */
export function transferData({ recipient, amount }: Pick<Outgoing, 'recipient' | 'amount'>): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] });
}

/**
 * Gives waiting payments nonces, as far as the hot wallet has tokens and coins for everything promised. A payment that it cannot cover
 * waits, and lets smaller ones pass. A transfer that the token's contract would revert fails before it is signed.
 */
export async function placeWaiting(round: Round, open: readonly Outgoing[], fees: Fees): Promise<void> {
  const { database, rpc, head, at } = round;
  const { chain } = rpc;
  const wallet = round.signer.address;
  const waiting = await withoutHeldBack(
    round,
    open.filter(({ place }) => place === null),
  );
  const ids = new Set(waiting.map(({ id }) => id));
  for (const id of round.costs.keys()) if (!ids.has(id)) round.costs.delete(id);
  if (waiting.length === 0) return;
  const from = await firstNumber(round);
  if (from === null) return;
  const funds = await fundsOf(round, waiting);
  const placements: Placement[] = [];
  const refused: string[] = [];
  for (const { payment, contract } of await tried(round, affordable(round, open, waiting, funds, fees))) {
    const gas = round.costs.get(payment.id)?.gas;
    if (gas === 'reverted') refused.push(payment.id);
    else if (typeof gas === 'bigint') placements.push({ id: payment.id, contract, gas });
    else round.tell('node', `No node tells what payment ${payment.id} costs: ${gas?.unknown}.`);
  }
  const short = await database.transaction(async (query) => {
    let choice: Choice = { placements: [], tokens: new Map(), hasGas: true };
    let refusedIds: readonly string[] = [];
    await allotNonces(query, {
      ...{ chain, wallet, mined: head.nonce, from, waiting: [...ids] },
      choose: (mayLeave, committed) => {
        const wanted = waiting.filter(({ id }) => mayLeave.has(id));
        refusedIds = refused.filter((id) => mayLeave.has(id));
        choice = choose({ wanted, placements, committed, funds, coins: head.coins, fees });
        return choice.placements;
      },
    });
    await refuseOutgoing(query, chain, refusedIds, at);
    return choice;
  });
  await tellShortages(round, short);
}

/** Leaves out held payments to save calls. The check is repeated when a payment gets its nonce. */
async function withoutHeldBack(
  { database }: Round,
  waiting: readonly Outgoing[],
): Promise<readonly Outgoing[]> {
  const ids = waiting.map(({ id }) => id);
  const free = await mayLeave(database.query, ids);
  return waiting.filter(({ id }) => free.has(id));
}

interface Candidate {
  readonly payment: Outgoing;
  readonly contract: Address;
}

/** The payments that the wallet could cover if nothing else were promised and every transaction took the least gas; oldest first. */
function affordable(
  round: Round,
  open: readonly Outgoing[],
  waiting: readonly Outgoing[],
  funds: ReadonlyMap<string, Fund>,
  { maxFeePerGas }: Fees,
): readonly Candidate[] {
  const { head } = round;
  const left = new Map([...funds].map(([token, { balance }]) => [token, balance]));
  const unmined = open.flatMap(({ place }) => (place && place.nonce >= head.nonce ? [place] : []));
  let coins = unmined.reduce((rest, { gas }) => rest - gas * maxFeePerGas, head.coins);
  return waiting.flatMap((payment) => {
    const contract = funds.get(payment.token)?.contract;
    const rest = (left.get(payment.token) ?? 0n) - payment.amount;
    if (contract === undefined || rest < 0n) return [];
    left.set(payment.token, rest);
    coins -= leastGas * maxFeePerGas;
    if (coins >= 0n) return [{ payment, contract }];
    tellGas(round);
    return [];
  });
}

/**
 * Estimates transfers that were not yet estimated after the newest block, those estimated longest ago first, and answers all whose cost after
 * it is known.
 */
async function tried(round: Round, candidates: readonly Candidate[]): Promise<readonly Candidate[]> {
  const { head, costs, estimatesAtOnce } = round;
  const isKnown = ({ payment: { id } }: Candidate) => costs.get(id)?.block.hash === head.hash;
  const lastTurn = ({ payment: { id } }: Candidate) => Number(costs.get(id)?.block.number ?? -1n);
  const due = candidates
    .filter((each) => !isKnown(each))
    .toSorted((one, other) => lastTurn(one) - lastTurn(other))

    .slice(0, estimatesAtOnce);
  await Promise.all(
    due.map(async ({ payment, contract }) => {
      const gas = await tryOut(round, payment, contract);
      costs.set(payment.id, { block: head, gas });
    }),
  );
  return candidates.filter(isKnown);
}

interface Fund {
  readonly contract: Address;
  /** The hot wallet's balance of the token at the newest block, in minor units. */
  readonly balance: bigint;
}

/** By token; without tokens that have no contract on this chain, or whose contract does not answer. */
async function fundsOf(round: Round, waiting: readonly Outgoing[]): Promise<ReadonlyMap<string, Fund>> {
  const { rpc, head, signer, contractOf, tell } = round;
  const funds = new Map<string, Fund>();
  for (const token of new Set(waiting.map((each) => each.token))) {
    const contract = await contractOf(token);
    const balance = contract && (await readBalance(rpc, contract, signer.address, head.number));
    if (contract !== null && balance !== null) funds.set(token, { contract, balance });
    else {
      const why = contract === null ? 'it has none on this chain' : 'it tells no balance';
      tell('contract', `Withdrawals of ${token} wait for its contract: ${why}.`);
    }
  }
  return funds;
}

async function tryOut(round: Round, payment: Outgoing, contract: Address): Promise<Cost['gas']> {
  const { rpc, head, signer } = round;
  const call = { from: signer.address, to: contract, data: transferData(payment) };
  try {
    return withMargin(await readGas(rpc, call, head.number));
  } catch (error) {
    return isRevert(error) ? 'reverted' : { unknown: reasonOf(error) };
  }
}

interface Demand {
  /** The payments that may leave, in the order of their requests. */
  readonly wanted: readonly Outgoing[];
  readonly placements: readonly Placement[];
  readonly committed: readonly Committed[];
  readonly funds: ReadonlyMap<string, Fund>;
  readonly coins: bigint;
  readonly fees: Fees;
}

interface Choice {
  readonly placements: readonly Placement[];
  /** The missing amounts of tokens, in minor units. */
  readonly tokens: ReadonlyMap<string, bigint>;
  readonly hasGas: boolean;
}

/** Chooses the payments for which the wallet has tokens and coins. */
function choose({ wanted, placements, committed, funds, coins, fees }: Demand): Choice {
  const left = new Map([...funds].map(([token, { balance }]) => [token, balance]));
  const placementOf = new Map(placements.map((each) => [each.id, each]));
  const missing = new Map<string, bigint>();
  let coinsLeft = coins;
  let hasGas = true;
  const take = ({ token, amount, gas }: Committed) => {
    left.set(token, (left.get(token) ?? 0n) - amount);
    coinsLeft -= gas * fees.maxFeePerGas;
  };
  for (const each of committed) take(each);
  const chosen = wanted.flatMap(({ id, token, amount }) => {
    const rest = (left.get(token) ?? 0n) - amount;
    if (funds.has(token) && rest < 0n) missing.set(token, (missing.get(token) ?? 0n) - rest);
    const placement = placementOf.get(id);
    if (rest < 0n || !placement) return [];
    const isPaid = coinsLeft >= placement.gas * fees.maxFeePerGas;
    if (isPaid) take({ token, amount, gas: placement.gas });
    else hasGas = false;
    return isPaid ? [placement] : [];
  });
  return { placements: chosen, tokens: missing, hasGas };
}

async function tellShortages(round: Round, { tokens, hasGas }: Choice): Promise<void> {
  const { database, signer, tell } = round;
  const amounts: string[] = [];
  for (const [symbol, minor] of tokens) {
    const token = await findListing(database.query, symbol);
    if (token) amounts.push(`${printMoney({ token, minor })} ${symbol}`);
  }
  if (amounts.length > 0) {
    tell('tokens', `Withdrawals wait: the hot wallet ${signer.address} is short of ${amounts.join(', ')}.`);
  }
  if (!hasGas) tellGas(round);
}
