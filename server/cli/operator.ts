import { readFile, writeFile } from 'node:fs/promises';
import { helpFor, runCommand } from '../command/run.ts';
import { readOperatorAddress } from '../operator/address.ts';
import { keepSession, readSession, sessionFileOf } from '../operator/sessionFile.ts';
import { readOperatorToken } from '../operator/token.ts';
import { readSettings } from '../settings.ts';
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
  const address = process.env.OPERATOR_URL || (await readOperatorAddress(dataDir));
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
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  }).finally(prompt.close);
}
