import { readFile } from 'node:fs/promises';
import { helpFor, runCommand } from '../command/run.ts';
import { readOperatorAddress } from '../operator/address.ts';
import { readOperatorToken } from '../operator/token.ts';
import { readSettings } from '../settings.ts';

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
  const token = operatorToken ?? (await readOperatorToken(dataDir).catch(() => null));
  if (token === null) {
    console.error(`There is no operator token in ${dataDir}: start the server once, or set OPERATOR_TOKEN.`);
    return 1;
  }
  const origin = process.env.OPERATOR_URL || (await readOperatorAddress(dataDir));
  if (origin === null) {
    console.error(
      `No server is running on ${dataDir}: start it (npm start), or set DATA_DIR or OPERATOR_URL.`,
    );
    return 1;
  }
  return runCommand(args, {
    origin: origin.replace(/(?<!\/)\/+$/, ''),
    token,
    fetch: (request) => fetch(request),
    read: (path) => readFile(path, 'utf8'),
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
}
