import * as z from 'zod/mini';
import { within } from '../../core/within.ts';

/** Asks one JSON-RPC node. Rejects with an `RpcProblem`. */
export type AskNode = (method: string, params: unknown) => Promise<unknown>;

type Details = Partial<Pick<RpcProblem, 'data' | 'mayBeTooMuch' | 'isLate'>> & { readonly code?: number };

/** Why the nodes did not answer. Contains no URL of a node, because URLs contain keys. */
export class RpcProblem extends Error {
  override readonly name = 'RpcProblem';
  /** The code of a JSON-RPC error; undefined when the node answered none. */
  readonly code: number | undefined;
  readonly data: unknown;
  /** Whether asking for less may succeed: the node refused the question or took too long, but is reachable. */
  readonly mayBeTooMuch: boolean;
  /** Whether the whole timeout was waited for in vain. */
  readonly isLate: boolean;

  constructor(message: string, { code, data, mayBeTooMuch = false, isLate = false }: Details = {}) {
    super(message);
    this.code = code;
    this.data = data;
    this.mayBeTooMuch = mayBeTooMuch;
    this.isLate = isLate;
  }
}

/** JSON-RPC's code for reverted execution. Some nodes report it only as a message. */
const revertedCode = 3;
const revertedWords = /execution reverted|vm exception/i;

/** Whether a contract reverted a call; false for passing errors, and for a wallet without coins for gas. */
export function isRevert(error: unknown): boolean {
  if (!(error instanceof RpcProblem) || error.code === undefined) return false;
  return error.code === revertedCode || revertedWords.test(error.message);
}

interface Address {
  readonly url: string;
  /** The position in the setting, from 1. */
  readonly place: number;
  /** The time for a whole answer, in milliseconds. */
  readonly timeout: number;
}

interface Question {
  readonly method: string;
  readonly params: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (problem: RpcProblem) => void;
}

const mostInBatch = 100;
const mostRequests = 8;
/** The most for one answer: the logs of a full block are a tenth of it, and longer ranges are split. */
const mostBytes = 16 * 1024 * 1024;

const error = z.object({ code: z.number(), message: z.string(), data: z.optional(z.unknown()) });
const answered = z.union([
  z.object({ error }),
  z.object({ result: z.unknown(), error: z.optional(z.null()) }).check(z.refine((one) => 'result' in one)),
]);
const numbered = z.looseObject({ id: z.number() });

/**
 * Connects to a node without trusting it: each answer is matched to its question by its id, limited in size, and has to be complete
 * within the timeout. Questions of one moment are sent together (JSON-RPC batches), fewer at a time when the node refuses that.
 */
export function openNode({ url, place, timeout }: Address): AskNode {
  const { address, headers } = withoutCredentials(url);
  const waiting: Question[] = [];
  let inBatch = mostInBatch;
  let requests = 0;

  const problem = (what: string, details: Details = {}) =>
    new RpcProblem(`node ${place} of RPC_URL: ${withoutUrls(what)}`, details);

  async function post(body: unknown): Promise<unknown> {
    const late = () => problem(`no whole answer within ${timeout} ms`, { mayBeTooMuch: true, isLate: true });
    try {
      return await within(timeout, late, (signal) => exchange(body, signal));
    } catch (failure) {
      throw failure instanceof RpcProblem ? failure : problem(reasonOf(failure));
    }
  }

  async function exchange(body: unknown, signal: AbortSignal): Promise<unknown> {
    const request = { method: 'POST', headers, body: JSON.stringify(body), signal } as const;
    const response = await fetch(address, { ...request, redirect: 'error' });
    const text = await readCapped(response, signal);
    if (text === null) throw problem(`an answer of more than ${mostBytes} bytes`, { mayBeTooMuch: true });
    const json = readJson(text);
    // A node may send a JSON-RPC error with an HTTP error status.
    const isError = z.safeParse(z.object({ error }), json).success;
    if (!response.ok && !isError) throw problem(`status ${response.status}`, { mayBeTooMuch: true });
    if (json === undefined) throw problem('its answer is no JSON');
    return json;
  }

  function settle({ method, resolve, reject }: Question, answer: unknown) {
    const read = z.safeParse(answered, answer);
    if (!read.success) return reject(problem(`it left ${method} unanswered`));
    if (!('error' in read.data) || !read.data.error) {
      return resolve('result' in read.data ? read.data.result : null);
    }
    const { code, message, data } = read.data.error;
    reject(new RpcProblem(withoutUrls(message), { code, data, mayBeTooMuch: true }));
  }

  async function send(questions: readonly Question[]): Promise<void> {
    const bodies = questions.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    try {
      if (questions.length === 1) {
        for (const question of questions) settle(question, await post(bodies[0]));
        return;
      }
      const answers = await post(bodies);
      if (!Array.isArray(answers)) {
        inBatch = Math.max(1, questions.length >> 1);
        waiting.unshift(...questions);
        return;
      }
      const byId = new Map(answers.flatMap((each) => (isNumbered(each) ? [[each.id, each] as const] : [])));
      for (const [id, question] of questions.entries()) settle(question, byId.get(id));
    } catch (failure) {
      for (const { reject } of questions)
        reject(failure instanceof RpcProblem ? failure : problem(reasonOf(failure)));
    }
  }

  function pump() {
    while (waiting.length > 0 && requests < mostRequests) {
      requests += 1;
      void send(waiting.splice(0, inBatch)).finally(() => {
        requests -= 1;
        pump();
      });
    }
  }

  return (method, params) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ method, params, resolve, reject }) === 1) setImmediate(pump);
    });
}

const isNumbered = (each: unknown): each is z.infer<typeof numbered> => z.safeParse(numbered, each).success;

/** `fetch` rejects URLs with credentials in them. */
function withoutCredentials(url: string) {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
  const headers = { 'content-type': 'application/json', ...(username === '' ? {} : { authorization }) };
  return { address, headers };
}

/** Null when it is longer than `mostBytes`. The connection is closed when it is, and at the signal. */
async function readCapped({ headers, body }: Response, signal: AbortSignal): Promise<string | null> {
  if (Number(headers.get('content-length')) > mostBytes || body === null) {
    await body?.cancel();
    return body === null ? '' : null;
  }
  const reader = body.getReader();
  const close = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', close);
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.byteLength;
    if (bytes > mostBytes) {
      close();
      return null;
    }
    pieces.push(read.value);
  }
  return Buffer.concat(pieces).toString();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `fetch` fails with "fetch failed"; its cause says why. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return failure.message + code;
}

function withoutUrls(text: string): string {
  return text.replace(/\b(?:https?|wss?):\/\/\S+/g, '…').slice(0, 300);
}
