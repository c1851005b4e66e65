import { HttpResponse, http, type RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';

/** The host that the app's calls go to in tests. */
export const providerOrigin = 'http://localhost:3000';

/** Serves what tests ask for under the provider's host, and refuses every other request loudly. */
export function interceptProvider(...handlers: RequestHandler[]) {
  const interceptor = setupServer(...handlers);
  beforeAll(() => interceptor.listen({ onUnhandledRequest: 'error' }));
  afterEach(() => interceptor.resetHandlers());
  afterAll(() => interceptor.close());
  return interceptor;
}

/** Hands every API request to a server's `fetch`, as the network would. */
export function handToServer(server: {
  fetch(request: Request): Response | Promise<Response>;
}): RequestHandler {
  return http.all(`${providerOrigin}/api/*`, async ({ request }) => await server.fetch(request));
}

/** Answers one address with a status, a body and its content type. */
export function answerWith(
  path: string,
  status: number,
  body: string | null,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): RequestHandler {
  return http.all(`${providerOrigin}/api/web-app${path}`, () => new HttpResponse(body, { status, headers }));
}
