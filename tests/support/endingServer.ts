import { createTestClient, http } from 'viem';
import { localSigner } from '../../server/settlement/evm/signer.ts';
import { settleDue } from '../../server/settlement/settleDue.ts';
import { end, endingDatabase, isMoment, openPlace } from './endingDatabase.ts';
import { timeOf } from './nodes.ts';
import { chainSettlement, type HotWallet } from './withdrawals.ts';

/** The statements of a withdrawal that a process may be killed with. */
const writes: Readonly<Record<string, string>> = {
  numbers: 'SET wallet = $2, nonce = placed.nonce',
  signed: 'INSERT INTO outgoing_transactions',
  ended: 'UPDATE outgoing_payments SET outcome = CASE',
  captured: 'INSERT INTO ledger_transfers',
};

/** How many rounds it has: enough for the last step beside a node that is two blocks behind. */
export const endingRounds = 8;

/**
 * A process of its own that pays what is due until it is killed: `before` or `after` a call of the node, before it signs (`sign`), or
 * at a moment of one of the `writes`. `place` is a folder of PGlite or the address of PostgreSQL.
 */
export async function main([
  place = '',
  wallet = '{}',
  when = '',
  what = '',
]: readonly string[]): Promise<number> {
  const opened = await openPlace(place);
  const write = writes[what];
  const isEnding = write !== undefined && isMoment(when);
  const database = isEnding ? endingDatabase(opened, when, (sql) => sql.includes(write)) : opened;
  const hotWallet: HotWallet = JSON.parse(wallet);
  const { address } = localSigner(hotWallet.key);
  const settlement = chainSettlement(database, hotWallet, {
    ...(when === 'sign' ? { signer: { address, sign: async () => end() } } : {}),
    onCall: (called) => void (when === 'before' && called === what && end()),
    onAnswer: (called) => void (when === 'after' && called === what && end()),
  });
  const chain = createTestClient({ mode: 'anvil', transport: http(hotWallet.url) });
  const deaf = () => undefined;
  for (let round = 0; round < endingRounds; round += 1) {
    const at = timeOf(hotWallet, round);
    await settleDue({ database, settlement, complain: deaf, told: deaf }, at);
    await settlement.advance?.(at).catch(deaf);
    await chain.mine({ blocks: 1 });
  }
  await opened.close();
  return 1;
}
