import { erc20Abi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { lastingDatabase } from '../../support/lastingDatabase.ts';
import { runProgram } from '../../support/program.ts';
import { openTestServer, register } from '../../support/server.ts';
import { chainSettlement, confirmations, fill, hotWalletOf, withdraw } from '../../support/withdrawals.ts';

const chain = testChain();

test.skipIf(!hasEngine())(
  'a server that is killed between any two steps of a withdrawal has paid it once',
  async () => {
    const { place, open } = await lastingDatabase();
    const wallet = hotWalletOf(chain.it);
    const paid = (address: `0x${string}`) =>
      chain.it.client.readContract({
        ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [address] },
      });
    let database = await open();
    await migrate(database);
    let it = await openTestServer({ database, settlement: chainSettlement(database, wallet) });
    const person = await register(it);
    await fill(it, chain.it, person, '1000');
    const first = await chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address });

    const ends = [
      ['sign', ''],
      ['before', 'eth_sendRawTransaction'],
      ['after', 'eth_sendRawTransaction'],
      ['before', 'eth_getTransactionReceipt'],
    ] as const;
    for (const [index, [when, method]] of ends.entries()) {
      const to = privateKeyToAccount(generatePrivateKey()).address;
      const id = await withdraw(it, person, '10', to);
      await database.close();
      const ended = await runProgram('endingServer', [place, JSON.stringify(wallet), when, method]);
      expect(ended).toEqual([null, 'SIGKILL']);

      database = await open();
      it = await openTestServer({ database, settlement: chainSettlement(database, wallet) });
      it.clock.advance((index + 1) * 60_000);
      for (let round = 0; round < confirmations + 2; round += 1) {
        await it.settle();
        await chain.it.mine();
      }
      await it.settle();
      const [line] = await database.query('SELECT status FROM transactions WHERE id = $1', [id]);
      expect(line).toEqual({ status: 'completed' });
      expect(await paid(to)).toBe(10_000_000n);
      expect(
        await chain.it.client.getTransactionCount({ address: chain.it.accounts.hotWallet.address }),
      ).toBe(first + index + 1);
    }
    expect((await it.operator('GET', '/audit')).body.data).toMatchObject({ clean: true, faults: [] });
    await database.close();
  },
  240_000,
);
