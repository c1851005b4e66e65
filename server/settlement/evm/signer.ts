import {
  type Address,
  getAddress,
  type Hex,
  isAddressEqual,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverTransactionAddress,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod/mini';
import { ok, type Result, refused } from '../../../contract/result.ts';
import { within } from '../../core/within.ts';
import type { HotWallet } from './chainSettings.ts';
import type { Fees } from './fees.ts';
import { readKeystore } from './keystore.ts';

/** A call (EIP-1559) that sends no coins unless it has a `value`. Fees in wei per unit of gas. */
export interface CallRequest extends Fees {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Address;
  readonly data: Hex;
  readonly gas: bigint;
  /** In wei. */
  readonly value?: bigint;
}

interface SignedCall {
  /** As it is broadcast. */
  readonly raw: Hex;
  readonly hash: Hex;
}

/** Signs payments from the hot wallet. */
export interface Signer {
  readonly address: Address;
  /** Rejects when signing fails, or when the signed transaction differs from the request. */
  sign(request: CallRequest): Promise<SignedCall>;
}

/** Signs with a key in this process. */
export function localSigner(key: Hex): Signer {
  const account = privateKeyToAccount(key);
  return {
    address: account.address,
    async sign(request) {
      const raw = await account.signTransaction({ ...request, type: 'eip1559' });
      return { raw, hash: keccak256(raw) };
    },
  };
}

/** The signer of the settings, or one sentence about why it cannot be used. */
export async function openSigner(hotWallet: HotWallet): Promise<Result<Signer, string>> {
  if ('signerUrl' in hotWallet) return externalSigner(hotWallet.signerUrl);
  const key = await readKeystore(hotWallet);
  return key.ok ? ok(localSigner(key.value)) : key;
}

/** The timeout of an external signer, which may ask a person. */
const patience = 30_000;

const rpcAnswer = z.union([
  z.object({ result: z.unknown(), error: z.optional(z.null()) }),
  z.object({ error: z.object({ message: z.string() }) }),
]);
const accountsAnswer = z.array(z.string().check(z.regex(/^0x[\da-f]{40}$/i)));
const rawTransaction = z
  .templateLiteral(['0x', z.string()])
  .check(z.refine((raw) => /^0x(?:[\da-f]{2})+$/i.test(raw)));
/** Web3Signer and Clef answer the raw transaction, geth an object that contains it. */
const signedAnswer = z.union([rawTransaction, z.object({ raw: rawTransaction })]);

/**
 * Signs with a program that speaks JSON-RPC (`eth_accounts`, `eth_signTransaction`), as Clef and Web3Signer do. Answers one sentence
 * when it cannot be used.
 */
export async function externalSigner(url: string): Promise<Result<Signer, string>> {
  const found = await callSigner(url, 'eth_accounts', []).catch((error: unknown) => error);
  if (found instanceof Error) return refused(`SIGNER_URL does not answer: ${found.message}.`);
  const accounts = z.safeParse(accountsAnswer, found);
  const [only] = accounts.success && accounts.data.length === 1 ? accounts.data : [];
  if (only === undefined) {
    return refused('SIGNER_URL must be a signer with exactly one account, the hot wallet.');
  }
  const address = getAddress(only);
  return ok({
    address,
    async sign(request) {
      const answer = z.safeParse(
        signedAnswer,
        await callSigner(url, 'eth_signTransaction', [told(request, address)]),
      );
      if (!answer.success) throw new Error('the signer answered no transaction');
      const raw = typeof answer.data === 'string' ? answer.data : answer.data.raw;
      const difference = await differenceOf(raw, request, address);
      if (difference !== null)
        throw new Error(`the signer signed another transaction: ${difference} differs`);
      return { raw, hash: keccak256(raw) };
    },
  });
}

function told(request: CallRequest, from: Address) {
  const { chainId, nonce, to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = request;
  return {
    ...{ from, to, data, value: '0x0', type: '0x2' },
    chainId: numberToHex(chainId),
    nonce: numberToHex(nonce),
    gas: numberToHex(gas),
    maxFeePerGas: numberToHex(maxFeePerGas),
    maxPriorityFeePerGas: numberToHex(maxPriorityFeePerGas),
  };
}

async function callSigner(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const late = () => new Error('it took too long');
  const { status, json } = await within(patience, late, async (signal) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal,
      redirect: 'error',
    }).catch(() => {
      throw new Error('it cannot be reached');
    });
    return { status: response.status, json: await response.json().catch(() => null) };
  });
  const answer = z.safeParse(rpcAnswer, json);
  if (!answer.success) throw new Error(`it answered ${status} without a result`);
  if ('result' in answer.data) return answer.data.result;
  throw new Error(`it refused: ${answer.data.error?.message.slice(0, 200) ?? ''}`);
}

type Eip1559 = `0x02${string}`;
const isEip1559 = (raw: Hex): raw is Eip1559 => raw.startsWith('0x02');

/** The first field of a signed transaction that differs from the request; null when it matches exactly and is signed by `from`. */
export async function differenceOf(raw: Hex, request: CallRequest, from: Address): Promise<string | null> {
  const signed = isEip1559(raw) ? parse(raw) : null;
  if (!isEip1559(raw) || signed === null) return 'type';
  // The parser omits fields that are zero.
  const { to, nonce = 0, data = '0x', gas = 0n, value = 0n, accessList = [] } = signed;
  const differences = {
    chainId: signed.chainId !== request.chainId,
    nonce: nonce !== request.nonce,
    to: !to || !isAddressEqual(to, request.to),
    data: data.toLowerCase() !== request.data.toLowerCase(),
    gas: gas !== request.gas,
    maxFeePerGas: (signed.maxFeePerGas ?? 0n) !== request.maxFeePerGas,
    maxPriorityFeePerGas: (signed.maxPriorityFeePerGas ?? 0n) !== request.maxPriorityFeePerGas,
    value: value !== (request.value ?? 0n),
    accessList: accessList.length > 0,
    from: (await recoverTransactionAddress({ serializedTransaction: raw }).catch(() => null)) !== from,
  };
  return Object.entries(differences).find(([, differs]) => differs)?.[0] ?? null;
}

function parse(raw: Eip1559) {
  try {
    return parseTransaction(raw);
  } catch {
    return null;
  }
}
