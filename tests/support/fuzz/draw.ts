import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { keyHeader } from '../../../contract/call.ts';
import type { JsonSchema, OpenApiDocument } from '../../../contract/openapi.ts';

type Schema = JsonSchema;

interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  /** By media type. */
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A request that was drawn. `who` signs it: nobody, a person, the operator, or somebody with a made-up token. */
export interface Drawn {
  readonly operationId: string;
  readonly method: string;
  /** With its query, as it goes into the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly who: 'nobody' | 'person' | 'operator' | 'stranger';
}

/** Every operation of an OpenAPI document, its bodies in place of the references to them. */
export function operationsOf({ paths, components }: OpenApiDocument): Operation[] {
  const named = new Map(
    Object.entries(components.schemas).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  const schemaOf = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema;
    const meant = named.get(schema.$ref);
    if (!meant) throw new Error(`${schema.$ref} is not in the document`);
    return meant;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      content: Object.fromEntries(
        Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [
          type,
          { schema: schemaOf(schema) },
        ]),
      ),
    })),
  );
}

/** What has broken programs before: sizes, edges of time and number, other encodings, other languages' syntax. */
const badTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\u202e',
  `e${'\u0301'.repeat(2_000)}${'\u0323'.repeat(2_000)}`,
  `e${'\u0301\u0323'.repeat(15)}`,
  'x'.repeat(300),
  'x'.repeat(20_000),
  '\u00a0'.repeat(5_000),
  '😀'.repeat(130),
  `0.${'0'.repeat(15_000)}1`,
  '9'.repeat(61),
  '-1',
  '1e400',
  'NaN',
  '0x10',
  '١٢',
  '1,234.5',
  '9999-12-31',
  '0000-01-01',
  '0001-01-01',
  '-000001-01-01',
  '2026-02-30',
  '2999-12-31',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '2026-11-20T09:00:60Z',
  '__proto__',
  'constructor',
  "' OR 1=1; --",
  '%00',
  '%_\\',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'max',
  'null',
  'true',
] as const;

const badValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  2 ** 53,
  [],
  {},
  [[]],
  { $ne: 1 },
  ['a'],
  Array.from({ length: 500 }, () => 'a'),
];

/** SignInCalls to write a part of an address that no encoder would write. */
const badParts = [
  '%00',
  '%',
  '%zz',
  '%c0%80',
  '%ed%a0%80',
  '%ff%fe',
  '..%2f..%2f',
  '%2e%2e',
  '%25%30%30',
  'a'.repeat(3_000),
  '%cc%81'.repeat(1_500),
  '+',
  ';',
  '%E2%80%AE',
] as const;

const text = (schema: Schema): fc.Arbitrary<unknown> => {
  const longest = schema.maxLength ?? 100;
  const atTheEdge = fc.constantFrom('a'.repeat(longest), 'é'.repeat(longest), 'a'.repeat(longest + 1));
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  return fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 40) }),
    fc.stringMatching(/^[A-Za-z0-9]{2,12}$/),
    fc.integer({ min: -5, max: 5_000 }).map(String),
    atTheEdge,
  );
};

/** A value that the schema lets through, or nearly: some rules are not told by a schema. `known` has values that mean something. */
function fitting(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  const meant = known[name];
  const made = shaped(schema, name, known);
  return meant && schema.type !== 'object'
    ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...meant) }, made)
    : made;
}

function shaped(schema: Schema, name: string, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, name, known)));
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer();
    case 'number':
      return fc.double();
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, known), { maxLength: 6 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([each, inner]) => [each, fitting(inner, each, known)]),
        ),
      );
    default:
      return fc.jsonValue();
  }
}

const bad: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...badTexts) },
  { weight: 2, arbitrary: fc.constantFrom(...badValues) },
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** One or two fields of a fitting body are spoiled, left out, or too many. */
function body(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return fitting(schema, '', known);
  const spoiled = fc.record({
    whole: fitting(schema, '', known),
    which: fc.subarray(names, { minLength: 1, maxLength: Math.min(2, names.length) }),
    by: bad,
    how: fc.constantFrom('value', 'value', 'value', 'missing', 'extra'),
  });
  const made = spoiled.map(({ whole, which, by, how }) => {
    const fields = { ...(whole as Record<string, unknown>) };
    for (const each of which) {
      if (how === 'missing') delete fields[each];
      else fields[how === 'extra' ? `${each}_` : each] = by;
    }
    return fields;
  });
  return fc.oneof({ weight: 1, arbitrary: fitting(schema, '', known) }, { weight: 1, arbitrary: made });
}

const json = { 'content-type': 'application/json' };
type Sent = Pick<Drawn, 'body' | 'headers'>;

/** What is not JSON, or says that it is something else. */
const notJson: fc.Arbitrary<Sent> = fc.constantFrom<Sent>(
  { body: '', headers: json },
  { body: '{', headers: json },
  { body: '[]', headers: json },
  { body: '[[[[', headers: json },
  { body: '{"a":'.repeat(5_000), headers: json },
  { body: '"\\ud800"', headers: json },
  { body: '{"\\ud800":1}', headers: json },
  { body: '{"__proto__":{"a":1}}', headers: json },
  { body: ' '.repeat(70_000), headers: json },
  { body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), headers: json },
  { body: '{}', headers: { 'content-type': 'text/plain' } },
  { body: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
  { body: '{}', headers: { ...json, 'content-encoding': 'gzip' } },
  { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  { body: '--x\r\n', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
);

/** A form by its parts, and forms that are none. */
function form(schema: Schema, files: readonly Uint8Array[]): fc.Arbitrary<Sent> {
  const isFile = (each: Schema) => each.format === 'binary';
  const properties = Object.entries(schema.properties ?? {});
  const parts = properties.map(([name, each]) =>
    fc.record({
      name: fc.constantFrom(name, name, name, name, 'other', 'a"b', '\u0000', '__proto__'),
      filename: isFile(each)
        ? fc.constantFrom(
            'a.png',
            'a.pdf',
            '',
            '../../a.jpg',
            `${'é'.repeat(300)}.jpg`,
            `e${'\u0301'.repeat(3_000)}`,
          )
        : fc.constant(null),
      content: isFile(each)
        ? fc.constantFrom<Uint8Array>(
            ...files,
            Buffer.from('GIF89a'),
            Buffer.alloc(0),
            Buffer.alloc(20_000, '\r\n--'),
          )
        : fc
            .oneof(fitting(each, name, {}), bad)
            .map((value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))),
      times: fc.constantFrom(1, 1, 1, 1, 0, 2, 40),
    }),
  );
  const end = fc.constantFrom('--b--\r\n', '--b--\r\n', '--b--\r\n', '--b--', '', '--b', '--c--\r\n');
  const boundary = fc.constantFrom('b', 'b', 'b', 'b', '"b"', '', 'x'.repeat(300));
  return fc
    .record({ parts: fc.tuple(...parts), end, boundary })
    .map(({ parts: all, end: last, boundary: told }) => ({
      headers: { 'content-type': `multipart/form-data; boundary=${told}` },
      body: new Uint8Array(
        Buffer.concat([
          ...all.flatMap(({ name, filename, content, times }) =>
            Array.from({ length: times }, () => partOf(name, filename, content)),
          ),
          Buffer.from(last),
        ]),
      ),
    }));
}

function partOf(name: string, filename: string | null, content: Uint8Array): Buffer {
  const file = filename === null ? '' : `; filename="${filename}"\r\ncontent-type: application/octet-stream`;
  return Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
}

function content(operation: Operation, known: Known, files: readonly Uint8Array[]): fc.Arbitrary<Sent> {
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(operation.content);
  const none = fc.constant<Sent>({ body: null, headers: {} });
  if (type === '')
    return operation.method === 'GET' ? none : fc.oneof({ weight: 6, arbitrary: none }, notJson);
  const sent =
    type === 'multipart/form-data'
      ? form(schema, files)
      : body(schema, known).map((value) => ({ body: JSON.stringify(value), headers: json }));
  return fc.oneof({ weight: 7, arbitrary: sent }, { weight: 1, arbitrary: notJson });
}

function target(operation: Operation, known: Known): fc.Arbitrary<string> {
  const inPath = operation.parameters.filter((each) => each.in === 'path');
  const inQuery = operation.parameters.filter((each) => each.in === 'query');
  const encoded = (value: unknown) => encodeURIComponent(Buffer.from(String(value)).toString());
  const parts = inPath.map(({ name, schema }) =>
    fc.oneof(
      { weight: 3, arbitrary: fitting(schema, `${operation.path} ${name}`, known).map(encoded) },
      { weight: 2, arbitrary: fitting(schema, name, known).map(encoded) },
      { weight: 2, arbitrary: fc.constantFrom(...badTexts).map(encoded) },
      { weight: 2, arbitrary: fc.constantFrom(...badParts) },
    ),
  );
  const pairs = inQuery.map(({ name, schema }) =>
    fc.oneof(
      { weight: 4, arbitrary: fc.constant('') },
      { weight: 4, arbitrary: fitting(schema, name, known).map((value) => `${name}=${encoded(value)}`) },
      { weight: 3, arbitrary: fc.constantFrom(...badTexts).map((value) => `${name}=${encoded(value)}`) },
      { weight: 2, arbitrary: fc.constantFrom(...badParts).map((value) => `${name}=${value}`) },
      {
        weight: 1,
        arbitrary: fitting(schema, name, known).map((value) => `${name}=${encoded(value)}&${name}=1`),
      },
    ),
  );
  const more = fc.constantFrom('', '', '', '', '', 'a=1&'.repeat(500), '__proto__=1', '%=&&=%ff', '?#');
  return fc.record({ parts: fc.tuple(...parts), pairs: fc.tuple(...pairs), more }).map((drawn) => {
    let next = 0;
    const path = operation.path.replace(/\{\w+\}/g, () => drawn.parts[next++] || '%20');
    const query = [...drawn.pairs, drawn.more].filter((pair) => pair !== '').join('&');
    return query === '' ? path : `${path}?${query}`;
  });
}

const manners: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  fc.constantFrom<Record<string, string>>(
    { 'accept-language': 'ru;q=0.9,'.repeat(800) },
    { 'accept-language': `${'a-'.repeat(3_000)};q=${'9'.repeat(300)}` },
    { 'user-agent': 'Mozilla/5.0 ('.repeat(500) },
    { 'user-agent': '' },
    { cookie: 'a=b; '.repeat(1_500) },
    { 'if-none-match': 'W/"a", '.repeat(1_000) },
    { accept: 'text/html,'.repeat(500) },
    { 'accept-encoding': 'br;q=0,'.repeat(900) },
    { range: 'bytes=0-0,'.repeat(500) },
    { 'x-forwarded-for': '1.2.3.4, '.repeat(500), 'x-forwarded-proto': 'javascript' },
    { expect: '200-ok' },
  ),
);

const key: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.uuid().map((value) => ({ [keyHeader]: value })) },
  fc.constantFrom<Record<string, string>>(
    {},
    { [keyHeader]: '' },
    { [keyHeader]: 'x'.repeat(5_000) },
    { [keyHeader]: '00000000-0000-4000-8000-000000000000' },
  ),
);

/** Values that mean something here, by the name of their field, or of a path and what varies in it. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

interface World {
  readonly known: Known;
  /** Bytes of files that can be read. */
  readonly files: readonly Uint8Array[];
}

/** A request that is right in everything that the document and `known` can tell. */
function rightRequest(operation: Operation, { known, files }: World): fc.Arbitrary<Drawn> {
  const encoded = (value: unknown) => encodeURIComponent(Buffer.from(String(value)).toString());
  const value = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
    const meant = known[`${operation.path} ${name}`] ?? known[name];
    if (meant) return fc.constantFrom(...meant);
    if (schema.type !== 'object') return shaped(schema, name, known);
    const properties = Object.entries(schema.properties ?? {});
    return fc.record(Object.fromEntries(properties.map(([each, inner]) => [each, value(inner, each)])));
  };
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(operation.content);
  const sent: fc.Arbitrary<Sent> =
    type === ''
      ? fc.constant({ body: null, headers: {} })
      : type === 'multipart/form-data'
        ? fc
            .record({
              texts: value({ ...schema, properties: textsOf(schema) }, ''),
              file: fc.constantFrom(...files),
            })
            .map(({ texts, file }) => rightForm(schema, texts as Record<string, unknown>, file))
        : value(schema, '').map((fields) => ({ body: JSON.stringify(fields), headers: json }));
  const inPath = operation.parameters.filter((each) => each.in === 'path');
  const inQuery = operation.parameters.filter((each) => each.in === 'query');
  const given = (each: (typeof inPath)[number]) => value(each.schema, each.name).map(encoded);
  return fc
    .record({
      sent,
      parts: fc.tuple(...inPath.map(given)),
      pairs: fc.tuple(...inQuery.map((each) => fc.option(given(each).map((text) => `${each.name}=${text}`)))),
      id: fc.uuid({ version: 4 }),
    })
    .map(({ sent: { body: whole, headers }, parts, pairs, id }) => {
      let next = 0;
      const query = pairs.filter((pair) => pair !== null).join('&');
      return {
        operationId: operation.operationId,
        method: operation.method,
        target:
          operation.path.replace(/\{\w+\}/g, () => parts[next++] ?? '') + (query === '' ? '' : `?${query}`),
        headers: { ...headers, [keyHeader]: id },
        body: whole,
        who: whoseIs(operation),
      };
    });
}

const textsOf = ({ properties = {} }: Schema) =>
  Object.fromEntries(Object.entries(properties).filter(([, each]) => each.format !== 'binary'));

function rightForm(schema: Schema, texts: Readonly<Record<string, unknown>>, file: Uint8Array): Sent {
  const parts = Object.entries(schema.properties ?? {}).map(([name, each]) =>
    each.format === 'binary'
      ? partOf(name, 'file', file)
      : partOf(name, null, Buffer.from(String(texts[name]))),
  );
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: new Uint8Array(Buffer.concat([...parts, Buffer.from('--b--\r\n')])),
  };
}

const whoseIs = ({ path }: Operation) => (path.startsWith('/api/operator') ? 'operator' : 'person');

/** One request for one of `operations`; some of them right in everything. */
export function anyRequest(operations: readonly Operation[], world: World): fc.Arbitrary<Drawn> {
  const { known, files } = world;
  return fc.oneof(
    ...operations.map((operation) => {
      const isIdempotent = operation.parameters.some(({ name }) => name === keyHeader);
      const whose = whoseIs(operation);
      const spoiled = fc
        .record({
          target: target(operation, known),
          sent: content(operation, known, files),
          manners,
          key: isIdempotent ? key : fc.constant({}),
          who: fc.oneof(
            { weight: 14, arbitrary: fc.constant<Drawn['who']>(whose) },
            fc.constantFrom<Drawn['who']>('nobody', 'person', 'operator', 'stranger'),
          ),
          method: fc.constantFrom(...Array.from({ length: 60 }, () => operation.method), 'PATCH', 'OPTIONS'),
        })
        .map(({ sent, manners: more, key: idempotent, ...rest }) => ({
          ...rest,
          operationId: operation.operationId,
          headers: { ...more, ...sent.headers, ...idempotent },
          body: rest.method === 'GET' ? null : sent.body,
        }));
      return fc.oneof(
        { weight: 1, arbitrary: rightRequest(operation, world) },
        { weight: 3, arbitrary: spoiled },
      );
    }),
  );
}
