import { createContractBook } from '../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../server/settlement/evm/deposits.ts';
import { receiveDeposits } from '../../server/settlement/receiveDeposits.ts';
import type { TestChain } from './chain.ts';
import { endingDatabase, isMoment, openPlace } from './endingDatabase.ts';
import { confirmations, networkOf } from './following.ts';
import { type Nodes, openNodes, timeOf } from './nodes.ts';

/** What a process of its own needs to take the deposits of a chain. */
export interface Followed extends Nodes {
  readonly contracts: TestChain['contracts'];
}

const isLedgerWrite = (sql: string) => sql.includes('INSERT INTO ledger_transfers');

/**
 * A process of its own that takes deposits until it is killed at a `Moment`. `place` is a folder of PGlite or the address of
 * PostgreSQL.
 */
export async function main([place = '', followed = '{}', when = '']: readonly string[]): Promise<number> {
  if (!isMoment(when)) throw new Error(`there is no moment "${when}"`);
  const opened = await openPlace(place);
  const database = endingDatabase(opened, when, isLedgerWrite);
  const chain: Followed = JSON.parse(followed);
  const rpc = openNodes(chain);
  const deaf = () => undefined;
  const contracts = createContractBook(rpc, networkOf(chain));
  const settlement = createDeposits({ database, rpc, confirmations, warn: deaf, contracts });
  for (let round = 0; round < 3; round += 1) {
    await receiveDeposits({ database, settlement, complain: deaf }, timeOf(chain, round)).catch(deaf);
  }
  await opened.close();
  return 1;
}
