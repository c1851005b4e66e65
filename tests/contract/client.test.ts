import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import openapiTs, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { schemaNames } from '../../contract/openApiNames.ts';
import { type JsonSchema, type OpenApiOperation, openApiDocument } from '../../contract/openapi.ts';
import { webAppCalls } from '../../contract/webAppCalls.ts';

const document = openApiDocument();
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** What somebody would write with the drawn types: it does not compile when a name is gone or means something else. */
const use = `
import type { components, operations } from './client';
type Schemas = components['schemas'];
export const nameOf = (user: Schemas['User']): string | null => user.first_name;
export const leaves = ({ total, status }: Schemas['Transaction']): Schemas['Decimal'] => (status === 'completed' ? total : '0');
export const sum = (wallet: Schemas['Wallet']) => wallet.tokens.map((token: Schemas['WalletToken']) => token.total);
export const form: Schemas['ExchangeQuoteRequest'] = { from: 'ZST', to: 'USDT', pay: '10' };
export const why = (problem: Schemas['Problem']): number => problem.status;
type Page = operations['transactions']['responses']['200']['content']['application/json'];
export const first = ({ data, meta }: Page): [Schemas['Transaction'] | undefined, number] => [data[0], meta.total];
export const refusal: operations['send']['responses']['409']['content']['application/problem+json'] = {} as Schemas['Problem'];
// @ts-expect-error A token is no number.
export const wrong: Schemas['ExchangeQuoteRequest'] = { from: 1, to: 'USDT' };
`;

test('a generated client compiles, and its types have names', async () => {
  const types = astToString(await openapiTs(JSON.stringify(document)));
  const folder = await mkdtemp(join(tmpdir(), 'zesto-client-'));
  try {
    await writeFile(join(folder, 'client.d.ts'), types);
    await writeFile(join(folder, 'use.ts'), use);
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const flags = [
      '--noEmit',
      '--ignoreConfig',
      '--strict',
      '--target',
      'es2022',
      '--moduleResolution',
      'bundler',
      '--module',
      'esnext',
    ];
    const { stdout, status } = spawnSync(
      process.execPath,
      [compiler, ...flags, '--types', '', join(folder, 'use.ts')],
      {
        encoding: 'utf8',
      },
    );
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
  for (const name of Object.keys(schemaNames)) expect(types).toMatch(new RegExp(`^ {8}${name}: `, 'm'));
});

test('what a call answers and what it is sent has a name, and no call describes it anew', () => {
  const partsOf = ({ properties = {} }: JsonSchema) =>
    Object.entries(properties).map(([key, part]) => ({
      key,
      isNamed: (part.items ?? part).$ref !== undefined,
    }));
  const contents = operations.flatMap(({ operationId, requestBody, responses }) =>
    Object.entries<Pick<OpenApiOperation['responses'][string], 'content'>>({
      ...responses,
      request: requestBody ?? {},
    }).flatMap(([where, { content = {} }]) =>
      Object.entries(content)
        .filter(([type]) => type.endsWith('json'))
        .map(([, { schema }]) => ({ what: `${operationId} ${where}`, schema })),
    ),
  );
  expect(contents.length).toBeGreaterThan(100);
  // The wrapping of an answer, `{data}` or `{data, meta}`, has no name: what is in it has.
  const anonymous = contents
    .filter(({ schema }) => schema.$ref === undefined)
    .flatMap(({ what, schema }) => partsOf(schema).map((part) => ({ what, ...part })))
    .filter(
      ({ what, key, isNamed }) => !isNamed || what.endsWith('request') || !['data', 'meta'].includes(key),
    );
  expect(anonymous).toEqual([]);
});

test('every reference of the document leads to a schema of it, and every schema is used', () => {
  const told = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref = '']) => ref);
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect([...new Set(told)].toSorted()).toEqual(known.toSorted());
});

test('every call has one domain, and the domains are those of the document', () => {
  const used = operations.flatMap(({ tags }) => (tags.length === 1 ? tags : ['not one']));
  expect([...new Set(used)]).toEqual(document.tags.map(({ name }) => name));
  expect(used).not.toContain('Operator');
});

test.each(Object.entries<Call>(webAppCalls))(
  'the example of %s fits the schemas of the call',
  (name, call) => {
    const { requestBody, responses } = operations.find(({ operationId }) => operationId === name) ?? {};
    const request = requestBody?.content['application/json']?.example;
    const answer = responses?.[call.status]?.content?.['application/json']?.example;
    const isJson = call.body !== undefined && !call.upload;
    expect(request !== undefined, 'a request is shown when one is sent').toBe(isJson);
    expect(answer !== undefined, 'an answer is shown when there is one').toBe(call.answer !== null);
    if (isJson)
      expect(z.safeParse(call.body?.('2026-11-20') ?? z.never(), request).error?.issues).toBeUndefined();
    // An unknown status or field would parse, and be another one.
    if (call.answer) expect(z.parse(call.answer, answer)).toEqual(answer);
  },
);
