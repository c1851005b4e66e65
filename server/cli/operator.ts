import { readFile, writeFile } from 'node:fs/promises';
import type { Maintenance } from '../command/command.ts';
import { helpFor, isLocal, runCommand } from '../command/run.ts';
import { readOperatorAddress } from '../operator/address.ts';
import { keepSession, readSession, sessionFileOf } from '../operator/sessionFile.ts';
import { readOperatorToken } from '../operator/token.ts';
import { readSettings, type Settings } from '../settings.ts';
import { createPrompt } from './prompt.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  const help = helpFor(args);
  if (help !== null) {
    console.log(help);
    return 0;
  }
  const settings = readSettings(process.env);
  if (!settings.ok) {
    for (const mistake of settings.problem) console.error(mistake);
    return 2;
  }
  const { dataDir, operatorToken } = settings.value;
  const address = isLocal(args) ? '' : process.env.OPERATOR_URL || (await readOperatorAddress(dataDir));
  if (address === null) {
    console.error(
      `No server is running on ${dataDir}: start it (npm start), or set DATA_DIR or OPERATOR_URL.`,
    );
    return 1;
  }
  const origin = address.replace(/(?<!\/)\/+$/, '');
  const file = sessionFileOf(process.env);
  const session = await readSession(file, origin);
  const token = session ?? operatorToken ?? (await readOperatorToken(dataDir).catch(() => null));
  const prompt = createPrompt();
  return runCommand(args, {
    origin,
    token,
    isSession: session !== null,
    fetch: (request) => fetch(request),
    read: (path) => readFile(path, 'utf8'),
    write: (path, text) => writeFile(path, text, { mode: 0o600, flag: 'wx' }),
    prompt: prompt.ask,
    keepSession: (kept) => keepSession(file, origin, kept),
    maintenance: maintenanceOf(settings.value),
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  }).finally(prompt.close);
}

/** Loads the database engines only for a command that needs them. */
function maintenanceOf(settings: Settings): Maintenance {
  const loaded = async () => (await import('./maintenance.ts')).createMaintenance(settings);
  return {
    makeKey: async (path) => (await loaded()).makeKey(path),
    backUp: async (path) => (await loaded()).backUp(path),
    restore: async (path) => (await loaded()).restore(path),
    move: async (url) => (await loaded()).move(url),
  };
}
