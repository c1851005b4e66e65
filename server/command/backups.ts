import { text } from './arguments.ts';
import { command, type Noun } from './command.ts';

const file = text('FILE');

export const backups: Noun = {
  isLocal: true,
  commands: {
    'backup key': command(
      'makes the key of backups in a new file, for BACKUP_KEY_FILE',
      { FILE: file },
      async ({ FILE }, { maintenance, print }) => {
        await maintenance.makeKey(FILE);
        print(
          `${FILE} has the key of backups: set BACKUP_KEY_FILE to it. Keep a copy elsewhere than the backups: without it nobody can read them.`,
        );
      },
    ),
    backup: command(
      "writes the database and people's files of this machine's DATA_DIR and DATABASE_URL to a new encrypted file",
      { FILE: file },
      async ({ FILE }, { maintenance, print, complain }) => {
        const { rows, files, length, lost, faults, chain } = await maintenance.backUp(FILE);
        const parts = `${rows} rows and ${files} files in ${Math.ceil(length / 1024)} kB`;
        print(`${FILE} has everything of this moment: ${parts}.`);
        for (const id of lost) complain(`The store of files no longer has ${id}: the backup lacks it, too.`);
        if (chain !== null)
          complain(
            `The demo’s chain is not in it: copy ${chain} into the restored DATA_DIR as well, or that demo credits nothing over its chain any more.`,
          );
        if (faults === null)
          complain(
            'Not audited, and not in the operators’ log: the database is of another version than this program. Its restore audits it.',
          );
        for (const fault of faults ?? []) complain(`The audit finds: ${fault}`);
      },
    ),
    restore: command(
      'fills an empty DATA_DIR, and with DATABASE_URL an empty database, from such a file, and audits it',
      { FILE: file },
      async ({ FILE }, { maintenance, print }) => {
        const { madeAt, settings, ...loaded } = await maintenance.restore(FILE);
        print(
          `Restored as of ${madeAt}: ${loaded.tables} tables, ${loaded.rows} rows and ${loaded.files} files, each row read back; the audit is the same.`,
        );
        printSettings(settings, print);
        print(
          'Withdrawals of after that time would be paid again: settle them by hand before you start the server.',
        );
      },
    ),
    'database move': command(
      'copies the embedded database of a stopped server to an empty PostgreSQL, and compares every row and the audit',
      { to: text('postgres://USER@HOST/DATABASE') },
      async ({ to }, { maintenance, print }) => {
        const { tables, rows, settings } = await maintenance.move(to);
        print(`Moved: ${tables} tables and ${rows} rows, each row read back; the audit is the same.`);
        printSettings(settings, print);
      },
    ),
  },
};

function printSettings(settings: readonly string[], print: (line: string) => void) {
  if (settings.length > 0) print('Start the server with this DATA_DIR, and these settings from now on:');
  for (const setting of settings) print(`  ${setting}`);
}
