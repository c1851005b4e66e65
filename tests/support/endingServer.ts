import { createTestClient, http } from 'viem';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { localSigner } from '../../server/settlement/evm/signer.ts';
import { settleDue } from '../../server/settlement/settleDue.ts';
import { chainSettlement, type HotWallet } from './withdrawals.ts';

const end = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the process goes on');
};

/**
 * A process of its own that pays what is due until it is killed: `before` or `after` a call of the node, or before it signs (`sign`).
 * `place` is a folder of PGlite or the address of PostgreSQL.
 */
export async function main([
  place = '',
  wallet = '{}',
  when = '',
  method = '',
]: readonly string[]): Promise<number> {
  const database = place.startsWith('postgres')
    ? await openPostgres({ url: place })
    : await openPglite({ dataDir: place });
  const hotWallet: HotWallet = JSON.parse(wallet);
  const { address } = localSigner(hotWallet.key);
  const settlement = chainSettlement(database, hotWallet, {
    ...(when === 'sign' ? { signer: { address, sign: async () => end() } } : {}),
    onCall: (called) => void (when === 'before' && called === method && end()),
    onAnswer: (called) => void (when === 'after' && called === method && end()),
  });
  const chain = createTestClient({ mode: 'anvil', transport: http(hotWallet.url) });
  const deaf = () => undefined;
  for (let round = 0; round < 5; round += 1) {
    await settleDue({ database, settlement, complain: deaf, told: deaf }, new Date());
    await settlement.advance?.(new Date()).catch(deaf);
    await chain.mine({ blocks: 1 });
  }
  return 1;
}
