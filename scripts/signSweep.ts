import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { HDKey } from '@scure/bip32';
import { type Address, formatEther, getAddress, type Hex, isAddress } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod/mini';
import { type SweepFile, type SweepTransaction, sweepFile } from '../contract/sweeps.ts';

const usage = `Usage: npm run -s sweep:sign -- FILE --to 0x… (--mnemonic-file FILE | --xprv-file FILE) --out SIGNED
  Signs a file of "sweep export" without a network. Run it where the key is, and nowhere else.
  --to              the address that all tokens must go to: compare it with your own records, not with the file
  --mnemonic-file   the words of the wallet; its account is m/44'/60'/0', or --account N for m/44'/60'/N'
  --xprv-file       the extended private key of that account (xprv…), the other half of DEPOSIT_XPUB`;

/** A message for the person at the offline machine, in one sentence. */
class Sentence extends Error {}

export async function main(args: readonly string[]): Promise<number> {
  try {
    await sign(args);
    return 0;
  } catch (error) {
    if (!(error instanceof Sentence)) throw error;
    console.error(error.message);
    return 1;
  }
}

async function sign(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args);
  const [path] = positionals;
  const { to, out } = values;
  if (path === undefined || to === undefined || out === undefined || positionals.length > 1)
    throw new Sentence(usage);
  if (!isAddress(to)) throw new Sentence(`--to ${to} is no address, or its capitals are wrong.`);
  const account = await readAccount(values);
  const file = z.safeParse(sweepFile, await readJson(path));
  if (!file.success) throw new Sentence(`${path} is no file of a sweep of this version.`);
  const signed = await signSweep(file.data, account, getAddress(to));
  for (const { moves } of signed.transactions) console.log(moves);
  await writeFile(out, `${JSON.stringify(signed, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch(() => {
    throw new Sentence(`${out} cannot be written, or is there already.`);
  });
  console.log(
    `Signed: ${signed.transactions.length} transactions of sweep ${signed.sweep}, ${formatEther(mostGas(signed))} coins of gas at most.`,
  );
}

function readArguments(args: readonly string[]) {
  const string = { type: 'string' } as const;
  const options = { to: string, out: string, account: string, 'mnemonic-file': string, 'xprv-file': string };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new Sentence(usage);
  }
}

async function readAccount(values: {
  readonly account?: string | undefined;
  readonly 'mnemonic-file'?: string | undefined;
  readonly 'xprv-file'?: string | undefined;
}): Promise<HDKey> {
  const { account = '0', 'mnemonic-file': words, 'xprv-file': key } = values;
  if ((words === undefined) === (key === undefined) || !/^\d{1,9}$/.test(account)) throw new Sentence(usage);
  const source = await readFile(words ?? key ?? '', 'utf8').catch(() => {
    throw new Sentence(`${words ?? key} cannot be read.`);
  });
  try {
    if (words === undefined) {
      const given = HDKey.fromExtendedKey(source.trim());
      if (given.privateKey === null) throw new Error('a public key');
      return given;
    }
    const path = `m/44'/60'/${Number(account)}'` as const;
    const { privateExtendedKey } = mnemonicToAccount(source.trim().replace(/\s+/g, ' '), { path }).getHdKey();
    return HDKey.fromExtendedKey(privateExtendedKey);
  } catch {
    throw new Sentence(
      `${words ?? key} holds no ${words === undefined ? 'extended private key' : 'words of a wallet'}.`,
    );
  }
}

async function readJson(path: string): Promise<unknown> {
  const source = await readFile(path, 'utf8').catch(() => {
    throw new Sentence(`${path} cannot be read.`);
  });
  try {
    return JSON.parse(source);
  } catch {
    return null;
  }
}

/**
 * Signs every transaction with the key of its path. Refuses a file with addresses of another key, with payments to another address than `to`,
 * or with coins for an address that is not swept in the same file.
 */
export async function signSweep(file: SweepFile, account: HDKey, to: Address): Promise<SweepFile> {
  const swept = new Set(
    file.transactions.filter(({ token }) => token !== null).map(({ from }) => getAddress(from)),
  );
  const transactions: SweepTransaction[] = [];
  for (const [index, transaction] of file.transactions.entries()) {
    const name = `Transaction ${index + 1}`;
    const { privateKey } = account.derive(`m/${transaction.path}`);
    if (!privateKey) throw new Sentence(`${name} has the path ${transaction.path}, which has no key.`);
    const signer = privateKeyToAccount(`0x${Buffer.from(privateKey).toString('hex')}`);
    if (signer.address !== getAddress(transaction.from)) {
      throw new Sentence(`${name} is of ${transaction.from}, which is not an address of this key.`);
    }
    const mistake =
      transaction.token === null ? coinMistake(transaction, swept) : tokenMistake(transaction, to);
    if (mistake !== null) throw new Sentence(`${name} ${mistake}.`);
    const signed = await signer.signTransaction({
      type: 'eip1559',
      chainId: file.chain_id,
      nonce: transaction.nonce,
      to: getAddress(transaction.to),
      value: BigInt(transaction.value),
      data: hexOf(transaction.data),
      gas: BigInt(transaction.gas),
      maxFeePerGas: BigInt(transaction.max_fee_per_gas),
      maxPriorityFeePerGas: BigInt(transaction.max_priority_fee_per_gas),
    });
    transactions.push({ ...transaction, signed });
  }
  return { ...file, transactions };
}

function coinMistake({ to, data }: SweepTransaction, swept: ReadonlySet<Address>): string | null {
  if (data !== '0x') return 'calls a contract where it should pay for gas';
  return swept.has(getAddress(to)) ? null : `pays ${to}, which this file does not sweep`;
}

/** The call `transfer(address,uint256)` of ERC-20: its selector, the address and the amount. */
const transferCall = /^0xa9059cbb0{24}([\da-f]{40})[\da-f]{64}$/i;

function tokenMistake({ data, value }: SweepTransaction, to: Address): string | null {
  const [, recipient] = transferCall.exec(data) ?? [];
  if (recipient === undefined || value !== '0') return 'is no transfer of a token';
  return getAddress(`0x${recipient}`) === to ? null : `moves tokens to 0x${recipient}, not to ${to}`;
}

/** Computed here, because the file's own statement is not trusted. */
function mostGas({ transactions }: SweepFile): bigint {
  return transactions.reduce((all, each) => all + BigInt(each.gas) * BigInt(each.max_fee_per_gas), 0n);
}

function hexOf(data: string): Hex {
  return `0x${data.slice(2)}`;
}
