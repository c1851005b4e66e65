import { createMaintenance } from '../../server/cli/maintenance.ts';
import { runCommand } from '../../server/command/run.ts';
import { readSettings } from '../../server/settings.ts';

const nobody = () => Promise.reject(new Error('there is no server'));

/** A command of the operator that needs no server, with the settings of its environment. Answers its exit code. */
export function main(args: readonly string[]): Promise<number> {
  const settings = readSettings(process.env);
  if (!settings.ok) throw new Error(settings.problem.join());
  return runCommand(args, {
    origin: '',
    token: null,
    isSession: false,
    fetch: nobody,
    read: nobody,
    write: nobody,
    prompt: nobody,
    keepSession: nobody,
    maintenance: createMaintenance(settings.value),
    print: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  });
}
