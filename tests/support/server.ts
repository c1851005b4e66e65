import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { operatorBase, webAppBase } from '../../contract/call.ts';
import type { Clock } from '../../server/core/clock.ts';
import type { Db } from '../../server/database/db.ts';
import { demoNetwork } from '../../server/demo/chain/network.ts';
import { type Files, filesInMemory } from '../../server/files/files.ts';
import type { UnreadCode } from '../../server/http/listen.ts';
import { createLog } from '../../server/http/log.ts';
import { createServer, type ServerOptions } from '../../server/server.ts';
import type { PublicChain } from '../../server/tokens/network.ts';
import { solveCaptcha } from './captcha.ts';
import { hasEngine, openTestDatabase } from './database.ts';
import { testDecoder } from './decoder.ts';
import { createSimulatedNetwork } from './simulatedNetwork.ts';

/** When a test server's clock starts, unless told otherwise. */
export const serverStart = new Date('2026-11-20T09:00:00.000Z');

export const operatorToken = 'operator-token-of-the-tests-0123456789';

export const metricsToken = 'metrics-token-of-the-tests-0123456789';

/** The address that operators open; people open `http://localhost:3000`. */
export const operatorOrigin = 'http://localhost:3001';

/** A chain as people are told of it, with 12 confirmations and no explorer unless told otherwise. */
export function publicChain(changes: Partial<PublicChain> = {}): PublicChain {
  return { rpcUrl: null, explorerUrl: null, nativeCurrency: 'ETH', confirmations: 12, ...changes };
}

/** Hashes at this cost take no time, and would stand no attack. */
const cheapest = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** The clock of a test stands still, and gives no quote back. */
const manyQuotes = { open: 10_000, perMinute: 60_000 };

/** A clock that stands still until it is told otherwise. */
interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

/** An answer, read. */
interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON, or null when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects; the contract's types are checked in the server
  readonly body: any;
}

interface Sent {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

/** The real server over a fresh database and a clock of its own, without a port. */
export interface TestServer {
  readonly database: Db;
  readonly clock: TestClock;
  readonly files: Files;
  /** Everything it has logged, a line an entry. */
  readonly logged: readonly string[];
  /** What MSW hands requests to. */
  fetch(request: Request, peer?: { readonly address: string }): Promise<Response>;
  /** Paths are those of the contract: `/auth/login`. */
  get(path: string, sent?: Sent): Promise<Answer>;
  post(path: string, body?: unknown, sent?: Sent): Promise<Answer>;
  put(path: string, body?: unknown, sent?: Sent): Promise<Answer>;
  patch(path: string, body?: unknown, sent?: Sent): Promise<Answer>;
  delete(path: string, sent?: Sent): Promise<Answer>;
  /** A captcha of this server, solved. */
  captcha(): Promise<string>;
  /** The operator's address. */
  refuse(code: UnreadCode): Response;
  operate(request: Request, peer?: { readonly address: string }): Promise<Response>;
  /** The operator's calls, with the operator's token. */
  operator(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer>;
  /** One round of what leaves, and of what arrives, at the clock's time. */
  settle(): Promise<void>;
  /** One of the two alone. */
  receive(): Promise<void>;
  pay(): Promise<void>;
  /** One reading of the chain's prices, at the clock's time. */
  readPrices(): Promise<void>;
  /** The hourly audit, if it is due at the clock's time. */
  audit(): Promise<void>;
  /** Every email is sent. */
  rest(): Promise<void>;
  /** One pulse of the open streams, at the clock's time. */
  pulse(): Promise<void>;
  retire(): void;
  close(): Promise<void>;
}

export async function openTestServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase());
  const clock = testClock();
  const logged: string[] = [];
  const files = options.files ?? filesInMemory();
  const simulated = createSimulatedNetwork();
  const server = createServer({
    database,
    clock,
    log: createLog('debug', { write: (line) => logged.push(line) }),
    operatorToken,
    metricsToken,
    files,
    decoder: testDecoder,
    settlement: simulated,
    payer: simulated,
    network: demoNetwork,
    appUrl: 'http://localhost:3000',
    operatorUrl: () => operatorOrigin,
    hashCost: cheapest,
    captchaCost: { iterations: 1, least: 1, most: 5 },
    quoteLimits: manyQuotes,
    ...options,
  });
  const send = async (method: string, path: string, body: unknown, sent: Sent = {}): Promise<Answer> => {
    const request = new Request(`http://localhost:3000${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(sent.token ? { authorization: `Bearer ${sent.token}` } : {}),
        ...sent.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answerer = path.startsWith(operatorBase) ? server.operate : server.fetch;
    const response = await answerer(request, { address: sent.address ?? '203.0.113.7' });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };
  return {
    ...server,
    settle: async () => {
      const left = await server.pay().catch((error: unknown) => ({ error }));
      await server.receive();
      if (left) throw left.error;
    },
    database,
    clock,
    files,
    logged,
    get: (path, sent) => send('GET', webAppBase + path, undefined, sent),
    post: (path, body, sent) => send('POST', webAppBase + path, body, sent),
    put: (path, body, sent) => send('PUT', webAppBase + path, body, sent),
    patch: (path, body, sent) => send('PATCH', webAppBase + path, body, sent),
    delete: (path, sent) => send('DELETE', webAppBase + path, undefined, sent),
    captcha: async () =>
      solveCaptcha((await send('GET', `${webAppBase}/auth/captcha`, undefined)).body.data.challenge),
    operator: (method, path, body) => send(method, operatorBase + path, body, { token: operatorToken }),
    close: () => database.close(),
  };
}

function testClock(): TestClock {
  let now = serverStart.getTime();
  return {
    now: () => new Date(now),
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}

/** Gives a test file a server of its own: opened before its tests and closed after them. Skips them where there is no engine. */
export function testServer(options: Partial<ServerOptions> = {}): { readonly it: TestServer } {
  let opened: TestServer | undefined;
  beforeEach((context) => {
    if (!hasEngine()) context.skip('PostgreSQL was not found on this machine');
  });
  beforeAll(async () => {
    if (hasEngine()) opened = await openTestServer(options);
  });
  afterAll(() => opened?.close());
  return {
    get it() {
      if (!opened) throw new Error('the server is opened by the hook, use it inside a test');
      return opened;
    },
  };
}

/** A registration form that every rule accepts but for its captcha, for an email and a username that nobody has. */
export function registrationForm(changes: Record<string, unknown> = {}) {
  const unique = randomUUID().slice(0, 8);
  return {
    first_name: 'Anna',
    last_name: 'Ivanova',
    username: `anna.${unique}`,
    email: `anna-${unique}@example.org`,
    password: 'Citrus2026',
    password_confirmation: 'Citrus2026',
    phone: '+34600111222',
    date_of_birth: '1990-02-01',
    country: 'ES',
    terms: true,
    ...changes,
  };
}

/** The same with a captcha of the server. */
export async function filledIn(server: TestServer, changes: Record<string, unknown> = {}) {
  return { ...registrationForm(changes), captcha: await server.captcha() };
}

/** Registers somebody new; answers what they typed with their token and id. */
export async function register(server: TestServer, changes: Record<string, unknown> = {}) {
  const form = await filledIn(server, changes);
  const { status, body } = await server.post('/auth/register', form);
  if (status !== 201) throw new Error(`registration was refused: ${JSON.stringify(body)}`);
  return { ...form, token: String(body.data.token), id: String(body.data.user.id) };
}
