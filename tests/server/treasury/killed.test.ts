import { type Address, erc20Abi, getAddress, parseEther } from 'viem';
import { expect, test } from 'vitest';
import { signSweep } from '../../../scripts/signSweep.ts';
import { gasAddressOf } from '../../../server/addresses/derivation.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { testChain } from '../../support/chain.ts';
import { hasEngine } from '../../support/database.ts';
import { placeOf } from '../../support/following.ts';
import { lastingDatabase } from '../../support/lastingDatabase.ts';
import { runProgram } from '../../support/program.ts';
import { register } from '../../support/server.ts';
import { openCustody, ownerAccount, rounds } from '../../support/treasury.ts';
import { confirmations } from '../../support/withdrawals.ts';

const chain = testChain();

const gasAddress = getAddress(gasAddressOf(ownerAccount.publicExtendedKey));

test.skipIf(!hasEngine())(
  'a server that is killed between any two broadcasts of a sweep is followed by one that ends it, each transaction once',
  async () => {
    const { place, open } = await lastingDatabase();
    await chain.it.client.setBalance({ address: gasAddress, value: parseEther('1') });
    let database = await open();
    await migrate(database);
    let it = await openCustody(chain.it, { database });
    const places: Address[] = [];
    for (const whole of [100n, 200n, 300n]) {
      const address = await placeOf(it, await register(it));
      await chain.it.transfer('USDT', address, whole * 1_000_000n);
      places.push(address);
    }
    await rounds(it, chain.it, confirmations + 1);
    const hot = chain.it.accounts.hotWallet.address;
    const { file } = (await it.operator('POST', '/sweeps', { to: 'hot' })).body.data;
    const signed = await signSweep(file, ownerAccount, hot);
    expect(await it.operator('POST', '/sweeps/signed', signed)).toMatchObject({ status: 200 });

    const ends = [
      ['before', 'eth_sendRawTransaction', '1'],
      ['after', 'eth_sendRawTransaction', '2'],
      ['after', 'eth_sendRawTransaction', '4'],
      ['before', 'eth_getTransactionReceipt', '1'],
    ] as const;
    for (const [when, method, nth] of ends) {
      await database.close();
      const { url, chainId } = chain.it;
      const args = [place, JSON.stringify({ url, chainId }), when, method, nth];
      expect(await runProgram('endingSweep', args)).toEqual([null, 'SIGKILL']);
      database = await open();
    }
    it = await openCustody(chain.it, { database });
    it.clock.advance(600_000);
    await rounds(it, chain.it, confirmations + 3);
    const has = (address: Address) =>
      chain.it.client.readContract({
        ...{ abi: erc20Abi, functionName: 'balanceOf', address: chain.it.contracts.USDT, args: [address] },
      });
    expect(await Promise.all(places.map(has))).toEqual([0n, 0n, 0n]);
    expect(await has(hot)).toBe(600_000_000n);
    expect(await chain.it.client.getTransactionCount({ address: gasAddress })).toBe(3);
    expect((await it.operator('GET', '/sweeps')).body.data).toMatchObject([
      { status: 'done', transactions: 6, confirmed: 6, failed: 0 },
    ]);
    const audit = (await it.operator('GET', '/audit')).body.data;
    expect(audit).toMatchObject({ clean: true, faults: [], holdings: { problem: null } });
    await database.close();
  },
  240_000,
);
