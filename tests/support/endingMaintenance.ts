import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { createMaintenance } from '../../server/cli/maintenance.ts';
import { readSettings } from '../../server/settings.ts';
import { end } from './endingDatabase.ts';

/** The first statement after all rows. */
const last = 'ANALYZE';

/** Runs `restore FILE` or `move URL` with the settings of its environment, and is killed when all rows are written and nothing is committed. */
export async function main([verb = '', argument = '']: readonly string[]): Promise<number> {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [statement] = args;
    const isLast =
      typeof statement === 'object' && statement !== null && 'text' in statement && statement.text === last;
    if (isLast) end();
    return Reflect.apply(query, this, args);
  } as typeof query;
  const { execProtocol } = PGlite.prototype;
  PGlite.prototype.execProtocol = function (this: PGlite, message, options) {
    if (Buffer.from(message).includes(last)) end();
    return Reflect.apply(execProtocol, this, [message, options]);
  };
  const settings = readSettings(process.env);
  if (!settings.ok) throw new Error(settings.problem.join());
  const maintenance = createMaintenance(settings.value);
  await (verb === 'restore' ? maintenance.restore(argument) : maintenance.move(argument));
  return 0;
}
