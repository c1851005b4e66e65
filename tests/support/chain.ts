import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hash,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TestClient,
  walletActions,
} from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll } from 'vitest';
import { isTokenSymbol, type TokenSymbol, tokenSymbols, tokens } from '../../contract/tokens.ts';
import { findAnvil, startAnvil } from '../../server/demo/chain/anvil.ts';
import { deploymentOf } from '../../server/demo/chain/token.ts';

/** A transaction that Anvil signs for one of `accounts`. */
interface Sent {
  /** The faucet, unless told otherwise. */
  readonly from?: Address;
  /** Left out: a contract is deployed. */
  readonly to?: Address;
  readonly data?: Hex;
  /** In wei. */
  readonly value?: bigint;
}

/** A chain of the test's own: a block is mined when the test says so, and never otherwise. */
export interface TestChain {
  readonly url: string;
  readonly chainId: number;
  /** The three tokens of every account, as OpenZeppelin's ERC-20. */
  readonly contracts: Readonly<Record<TokenSymbol, Address>>;
  /** Have 10,000 of the chain's coin each. The faucet has all tokens, the others none. */
  readonly accounts: Readonly<Record<'faucet' | 'hotWallet' | 'outsider', HDAccount>>;
  readonly client: TestClient & PublicActions;
  /** Puts a transaction into the mempool. */
  send(transaction: Sent): Promise<Hash>;
  /** Puts an ERC-20 transfer of `amount` minor units into the mempool. */
  transfer(token: TokenSymbol | Address, to: Address, amount: bigint, from?: Address): Promise<Hash>;
  /** Mines what waits, in the first of as many blocks. */
  mine(blocks?: number): Promise<void>;
  /** Mines a deployment and answers the contract's address. */
  deploy(data: Hex): Promise<Address>;
  /** Replaces the last `depth` blocks by other empty ones: their transactions are gone, not back in the mempool. */
  reorg(depth: number): Promise<void>;
  /** Takes the last `depth` blocks away: the chain is shorter. */
  rollback(depth: number): Promise<void>;
  /** Empties the mempool. */
  dropMempool(): Promise<void>;
  /** Of the next block, in wei. */
  setBaseFee(wei: bigint): Promise<void>;
  /** Answers what brings the chain back to how it is now; once. */
  snapshot(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const testChainId = 31_337;

/** Whole tokens that the faucet has of each. */
const supply = 1_000_000_000_000n;
const mnemonic = 'test test test test test test test test test test test junk';

/** Starts Anvil on a free port, with the three tokens deployed. `options` are further ones of its command line. */
export async function openTestChain(options: readonly string[] = []): Promise<TestChain> {
  const program = findAnvil();
  if (program === null) throw new Error('Anvil is not installed for this platform');
  const args = [
    '--chain-id',
    String(testChainId),
    '--mnemonic',
    mnemonic,
    '--gas-limit',
    '300000000',
    ...options,
  ];
  const anvil = await startAnvil(program, 0, args);
  const transport = http(anvil.url, { retryCount: 0 });
  const client = createTestClient({ mode: 'anvil', transport, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
  const accountAt = (addressIndex: number) => mnemonicToAccount(mnemonic, { addressIndex });
  const accounts = { faucet: accountAt(0), hotWallet: accountAt(1), outsider: accountAt(2) };
  const faucet = accounts.faucet.address;

  /** A method that viem does not know. */
  async function request(method: string, params: readonly unknown[]): Promise<void> {
    await client.request<{ Parameters: readonly unknown[]; ReturnType: unknown }>({ method, params });
  }

  // One after the other: of two at a time Anvil gives both the same nonce.
  let before: Promise<unknown> = Promise.resolve();
  function send({ from = faucet, to, data, value = 0n }: Sent): Promise<Hash> {
    // Known before: nothing is tried out, so that what will be reverted can be sent too.
    const gas = to === undefined ? 3_000_000n : 200_000n;
    const sent = before.then(() =>
      client.sendTransaction({
        account: from,
        to: to ?? null,
        value,
        gas,
        chain: null,
        ...(data && { data }),
      }),
    );
    before = sent.catch(() => undefined);
    return sent;
  }

  const mine = (blocks = 1) => client.mine({ blocks });

  async function deploy(data: Hex): Promise<Address> {
    const hash = await send({ data });
    await mine();
    const { contractAddress, status } = await client.getTransactionReceipt({ hash });
    if (!contractAddress || status !== 'success') throw new Error('the deployment was reverted');
    return contractAddress;
  }

  const contractOf = (nonce: number) => getContractAddress({ from: faucet, nonce: BigInt(nonce) });
  const contracts = { ZST: contractOf(0), STO: contractOf(1), USDT: contractOf(2) };
  for (const symbol of tokenSymbols) {
    const token = tokens[symbol];
    await send({ data: deploymentOf(token, faucet, supply * 10n ** BigInt(token.decimals)) });
  }
  await mine();

  return {
    url: anvil.url,
    chainId: testChainId,
    contracts,
    accounts,
    client,
    send,
    transfer: (token, to, amount, from = faucet) => {
      const contract = isTokenSymbol(token) ? contracts[token] : token;
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] });
      return send({ from, to: contract, data });
    },
    mine,
    deploy,
    reorg: (depth) => request('anvil_reorg', [depth, []]),
    rollback: (depth) => request('anvil_rollback', [depth]),
    dropMempool: () => request('anvil_dropAllTransactions', []),
    setBaseFee: (wei) => client.setNextBlockBaseFeePerGas({ baseFeePerGas: wei }),
    snapshot: async () => {
      const id = await client.snapshot();
      return () => client.revert({ id });
    },
    close: anvil.stop,
  };
}

/** A chain for the tests of one file. */
export function testChain(): { readonly it: TestChain } {
  let chain: TestChain | null = null;
  beforeAll(async () => {
    chain = await openTestChain();
  });
  afterAll(async () => {
    await chain?.close();
  });
  return {
    get it() {
      if (!chain) throw new Error('the chain is there while tests run');
      return chain;
    },
  };
}
