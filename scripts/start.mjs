// `npm start`: builds when the sources are newer than the build, then starts the server.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isBuilt, isThere, root } from './build.mjs';

// With production packages only (`npm ci --omit=dev`), the existing build is run as it is.
const canBuild = existsSync(join(root, 'node_modules/vite'));
if (!canBuild && !(await isThere())) {
  console.error('There is nothing to run in dist/, and nothing to build it with: npm ci && npm run build.');
  process.exit(1);
}
if (canBuild && !(await isBuilt())) {
  // In a separate process, because Vite sets NODE_ENV, which would turn the demo into a real wallet, and keeps the memory that it uses.
  const builder = [join(root, 'scripts/build.mjs'), '--if-needed'];
  const { status } = spawnSync(process.execPath, builder, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
await import(pathToFileURL(join(root, 'dist/server/start.js')).href);
