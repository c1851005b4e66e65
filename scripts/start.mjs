// `npm start`: builds when the sources are newer than the build, then serves.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt, root } from './build.mjs';

if (!(await isBuilt())) {
  // In a process of its own: Vite sets NODE_ENV, which would make the demo a real wallet, and takes memory that it keeps.
  const builder = [join(root, 'scripts/build.mjs'), '--if-needed'];
  const { status } = spawnSync(process.execPath, builder, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
await import(pathToFileURL(join(root, 'dist/server/start.js')).href);
