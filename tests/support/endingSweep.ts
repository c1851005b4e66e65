import { createTestClient, http } from 'viem';
import { advanceSweep } from '../../server/treasury/sweepRound.ts';
import { openPlace } from './endingDatabase.ts';
import { heardRpc } from './heardRpc.ts';
import { type Nodes, openNodes, timeOf } from './nodes.ts';
import { confirmations } from './withdrawals.ts';

/**
 * A process of its own that takes a sweep further until it is killed: `before` or `after` the `nth` call of a method of the node.
 * `place` is a folder of PGlite or the address of PostgreSQL.
 */
export async function main([
  place = '',
  asked = '{}',
  when = '',
  method = '',
  nth = '1',
]: readonly string[]): Promise<number> {
  const database = await openPlace(place);
  const node: Nodes = JSON.parse(asked);
  let calls = 0;
  const end = () => void process.kill(process.pid, 'SIGKILL');
  const rpc = heardRpc(openNodes(node), async (called, ask) => {
    const isIt = called === method && ++calls === Number(nth);
    if (isIt && when === 'before') end();
    const answer = await ask();
    if (isIt && when === 'after') end();
    return answer;
  });
  const chain = createTestClient({ mode: 'anvil', transport: http(node.url) });
  for (let round = 0; round < 5; round += 1) {
    await advanceSweep({ database, rpc, confirmations }, timeOf(node, round)).catch(() => undefined);
    await chain.mine({ blocks: 1 });
  }
  await database.close();
  return 1;
}
