import { Agent, request } from 'node:https';

export interface Answer {
  /** 0 where no whole answer came. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the server sent, or null where it was no JSON.
  readonly body: any;
  readonly retryAfter: string | undefined;
}

export interface Sent {
  readonly token: string;
  readonly key?: string;
  readonly body?: unknown;
}

export type Call = (path: string, sent: Sent) => Promise<Answer>;

/** As long as a caller waits for an answer. */
const patience = 10_000;
const none: Answer = { status: 0, body: null, retryAfter: undefined };

/** Calls of people, who come by TLS on kept connections; one with a body is a POST. */
export function createClient(origin: string, certificate: string): { call: Call; close(): void } {
  const agent = new Agent({ keepAlive: true, ca: certificate });
  const call: Call = (path, { token, key, body }) =>
    new Promise((resolve) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const asked = request(`${origin}/api/web-app${path}`, {
        agent,
        method: text === undefined ? 'GET' : 'POST',
        signal: AbortSignal.timeout(patience),
        headers: {
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
      });
      asked.on('error', () => resolve(none));
      asked.on('response', (response) => {
        let read = '';
        response.setEncoding('utf8');
        response.on('data', (piece) => (read += piece));
        response.on('error', () => resolve(none));
        response.on('end', () => {
          const status = response.complete ? (response.statusCode ?? 0) : 0;
          resolve({ status, body: parse(read), retryAfter: response.headers['retry-after'] });
        });
      });
      asked.end(text);
    });
  return { call, close: () => agent.destroy() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
