import { randomUUID } from 'node:crypto';
import type { Plugin } from 'vite';
import { decoderProgram } from '../decoderProgram.mjs';

const consoleHeader = 'x-console-page';
const consoleSecret = randomUUID();

/** `npm run dev`: the API in the same process as Vite, reloaded with the code. */
export function api(): Plugin {
  return {
    name: 'zesto-api',
    apply: 'serve',
    configureServer(vite) {
      if (process.env.VITEST) return;
      // Vite would serve this page to everybody, but it is only for the operators' address, whose requests carry this header.
      vite.middlewares.use((request, response, next) => {
        const isConsole = request.url?.split('?')[0] === '/console.html';
        if (!isConsole || request.headers[consoleHeader] === consoleSecret) return next();
        response.statusCode = 404;
        response.end();
      });
      // Loaded for every request, so that the next answer includes changes of the server's code.
      const load = () =>
        vite.ssrLoadModule('/server/cli/dev.ts') as Promise<typeof import('../../server/cli/dev.ts')>;
      vite.middlewares.use((request, response, next) => {
        load()
          .then(({ mountApi }) => mountApi({ [consoleHeader]: consoleSecret }, decoderProgram))
          .then((api) => api(request, response, next))
          .catch(next);
      });
    },
  };
}
