import * as z from 'zod/mini';
import { type Call, operatorBase } from '../../contract/call.ts';
import type { KeysetPage } from '../../contract/paging.ts';
import { type ProblemBody, problemBody } from '../../contract/problems.ts';
import { type Command, type Noun, Sentence, shown, type Tools } from './command.ts';

/** The server's address and the way to call it. */
export interface Endpoint {
  /** Without a trailing slash. */
  readonly origin: string;
  /** Null for calls without authentication. */
  readonly token: string | null;
  /** Whether the token is a session's. */
  readonly isSession?: boolean;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** Calls the server for a command. A refusal becomes a `Sentence`, in the noun's own words where it has them. */
export function createAsk(
  endpoint: Endpoint,
  { refusals = {} }: Noun,
  { takes }: Command,
): Pick<Tools, 'ask' | 'askAll'> {
  const answerTo = async (call: Call, body: unknown, id?: string) => {
    const request = new Request(`${endpoint.origin}${operatorBase}${call.path}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        ...(endpoint.token === null ? {} : { authorization: `Bearer ${endpoint.token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const response = await endpoint.fetch(request).catch(() => {
      throw new Sentence(unreachable(endpoint.origin, id));
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.status === 401 && endpoint.isSession) throw new Sentence(sessionEnded);
    const read = <Schema extends z.core.$ZodType>(schema: Schema) =>
      readIn(schema, answer, response.status, id);
    if (!response.ok) throw new Sentence(refusal(read(problemBody), refusals, takes, id));
    return call.answer ? read(call.answer) : undefined;
  };
  return {
    ask: async (call: Call, body: unknown, id?: string) =>
      ((await answerTo(call, body, id)) as { data: never } | undefined)?.data as never,
    askAll: async (call: Call, search: Readonly<Record<string, string>> = {}) => {
      const lines: unknown[] = [];
      let after: string | null = null;
      do {
        const asked = new URLSearchParams({
          ...search,
          per_page: '100',
          ...(after === null ? {} : { after }),
        });
        const part = await answerTo({ ...call, path: `${call.path}?${asked}` }, undefined);
        const { data, meta } = part as KeysetPage<unknown>;
        lines.push(...data);
        after = meta.next;
      } while (after !== null);
      return lines as never;
    },
  };
}

function unreachable(origin: string, id: string | undefined): string {
  const again = id ? ` Nothing is lost: repeat the command with --id ${id}, and it happens once.` : '';
  return `No answer from ${origin}. Is the server running (npm start), and are DATA_DIR or OPERATOR_URL right?${again}`;
}

/** Says how a call is repeated when its answer leaves open whether it was carried out. */
const ifDone = (id: string | undefined) =>
  id ? ` It may have been carried out: repeat the command with --id ${id}, and it happens once.` : '';

function readIn<Schema extends z.core.$ZodType>(
  schema: Schema,
  answer: unknown,
  status: number,
  id: string | undefined,
): z.core.output<Schema> {
  const read = z.safeParse(schema, answer);
  if (read.success) return read.data;
  throw new Sentence(`The server answered ${status} and nothing that can be read.${ifDone(id)}`);
}

function refusal(
  { code, status, fields = {}, detail }: ProblemBody,
  refusals: Readonly<Record<string, string>>,
  takes: Command['takes'],
  id: string | undefined,
): string {
  // A field that is not an argument comes from the operator's file, and keeps its name.
  const nameOf = (field: string) => {
    const names = [field.replaceAll('_', '-'), field.toUpperCase()];
    const name = names.find((each) => Object.hasOwn(takes, each));
    return name === undefined ? field : shown(name);
  };
  const told = Object.entries(fields).map(([field, rule]) => `${nameOf(field)}: ${ruleWords(rule)}`);
  const isFault = status >= 500;
  // The noun's words on a fault go on with the call's own detail. Without one they would tell what nobody knows.
  const own = isFault && detail === undefined ? undefined : refusals[code];
  const sentence = own ?? sentences[code] ?? `The server refused: ${code}.`;
  const faulty = told.length > 0 ? ` (${told.join(', ')})` : '';
  return `${detail === undefined ? '' : `${detail} `}${sentence}${faulty}${isFault ? ifDone(id) : ''}`;
}

const ruleWords = (rule: string) => (rule === 'format' ? 'not in the right form' : rule.replaceAll('_', ' '));

const sessionEnded =
  'Your session has ended: operator login opens a new one, operator logout goes back to the token of the server.';

const sentences: Readonly<Record<string, string>> = {
  UNAUTHENTICATED:
    'The server does not take this operator token: set OPERATOR_TOKEN or DATA_DIR as for the server.',
  RATE_LIMITED:
    'Too many wrong operator tokens came from this machine: set OPERATOR_TOKEN or DATA_DIR as for the server.',
  FORBIDDEN: 'Nothing was changed.',
  APPROVAL_REQUIRED: 'They carry it out with proposals approve NUMBER.',
  VALIDATION_FAILED: 'The server does not accept what was given',
  INTERNAL: 'The server has failed: its log says why.',
  UNAVAILABLE: 'The server, or what it needs, is away now.',
};
