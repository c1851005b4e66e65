// `npm run -s operator -- VERB`: builds the server's part when it is missing, then runs the command.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildServer, root } from './build.mjs';

const command = join(root, 'dist/server/operator.js');
if (!existsSync(command)) await buildServer();
await import(pathToFileURL(command).href);
