import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256, parseGwei } from 'viem';
import { type TokenSymbol, tokenSymbols, tokens } from '../../../contract/tokens.ts';
import type { Db, Query } from '../../database/db.ts';
import { faucet, hotWallet, visitor } from './accounts.ts';
import { demoContracts, demoNetwork } from './network.ts';
import { deploymentOf } from './token.ts';

/** In whole tokens: the supply of each, and the first balances of the hot wallet and the visitor. */
const supply = 1_000_000_000_000n;
const float = 1_000_000n;
const pocketMoney = 10_000n;

const whole = (symbol: TokenSymbol, count: bigint) => count * 10n ** BigInt(tokens[symbol].decimals);

interface Call {
  /** Null to deploy a contract. */
  readonly to: Address | null;
  readonly data: Hex;
}

/** The faucet's first transactions, in order. They have the same bytes on every machine. */
const firstCalls: readonly Call[] = [
  ...tokenSymbols.map((symbol) => ({
    to: null,
    data: deploymentOf(tokens[symbol], faucet.address, whole(symbol, supply)),
  })),
  ...tokenSymbols.map((symbol) => transferOf(demoContracts[symbol], hotWallet.address, whole(symbol, float))),
  ...tokenSymbols.map((symbol) =>
    transferOf(demoContracts[symbol], visitor.address, whole(symbol, pocketMoney)),
  ),
];

function transferOf(contract: Address, to: Address, amount: bigint): Call {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
  return { to: contract, data };
}

/** Signs with fees high enough for any block of this chain. */
function sign({ to, data }: Call, nonce: number): Promise<Hex> {
  return faucet.signTransaction({
    type: 'eip1559',
    chainId: demoNetwork.chainId,
    nonce,
    data,
    gas: to === null ? 2_000_000n : 100_000n,
    maxFeePerGas: parseGwei('1000'),
    maxPriorityFeePerGas: parseGwei('1'),
    ...(to && { to }),
  });
}

/** A payment from outside, in minor units. */
export interface FaucetPayment {
  readonly id: string;
  readonly token: string;
  readonly contract: Address;
  readonly amount: bigint;
  readonly to: Address;
}

/** Signs a payment; the next step sends it to the chain. Answers its hash, or null when the id was used for another payment. */
export function signPayment(database: Db, payment: FaucetPayment, at: Date): Promise<Hex | null> {
  const { id, token, contract, amount, to } = payment;
  return database.transaction(async (query) => {
    // Two calls at a time would sign the same nonce.
    await query('LOCK TABLE demo_payments IN EXCLUSIVE MODE');
    const [known] = await query<{ tx_hash: Hex; is_same: boolean }>(
      'SELECT tx_hash, token = $2 AND amount = $3 AND recipient = $4 AS is_same FROM demo_payments WHERE id = $1',
      [id, token, amount, to],
    );
    if (known) return known.is_same ? known.tx_hash : null;
    const [last] = await query<{ nonce: number | null }>(
      'SELECT max(nonce)::int AS nonce FROM demo_payments',
    );
    const nonce = (last?.nonce ?? firstCalls.length - 1) + 1;
    const raw = await sign(transferOf(contract, to, amount), nonce);
    const hash = keccak256(raw);
    await query(
      `INSERT INTO demo_payments (id, nonce, token, amount, recipient, tx_hash, raw, signed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, nonce, token, amount, to, hash, raw, at],
    );
    return hash;
  });
}

/** The faucet's signed transactions from a nonce on, in order. */
export async function faucetTransactions(query: Query, nonce: number): Promise<readonly Hex[]> {
  const first = await Promise.all(firstCalls.slice(nonce).map((call, index) => sign(call, nonce + index)));
  const rows = await query<{ raw: Hex }>('SELECT raw FROM demo_payments WHERE nonce >= $1 ORDER BY nonce', [
    nonce,
  ]);
  return [...first, ...rows.map(({ raw }) => raw)];
}
