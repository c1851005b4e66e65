import type { Plugin } from 'vite';

/** `npm run dev`: `/__flows` is the page of the machines' charts. It is in no build. */
export function flowsPage(): Plugin {
  return {
    name: 'zesto-flows',
    apply: 'serve',
    configureServer(vite) {
      vite.middlewares.use((request, _response, next) => {
        if (/^\/__flows\/?(?:\?|$)/.test(request.url ?? '')) request.url = '/flows.html';
        next();
      });
    },
  };
}
