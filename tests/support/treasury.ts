import { HDKey } from '@scure/bip32';
import { type Address, getAddress, type Hex } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import type { Db } from '../../server/database/db.ts';
import { createContractBook } from '../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../server/settlement/evm/deposits.ts';
import { openRpc } from '../../server/settlement/evm/rpc.ts';
import type { DepositNetwork } from '../../server/tokens/network.ts';
import { createTreasury, treasuryAddressesOf } from '../../server/treasury/treasury.ts';
import type { TestChain } from './chain.ts';
import { runOperator } from './command.ts';
import { openTestDatabase } from './database.ts';
import { networkOf } from './following.ts';
import { openTestServer, type TestServer } from './server.ts';
import { chainSettlement, confirmations, hotWalletOf } from './withdrawals.ts';

/** The owner's words: no server has them. */
export const ownerMnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

export const ownerAccount = HDKey.fromExtendedKey(
  mnemonicToAccount(ownerMnemonic, { path: "m/44'/60'/0'" }).getHdKey().privateExtendedKey,
);

/** The owner's key of a path below the account, as `0/5`. */
export function ownerKey(path: string): Hex {
  const { privateKey } = ownerAccount.derive(`m/${path}`);
  if (!privateKey) throw new Error('there is no such key');
  return `0x${Buffer.from(privateKey).toString('hex')}`;
}

export const coldAddress: Address = getAddress('0x0000000000000000000000000000000000000c01');

function custodyOf(chain: TestChain): DepositNetwork {
  return { ...networkOf(chain), xpub: ownerAccount.publicExtendedKey };
}

interface CustodyChanges {
  readonly database?: Db;
  readonly rpcUrls?: readonly string[];
  /** Milliseconds that a node has to answer. */
  readonly timeout?: number;
  /** Its first round would fail, and is left out. */
  readonly isOffline?: boolean;
}

/** A server that takes and pays over a chain, and keeps the books of what lies there. It has been through its first round. */
export async function openCustody(
  chain: TestChain,
  { database, rpcUrls = [chain.url], timeout = 10_000, isOffline = false }: CustodyChanges = {},
): Promise<TestServer> {
  const db = database ?? (await openTestDatabase());
  const network = custodyOf(chain);
  const rpc = openRpc({ rpcUrls, chainId: chain.chainId, timeout });
  const contracts = createContractBook(rpc, network);
  const warn = () => undefined;
  const { incoming } = createDeposits({ database: db, rpc, confirmations, warn, contracts });
  const addresses = treasuryAddressesOf({
    hotWallet: chain.accounts.hotWallet.address,
    coldAddress,
    xpub: network.xpub,
  });
  const server = await openTestServer({
    database: db,
    network,
    settlement: { ...chainSettlement(db, { ...hotWalletOf(chain), rpcUrls, timeout }), incoming },
    treasury: createTreasury({
      ...{ database: db, rpc, contracts, network, confirmations, addresses },
      maxFee: 500_000_000_000n,
    }),
    payer: null,
  });
  if (!isOffline) await server.settle();
  return server;
}

/** Sends 1 wei from the gas address with this nonce, as another program of the owner does. */
export async function spendNonce({ chainId, client }: TestChain, nonce: number) {
  const serializedTransaction = await privateKeyToAccount(ownerKey('1/0')).signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    gas: 21_000n,
    maxFeePerGas: 100_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: coldAddress,
    value: 1n,
  });
  await client.sendRawTransaction({ serializedTransaction });
}

/** Mines blocks, and lets the server see each. */
export async function rounds(it: TestServer, chain: TestChain, blocks: number) {
  for (let block = 0; block < blocks; block += 1) {
    await chain.mine();
    it.clock.advance(1_000);
    await it.settle();
  }
}

/** Runs a line of the operator's command, with files to read. */
export async function operate(it: TestServer, args: readonly string[], files = new Map<string, string>()) {
  const read = async (path: string) => files.get(path) ?? Promise.reject(new Error('there is no such file'));
  const write = async (path: string, text: string) => void files.set(path, text);
  const { said: _, ...told } = await runOperator(it, args, { read, write });
  return told;
}
