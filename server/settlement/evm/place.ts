import {
  type Address,
  BaseError,
  ContractFunctionExecutionError,
  encodeFunctionData,
  erc20Abi,
  type Hex,
} from 'viem';
import { estimateGas, readContract } from 'viem/actions';
import { printMoney } from '../../../contract/money.ts';
import { findListing } from '../../tokens/listings.ts';
import type { Fees } from './fees.ts';
import { revertedCode, revertedWords } from './node.ts';
import { firstNumber } from './numbers.ts';
import {
  allotNonces,
  type Committed,
  mayLeave,
  type Outgoing,
  type Placement,
  refuseOutgoing,
} from './outgoing.ts';
import { type Round, reasonOf } from './round.ts';

/** What is added to an estimate: the state that it was made on is another one when the transaction is mined. */
const withMargin = (gas: bigint) => (gas * 5n) / 4n;
/** The most that are tried out on the chain in one round. */
const mostAtOnce = 500;

/** The transfer of a payment, as a call of its token's contract. */
export function transferData({ recipient, amount }: Pick<Outgoing, 'recipient' | 'amount'>): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] });
}

/**
 * Gives the payments that wait their nonces, as far as the hot wallet has tokens and coins for all that it has promised. What it has not
 * enough for waits, and lets smaller payments pass. A transfer that the token's contract would revert fails before it is signed.
 */
export async function placeWaiting(round: Round, open: readonly Outgoing[], fees: Fees): Promise<void> {
  const { database, rpc, head, at } = round;
  const { chain } = rpc;
  const wallet = round.signer.address;
  const waiting = await withoutHeldBack(
    round,
    open.filter(({ place }) => place === null),
  );
  if (waiting.length === 0) return;
  const from = await firstNumber(round);
  if (from === null) return;
  const funds = await fundsOf(round, waiting);
  const tried = await Promise.all(
    affordable(waiting, funds).map(({ payment, contract }) => tryOut(round, payment, contract)),
  );
  const placements = tried.flatMap(({ id, contract, gas }) =>
    typeof gas === 'bigint' ? [{ id, contract, gas }] : [],
  );
  const reverted = tried.filter(({ gas }) => gas === 'reverted').map(({ id }) => id);
  const short = await database.transaction(async (query) => {
    let choice: Choice = { placements: [], tokens: new Map(), hasGas: true };
    let refusedIds: readonly string[] = [];
    await allotNonces(query, {
      ...{ chain, wallet, mined: head.nonce, from, waiting: waiting.map(({ id }) => id) },
      choose: (mayLeave, committed) => {
        const wanted = waiting.filter(({ id }) => mayLeave.has(id));
        refusedIds = reverted.filter((id) => mayLeave.has(id));
        choice = choose({ wanted, placements, committed, funds, coins: head.coins, fees });
        return choice.placements;
      },
    });
    await refuseOutgoing(query, chain, refusedIds, at);
    return choice;
  });
  await tellShortages(round, short);
}

/** Spares the chain the questions. Whether a payment may leave is judged once more when it gets its nonce. */
async function withoutHeldBack(
  { database }: Round,
  waiting: readonly Outgoing[],
): Promise<readonly Outgoing[]> {
  const ids = waiting.map(({ id }) => id);
  const free = await mayLeave(database.query, ids);
  return waiting.filter(({ id }) => free.has(id));
}

/** What the wallet could pay if nothing else were promised, oldest first. */
function affordable(waiting: readonly Outgoing[], funds: ReadonlyMap<string, Fund>) {
  const left = new Map([...funds].map(([token, { balance }]) => [token, balance]));
  return waiting
    .flatMap((payment) => {
      const contract = funds.get(payment.token)?.contract;
      const rest = (left.get(payment.token) ?? 0n) - payment.amount;
      if (contract === undefined || rest < 0n) return [];
      left.set(payment.token, rest);
      return [{ payment, contract }];
    })
    .slice(0, mostAtOnce);
}

interface Fund {
  readonly contract: Address;
  /** What the hot wallet has of the token at the newest block, in minor units. */
  readonly balance: bigint;
}

/** By token; without those that have no contract on this chain, or whose contract does not answer. */
async function fundsOf(round: Round, waiting: readonly Outgoing[]): Promise<ReadonlyMap<string, Fund>> {
  const { rpc, head, signer, contractOf, tell } = round;
  const funds = new Map<string, Fund>();
  for (const token of new Set(waiting.map((each) => each.token))) {
    const contract = await contractOf(token);
    const asked = { abi: erc20Abi, functionName: 'balanceOf', args: [signer.address] } as const;
    try {
      if (contract === null) throw new Error('it has none on this chain');
      const balance = await readContract(rpc.client, {
        ...asked,
        address: contract,
        blockNumber: head.number,
      });
      funds.set(token, { contract, balance });
    } catch (error) {
      if (contract !== null && !(error instanceof ContractFunctionExecutionError)) throw error;
      tell('contract', `Withdrawals of ${token} wait for its contract: ${reasonOf(error)}.`);
    }
  }
  return funds;
}

interface Tried extends Omit<Placement, 'gas'> {
  /** The most that it may take; or why nobody knows. */
  readonly gas: bigint | 'reverted' | 'unknown';
}

async function tryOut(round: Round, payment: Outgoing, contract: Address): Promise<Tried> {
  const { rpc, head, signer, tell } = round;
  const call = { account: signer.address, to: contract, data: transferData(payment) };
  try {
    const gas = await estimateGas(rpc.client, { ...call, blockNumber: head.number });
    return { id: payment.id, contract, gas: withMargin(gas) };
  } catch (error) {
    const isReverted = isRevert(error);
    if (!isReverted) tell('node', `No node tells what payment ${payment.id} costs: ${reasonOf(error)}.`);
    return { id: payment.id, contract, gas: isReverted ? 'reverted' : 'unknown' };
  }
}

/** Never true of a wallet that has no coins for gas: that fails no payment. */
function isRevert(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false;
  const hasCode = (each: unknown) => each instanceof Error && 'code' in each && each.code === revertedCode;
  return error.walk(hasCode) !== null || revertedWords.test(error.details);
}

interface Demand {
  /** What may leave, in the order in which it was asked for. */
  readonly wanted: readonly Outgoing[];
  readonly placements: readonly Placement[];
  readonly committed: readonly Committed[];
  readonly funds: ReadonlyMap<string, Fund>;
  readonly coins: bigint;
  readonly fees: Fees;
}

interface Choice {
  readonly placements: readonly Placement[];
  /** What is missing of tokens, in minor units. */
  readonly tokens: ReadonlyMap<string, bigint>;
  readonly hasGas: boolean;
}

/** What the wallet has tokens and coins for. */
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

async function tellShortages({ database, signer, tell }: Round, { tokens, hasGas }: Choice): Promise<void> {
  const amounts: string[] = [];
  for (const [symbol, minor] of tokens) {
    const token = await findListing(database.query, symbol);
    if (token) amounts.push(`${printMoney({ token, minor })} ${symbol}`);
  }
  if (amounts.length > 0) {
    tell('tokens', `Withdrawals wait: the hot wallet ${signer.address} is short of ${amounts.join(', ')}.`);
  }
  if (!hasGas) {
    tell('gas', `Withdrawals wait: the hot wallet ${signer.address} has too few coins for their gas.`);
  }
}
