import { erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, onTestFinished, test } from 'vitest';
import { createContractBook } from '../../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../../server/settlement/evm/deposits.ts';
import { openRpc } from '../../../server/settlement/evm/rpc.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { attentionOf, confirmations, linesOf, networkOf, placeOf } from '../../support/following.ts';
import { balance } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';
import { chainSettlement, fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();
const usdt = 1_000_000n;

test.skipIf(!hasEngine())(
  'while a block comes each second, what arrives is credited once and what leaves is paid once',
  async () => {
    const database = await openTestDatabase();
    const network = networkOf(chain.it);
    const rpc = openRpc({ rpcUrls: [chain.it.url], chainId: chain.it.chainId });
    const contracts = createContractBook(rpc, network);
    const { incoming } = createDeposits({ database, rpc, confirmations, contracts, warn: () => undefined });
    const settlement = { ...chainSettlement(database, hotWalletOf(chain.it)), incoming };
    const it = await openTestServer({ database, network, settlement, payer: null });
    const person = await register(it);
    const place = await placeOf(it, person);
    await it.settle();
    await fill(it, chain.it, person, '1000');

    await chain.it.client.setIntervalMining({ interval: 1 });
    onTestFinished(() => chain.it.client.setIntervalMining({ interval: 0 }));
    const recipients = Array.from({ length: 5 }, () => privateKeyToAccount(generatePrivateKey()).address);
    for (const to of recipients) {
      await chain.it.transfer('USDT', place, 7n * usdt);
      await withdraw(it, person, '10', to);
      it.clock.advance(1_000);
      await it.settle();
    }
    const open = async () =>
      (await linesOf(it, person)).filter(({ status }: { status: string }) => status !== 'completed');
    while ((await open()).length > 0) {
      it.clock.advance(1_000);
      await it.settle();
    }
    for (const to of recipients) {
      const held = { abi: erc20Abi, functionName: 'balanceOf', args: [to] } as const;
      expect(await chain.it.client.readContract({ ...held, address: chain.it.contracts.USDT })).toBe(
        10n * usdt,
      );
    }
    const lines = (await linesOf(it, person)).map(
      ({ kind, amount }: { kind: string; amount: string }) => `${kind} ${amount}`,
    );
    expect(lines.filter((line: string) => line === 'deposit 7')).toHaveLength(recipients.length);
    expect(lines.filter((line: string) => line === 'withdraw 10')).toHaveLength(recipients.length);
    expect(await balance(it, person)).toMatchObject({ pending: '0' });
    expect(await attentionOf(it)).toEqual([]);
    expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
    await it.close();
  },
  60_000,
);
