import { readFile } from 'node:fs/promises';
import { runCommand, usage } from '../operator/command.ts';
import { readOperatorToken } from '../operator/token.ts';
import { readSettings, urlOf } from '../settings.ts';

process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const settings = readSettings(process.env);
  if (!settings.ok) {
    for (const mistake of settings.problem) console.error(mistake);
    return 2;
  }
  const { host, port, dataDir, operatorToken } = settings.value;
  const token = operatorToken ?? (await readOperatorToken(dataDir).catch(() => null));
  if (token === null) {
    console.error(`There is no operator token in ${dataDir}: start the server once, or set OPERATOR_TOKEN.`);
    return 1;
  }
  return runCommand(args, {
    origin: (process.env.ZESTO_URL || urlOf(host, port)).replace(/\/+$/, ''),
    token,
    fetch: (request) => fetch(request),
    read: (path) => readFile(path, 'utf8'),
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  });
}
