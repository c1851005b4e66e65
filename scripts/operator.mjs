// `npm run -s operator -- VERB`: builds the server if it is missing, then runs the command.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

const command = join(root, 'dist/server/operator.js');
if (!existsSync(command)) {
  const builder = [join(root, 'scripts/build.mjs'), '--server'];
  const { status } = spawnSync(process.execPath, builder, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
await import(pathToFileURL(command).href);
