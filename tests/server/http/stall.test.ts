import { Buffer } from 'node:buffer';
import { expect, test, vi } from 'vitest';
import { usualBody } from '../../../contract/call.ts';
import type { JsonSchema } from '../../../contract/openapi.ts';
import type { Drawn } from '../../support/fuzz/draw.ts';
import { certainStall, longestStall } from '../../support/fuzz/stall.ts';
import { everyOperation, inhabited, sendWithin } from '../../support/fuzz/world.ts';
import { testServer } from '../../support/server.ts';
import { png } from '../../support/uploads.ts';

const server = testServer();

/** Milliseconds for which no request may hold the event loop. */
const bound = 50;
/** Requests that are measured together by the clock, which costs little. Where that is over the bound, each is measured by itself. */
const together = 20;

/** Marks in the order that costs most to put right: two classes, the later first, in runs that a text may have and that it may not. */
const marks = (length: number, run: number) =>
  `e${'\u0301'.repeat(Math.ceil(run / 2))}${'\u0323'.repeat(Math.floor(run / 2))}`
    .repeat(Math.ceil(length / (run + 1)))
    .slice(0, length);

const made = new Map<number, string[]>();

/** Texts of one field: the longest that its cap lets through, and the longest that fits into a body. */
function worstTexts(longest: number): string[] {
  const texts = made.get(longest) ?? [
    marks(longest, 30),
    marks(longest, longest),
    ' '.repeat(longest),
    '0'.repeat(Math.max(0, longest - 1)).concat('1'),
    `a@${'a-'.repeat(longest)}`.slice(0, longest),
    marks(20_000, 20_000),
    marks(20_000, 30),
    `0.${'0'.repeat(60_000)}1`,
    `a@${'a-'.repeat(30_000)}`,
    ' '.repeat(60_000),
  ];
  made.set(longest, texts);
  return texts;
}

function textFields(schema: JsonSchema): [string, number][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const text = [field, ...(field.anyOf ?? [])].find(({ type }) => type === 'string');
    return text && !text.enum && text.format !== 'binary'
      ? [[name, text.maxLength ?? 1] as [string, number]]
      : [];
  });
}

const json = {
  'content-type': 'application/json',
  'idempotency-key': '11111111-1111-4111-8111-111111111111',
};

const fitting = (bodies: readonly object[]) =>
  bodies.map((body) => JSON.stringify(body)).filter((body) => Buffer.byteLength(body) <= usualBody);

/** `alone`: of each field by itself too, where all of them fit into one body. */
function worstBodies(schema: JsonSchema, alone: boolean): string[] {
  const fields = textFields(schema);
  const ofTexts = worstTexts(0).flatMap((_, index) => {
    const texts = fields.map(([name, longest]) => ({ [name]: worstTexts(longest)[index] }));
    const all = fitting([Object.assign({}, ...texts)]);
    return all.length > 0 && !alone ? all : [...all, ...fitting(texts)];
  });
  const names = Array.from({ length: 7_000 }, (_, index) => `"${index}":1`);
  return [
    ...new Set(ofTexts),
    `${'{"a":'.repeat(usualBody / 6)}1`,
    `{"${fields[0]?.[0] ?? 'a'}":${'['.repeat(32_000)}${']'.repeat(32_000)}}`,
    `{${names.join()}}`.slice(0, usualBody),
    `{${names.slice(0, 6_000).join()}}`,
    `{"a":"${'\\u0301'.repeat(10_000)}"}`,
  ];
}

const worstHeaders: Record<string, string>[] = [
  { 'accept-language': 'ru;q=0.9,'.repeat(1_700) },
  { 'accept-language': `ru${';'.repeat(15_000)}` },
  { cookie: 'a=b; '.repeat(3_000) },
  { 'user-agent': 'Mozilla/5.0 (X11; '.repeat(850) },
  { authorization: `Bearer ${'a'.repeat(15_000)}` },
  { authorization: `${'Bearer '.repeat(2_000)}` },
  { 'idempotency-key': '1-'.repeat(7_500) },
  { 'if-none-match': 'W/"a", '.repeat(2_000) },
  { 'accept-encoding': 'br;q=0,'.repeat(2_000) },
  { accept: 'text/html;q=0,'.repeat(1_100) },
  { 'x-forwarded-for': '1.2.3.4, '.repeat(1_700) },
  { 'content-type': `application/json${'; charset=utf-8'.repeat(1_000)}` },
  { 'content-type': `multipart/form-data;${' '.repeat(15_000)}x` },
];

const encoded = encodeURIComponent(marks(1_300, 1_300));
/** Of names that no call has. */
const worstQueries = ['a=1&'.repeat(3_900), `${encoded}=1`, '%'.repeat(15_000)];

const tenMegabytes = 10 * 1024 * 1024 - 1_000;

function formOf(...parts: readonly (string | Uint8Array)[]): Pick<Drawn, 'body' | 'headers'> {
  const body = new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}

async function worstForms(field: string): Promise<Pick<Drawn, 'body' | 'headers'>[]> {
  const head = `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\n`;
  const picture = await png();
  const full = (unit: string) => Buffer.alloc(tenMegabytes - picture.length, unit);
  const tiny = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
  return [
    formOf(tiny.repeat(Math.floor(tenMegabytes / tiny.length)), '--b--\r\n'),
    formOf(head, picture, full('\r\n--'), '\r\n--b--\r\n'),
    formOf(head, picture, full('\r\n--b'), '\r\n--b--\r\n'),
    formOf(head, picture, full('<'), '\r\n--b--\r\n'),
    formOf(head, picture, full('<htm'), '\r\n--b--\r\n'),
    formOf(head, picture, full('PK\u0005\u0006'), '\r\n--b--\r\n'),
    formOf(head, '%PDF-1.4\n', full('/J'), '\r\n--b--\r\n'),
    formOf(head, '%PDF-1.4\n', full('<</'), '\r\n--b--\r\n'),
    formOf(`--b\r\n${'a: b\r\n'.repeat(1_500_000)}\r\n\r\n--b--\r\n`),
    formOf(head.replace('a.png', marks(2_000_000, 2_000_000)), picture, '\r\n--b--\r\n'),
    formOf(head.replace('a.png', `${'%'.repeat(2_000_000)}`), picture, '\r\n--b--\r\n'),
  ];
}

/** Who calls, what the body is, whether the call has a query, and which headers: headers, and names that no query has, are read alike for all calls of one such kind. */
const kindOf = ({ path, method, content, parameters }: (typeof everyOperation)[number]) =>
  [
    path.startsWith('/api/operator'),
    method,
    Object.keys(content)[0],
    parameters.some((each) => each.in === 'query'),
    ...parameters.filter((each) => each.in === 'header').map(({ name }) => name),
  ].join();

const firstOfKind = new Map(everyOperation.toReversed().map((each) => [kindOf(each), each]));

async function worstRequests(operation: (typeof everyOperation)[number], alone: boolean): Promise<Drawn[]> {
  const isFirst = firstOfKind.get(kindOf(operation)) === operation;
  const who = operation.path.startsWith('/api/operator') ? 'operator' : 'person';
  const path = operation.path.replace(/\{\w+\}/g, '11111111-1111-4111-8111-111111111111');
  const base = {
    operationId: operation.operationId,
    method: operation.method,
    target: path,
    who,
    headers: json,
    body: null,
  } as const;
  const queries = operation.parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, schema }) =>
      worstTexts(Math.min(schema.maxLength ?? 1, 200)).map(
        (text) => `${name}=${encodeURIComponent(text).slice(0, 15_000)}`,
      ),
    );
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(operation.content);
  const file = Object.entries(schema.properties ?? {}).find(([, each]) => each.format === 'binary')?.[0];
  return [
    ...(type === 'application/json' ? worstBodies(schema, alone).map((body) => ({ ...base, body })) : []),
    ...(file ? (await worstForms(file)).map((form) => ({ ...base, ...form })) : []),
    ...(isFirst ? worstHeaders : []).map((headers) => ({ ...base, headers: { ...json, ...headers } })),
    ...[...queries, ...(isFirst || alone ? worstQueries : [])].map((query) => ({
      ...base,
      target: `${path}?${query}`,
    })),
    { ...base, target: operation.path.replace(/\{\w+\}/g, encoded) },
    { ...base, target: operation.path.replace(/\{\w+\}/g, '%'.repeat(15_000)) },
  ];
}

async function expectQuick(alone: boolean) {
  const { it } = server;
  const { person } = await inhabited(it);
  const send = sendWithin(it);
  let sent = 0;
  let measuredAgain = 0;
  const ask = async (drawn: Drawn) => {
    it.clock.advance(60_000);
    sent += 1;
    const { status } = await send(drawn, person.token, `198.51.${(sent >> 8) % 256}.${sent % 256}`);
    if (status >= 500) slow.push(`${drawn.operationId} answers ${status}`);
  };
  const slow: string[] = [];
  const suspectsOf = async (requests: readonly Drawn[]) => {
    const suspects: Drawn[] = [];
    for (let from = 0; from < requests.length; from += together) {
      const batch = requests.slice(from, from + together);
      const stall = await longestStall(async () => {
        for (const drawn of batch) await ask(drawn);
      });
      if (stall > bound) suspects.push(...batch);
    }
    measuredAgain += suspects.length;
    return suspects;
  };
  for (const operation of everyOperation) {
    // Not among them: they end the session that the others need.
    if (['logout', 'endOtherSessions', 'endSession'].includes(operation.operationId)) continue;
    const requests = await worstRequests(operation, alone);
    for (const drawn of await suspectsOf(requests)) {
      const stall = await certainStall(() => ask(drawn), bound);
      if (stall > bound)
        slow.push(
          `${operation.operationId}: ${Math.round(stall)} ms by ${JSON.stringify({
            ...drawn,
            body: Buffer.from(drawn.body ?? '').toString('latin1', 0, 200),
          }).slice(0, 300)}`,
        );
    }
  }
  process.stdout.write(`${sent} requests, ${measuredAgain} of them measured again\n`);
  expect(slow).toEqual([]);
}

vi.setConfig({ testTimeout: 600_000 });

test('the worst requests of every call hold the event loop for less than 50 ms', () => expectQuick(false));

test('so do those with one text alone', { tags: 'long' }, () => expectQuick(true));
