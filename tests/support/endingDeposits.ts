import type { Db, Query } from '../../server/database/db.ts';
import { openPglite } from '../../server/database/pglite.ts';
import { openPostgres } from '../../server/database/postgres.ts';
import { createContractBook } from '../../server/settlement/evm/contracts.ts';
import { createDeposits } from '../../server/settlement/evm/deposits.ts';
import { receiveDeposits } from '../../server/settlement/receiveDeposits.ts';
import type { TestChain } from './chain.ts';
import { confirmations, networkOf } from './following.ts';
import { type Nodes, openNodes } from './nodes.ts';

/** Before the statement that writes into the ledger, after it and before its commit, or after the commit and before anybody knows of it. */
export type Moment = 'before' | 'written' | 'committed';

/** What a process of its own needs to take the deposits of a chain. */
export interface Followed extends Nodes {
  readonly contracts: TestChain['contracts'];
}

const isLedgerWrite = (sql: string) => sql.includes('INSERT INTO ledger_transfers');

const end = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the process goes on');
};

/** A database whose process is killed with the first transaction that writes into the ledger. */
function ending(db: Db, moment: Moment): Db {
  return {
    ...db,
    transaction: async (work) => {
      let hasWritten = false;
      const value = await db.transaction((query) => {
        const watched: Query = async (sql, values) => {
          if (moment === 'before' && isLedgerWrite(sql)) end();
          const rows = await query<never>(sql, values);
          if (moment === 'written' && isLedgerWrite(sql)) end();
          hasWritten ||= isLedgerWrite(sql);
          return rows;
        };
        return work(watched);
      });
      if (moment === 'committed' && hasWritten) end();
      return value;
    },
  };
}

/**
 * A process of its own that takes deposits until it is killed at a `Moment`. `place` is a folder of PGlite or the address of
 * PostgreSQL.
 */
export async function main([place = '', followed = '{}', when = '']: readonly string[]): Promise<number> {
  const moment = (['before', 'written', 'committed'] as const).find((each) => each === when);
  if (!moment) throw new Error(`there is no moment "${when}"`);
  const opened = place.startsWith('postgres')
    ? await openPostgres({ url: place })
    : await openPglite({ dataDir: place });
  const database = ending(opened, moment);
  const chain: Followed = JSON.parse(followed);
  const rpc = openNodes(chain);
  const deaf = () => undefined;
  const contracts = createContractBook(rpc, networkOf(chain));
  const settlement = createDeposits({ database, rpc, confirmations, warn: deaf, contracts });
  for (let round = 0; round < 3; round += 1) {
    await receiveDeposits({ database, settlement, complain: deaf }, new Date()).catch(deaf);
  }
  return 1;
}
