import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Arguments for Node.js: the script after them ends with its parent, even a killed one. Its `stdin` has to be a pipe that nobody writes to. */
export const tied = ['--import', pathToFileURL(join(import.meta.dirname, 'withParent.mjs')).href];
