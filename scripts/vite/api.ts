import type { Plugin } from 'vite';

/** `npm run dev`: the API in the same process as Vite, reloaded with the code. */
export function api(): Plugin {
  return {
    name: 'zesto-api',
    apply: 'serve',
    configureServer(vite) {
      if (process.env.VITEST) return;
      // Asked for with every request, so that a change of the server's code is in the next answer.
      const load = () =>
        vite.ssrLoadModule('/server/cli/dev.ts') as Promise<typeof import('../../server/cli/dev.ts')>;
      vite.middlewares.use((request, response, next) => {
        load()
          .then(({ mountApi }) => mountApi())
          .then((api) => api(request, response, next))
          .catch(next);
      });
    },
  };
}
