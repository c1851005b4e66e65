import { createServer } from 'node:http';
import { type Hex, parseTransaction } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { externalSigner, localSigner } from '../../../server/settlement/evm/signer.ts';

const account = privateKeyToAccount(generatePrivateKey());
const request = {
  chainId: 31_337,
  nonce: 7,
  to: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
  data: '0xa9059cbb',
  gas: 60_000n,
  maxFeePerGas: 3_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
} as const;

type Asked = Readonly<Record<'from' | 'to' | 'data' | 'value' | 'nonce' | 'gas' | 'chainId', Hex>> &
  Readonly<Record<'maxFeePerGas' | 'maxPriorityFeePerGas', Hex>>;

/** A signer that signs what `change` makes of what it was asked. */
async function signerOf(
  change: (asked: Parameters<typeof account.signTransaction>[0]) => object | Promise<object | string>,
  accounts: readonly string[] = [account.address],
) {
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const { method, params } = JSON.parse(Buffer.concat(parts).toString());
    const answer = async () => {
      if (method === 'eth_accounts') return { result: accounts };
      const [asked]: [Asked] = params;
      const changed = await change({
        type: 'eip1559',
        to: asked.to,
        data: asked.data,
        value: BigInt(asked.value),
        nonce: Number(asked.nonce),
        gas: BigInt(asked.gas),
        chainId: Number(asked.chainId),
        maxFeePerGas: BigInt(asked.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(asked.maxPriorityFeePerGas),
      });
      return typeof changed === 'object' && 'error' in changed ? changed : { result: changed };
    };
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...(await answer()) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return externalSigner(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
}

async function sign(change: Parameters<typeof signerOf>[0]) {
  const signer = await signerOf(change);
  if (!signer.ok) throw new Error(signer.problem);
  return signer.value.sign(request);
}

test('a local key and a signer sign the same transaction, and a signer may answer an object', async () => {
  const local = await localSigner(generatePrivateKey()).sign(request);
  expect(parseTransaction(local.raw)).toMatchObject({ ...request, type: 'eip1559' });
  const signed = await sign(async (asked) => ({ raw: await account.signTransaction(asked), tx: {} }));
  expect(parseTransaction(signed.raw)).toMatchObject({ ...request, type: 'eip1559' });
  expect(await sign((asked) => account.signTransaction(asked).then((raw) => raw))).toEqual(signed);
});

test.each([
  ['to', { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['data', { data: '0xa9059cbc' }],
  ['value', { value: 1n }],
  ['nonce', { nonce: 8 }],
  ['chainId', { chainId: 1 }],
  ['gas', { gas: 60_001n }],
  ['maxFeePerGas', { maxFeePerGas: 3_000_000_001n }],
  ['maxPriorityFeePerGas', { maxPriorityFeePerGas: 1n }],
  ['accessList', { accessList: [{ address: request.to, storageKeys: [] }] }],
] as const)('a signer that changes %s is not believed', async (field, change) => {
  const changed = sign(async (asked) => ({
    raw: await account.signTransaction({ ...asked, ...change } as typeof asked),
  }));
  await expect(changed).rejects.toThrow(`the signer signed another transaction: ${field} differs`);
});

test('another key, another kind of transaction, a refusal and garbage are not believed', async () => {
  const other = privateKeyToAccount(generatePrivateKey());
  await expect(sign(async (asked) => ({ raw: await other.signTransaction(asked) }))).rejects.toThrow(
    'from differs',
  );
  const legacy = {
    to: request.to,
    nonce: 7,
    gas: 60_000n,
    gasPrice: 1n,
    chainId: 31_337,
    type: 'legacy',
  } as const;
  await expect(sign(async () => ({ raw: await account.signTransaction(legacy) }))).rejects.toThrow(
    'type differs',
  );
  await expect(sign(() => ({ raw: '0x02ff' }))).rejects.toThrow('type differs');
  await expect(sign(() => ({ signed: true }))).rejects.toThrow('the signer answered no transaction');
  const refusal = { error: { code: -32_000, message: 'request denied' } };
  await expect(sign(() => refusal)).rejects.toThrow('it refused: request denied');
});

test('a signer that is not there, or has not one account, is one sentence', async () => {
  const mistake = 'SIGNER_URL must be a signer with exactly one account, the hot wallet.';
  expect(await signerOf(() => ({}), [])).toEqual({ ok: false, problem: mistake });
  expect(await signerOf(() => ({}), [account.address, request.to])).toEqual({ ok: false, problem: mistake });
  expect(await externalSigner('http://127.0.0.1:1')).toEqual({
    ok: false,
    problem: 'SIGNER_URL does not answer: it cannot be reached.',
  });
});
