// `npm start`: builds when the sources are newer than the build, then serves.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, isBuilt, root } from './build.mjs';

if (!(await isBuilt())) {
  process.stdout.write('Building, once, for about half a minute …');
  const started = Date.now();
  await build();
  console.log(` done in ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}
await import(pathToFileURL(join(root, 'dist/server/start.js')).href);
