import type { Address, Hex } from 'viem';
import { isTokenSymbol } from '../../contract/tokens.ts';
import type { Db } from '../../server/database/db.ts';
import { localSigner, type Signer } from '../../server/settlement/evm/signer.ts';
import { createWithdrawals, usualEstimatesAtOnce } from '../../server/settlement/evm/withdrawals.ts';
import type { Settlement } from '../../server/settlement/settlement.ts';
import type { TestChain } from './chain.ts';
import { heardRpc } from './heardRpc.ts';
import { type Nodes, openNodes } from './nodes.ts';
import { fund, type Person, pay, saveLongAgo } from './payments.ts';
import type { TestServer } from './server.ts';

/** Whatever tests change about a hot wallet. */
interface Changes {
  readonly signer?: Signer;
  readonly maxFee?: bigint;
  readonly estimatesAtOnce?: number;
  /** Hears of each call of the node before it is made; may throw. */
  readonly onCall?: (method: string) => void;
  /** The same, after it was answered. */
  readonly onAnswer?: (method: string) => void;
}

export const confirmations = 3;
export const replaceAfter = 5;

const gwei = 1_000_000_000n;

/** What another process needs to pay from the same hot wallet. */
export interface HotWallet extends Nodes, Pick<TestChain, 'contracts'> {
  readonly key: Hex;
}

export function hotWalletOf({ url, chainId, contracts, accounts }: TestChain): HotWallet {
  const key = accounts.hotWallet.getHdKey().privateKey;
  if (!key) throw new Error('the hot wallet has no key');
  return { url, chainId, contracts, key: `0x${Buffer.from(key).toString('hex')}` };
}

/** The chain as a settlement that takes no deposits: confirmed after three blocks, replaced after five, at most 500 Gwei. */
export function chainSettlement(database: Db, wallet: HotWallet, changes: Changes = {}): Settlement {
  const nodes = openNodes(wallet);
  async function heard<Answer>(method: string, ask: () => Promise<Answer>): Promise<Answer> {
    changes.onCall?.(method);
    const answer = await ask();
    changes.onAnswer?.(method);
    return answer;
  }
  const withdrawals = createWithdrawals({
    database,
    rpc: heardRpc(nodes, heard),
    chainId: wallet.chainId,
    signer: changes.signer ?? localSigner(wallet.key),
    contractOf: async (token): Promise<Address | null> =>
      isTokenSymbol(token) ? wallet.contracts[token] : null,
    maxFee: changes.maxFee ?? 500n * gwei,
    confirmations,
    replaceAfter,
    estimatesAtOnce: changes.estimatesAtOnce ?? usualEstimatesAtOnce,
  });
  return { ...withdrawals, incoming: async () => [] };
}

/** Fills the hot wallet, and gives somebody as much. */
export async function fill(server: TestServer, chain: TestChain, person: Person, usdt = '100000') {
  await fund(server, person, 'USDT', usdt);
  await chain.transfer('USDT', chain.accounts.hotWallet.address, BigInt(usdt) * 1_000_000n);
  await chain.mine();
}

/** Asks for a withdrawal and approves it. */
export async function withdraw(
  server: TestServer,
  person: Person,
  amount: string,
  to: string,
): Promise<string> {
  await saveLongAgo(server.database, person, to);
  const { body } = await pay(server, person, { kind: 'withdraw', amount, to });
  const { id } = body.data;
  const approved = await server.operator('POST', '/withdrawals/approve', { id });
  if (approved.status !== 200) throw new Error(`it was not approved: ${JSON.stringify(approved.body)}`);
  return id;
}
