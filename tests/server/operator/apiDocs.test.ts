// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../contract/openapi.ts';
import { webAppCalls } from '../../../contract/webAppCalls.ts';
import { createApiDocs } from '../../../server/operator/apiDocs.ts';
import { expectAccessible } from '../../support/axe.ts';
import { testServer } from '../../support/server.ts';

const server = testServer();
const described = openApiDocument();

const operate = (method: string) =>
  server.it.operate(new Request('http://localhost:4000/api/docs', { method }));

const parsed = (text: string) => new DOMParser().parseFromString(text, 'text/html');

async function page() {
  const answer = await operate('GET');
  const text = await answer.text();
  return { answer, text, dom: parsed(text) };
}

test('every call and named schema is on the page once, with its parameters, example and problems', async () => {
  const { dom } = await page();
  const texts = (selector: string, root: ParentNode = dom) =>
    [...root.querySelectorAll(selector)].map((each) => each.textContent);
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  expect(dom.querySelectorAll('[id^="call-"]')).toHaveLength(operations.length);
  for (const { path, method, operationId, summary, parameters = [], requestBody, responses } of operations) {
    const article = dom.getElementById(`call-${operationId}`);
    if (!article) throw new Error(`${operationId} is not on the page`);
    expect(article.querySelector('h3')?.textContent).toBe(`${method.toUpperCase()} ${path}`);
    expect(article.querySelector('h3 + p')?.textContent).toBe(summary.replaceAll('`', ''));
    expect(texts('li > code:first-child', article)).toEqual(
      expect.arrayContaining(parameters.map(({ name }) => name)),
    );
    const problems = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    expect(texts('dd', article)).toEqual(problems.map(([, { description }]) => description));
    const contents = [requestBody, ...Object.values(responses)].flatMap((each) =>
      Object.values(each?.content ?? {}),
    );
    const examples = contents.flatMap(({ example }) => (example === undefined ? [] : [example]));
    expect(texts('pre', article).map((text) => JSON.parse(text ?? ''))).toEqual(examples);
  }
  expect([...dom.querySelectorAll('[id^="schema-"]')].map(({ id }) => id).sort()).toEqual(
    Object.keys(described.components.schemas).map((name) => `schema-${name}`),
  );
  for (const [name, { properties = {} }] of Object.entries(described.components.schemas)) {
    const own = dom.getElementById(`schema-${name}`);
    if (!own) throw new Error(`${name} is not on the page`);
    expect(texts('li > code:first-child', own)).toEqual(expect.arrayContaining(Object.keys(properties)));
  }
  expect(texts('nav a')).toHaveLength(
    operations.length + dom.querySelectorAll('section:last-child > article').length,
  );
});

test('every link leads somewhere, and each id is there once', async () => {
  const { dom } = await page();
  const ids = [...dom.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const links = [...dom.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  const outside = links.filter((href) => !href.startsWith('#'));
  expect(outside).toEqual(['http://localhost:3000/api/web-app/openapi.json']);
  const inside = links.filter((href) => href.startsWith('#'));
  expect(inside.length).toBeGreaterThan(200);
  expect(inside.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
});

test('it runs no script, loads nothing, and lets only its own style through', async () => {
  const { answer, dom, text } = await page();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(dom.querySelectorAll('script, link, img, iframe, form, [style]')).toHaveLength(0);
  expect(text).not.toMatch(/\son\w+=|javascript:/);
  const style = dom.querySelector('style')?.textContent ?? '';
  expect(style).not.toMatch(/url\(|@import/);
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('it is accessible', async () => {
  const { send, setAvatar, rateStream } = webAppCalls;
  const some = openApiDocument({ send, setAvatar, rateStream });
  const answer = await createApiDocs(some, 'http://localhost:3000/openapi.json')();
  document.documentElement.lang = 'en';
  document.documentElement.innerHTML = parsed(await answer.text()).documentElement.innerHTML;
  expect(document.querySelectorAll('main h3').length).toBeGreaterThan(4);
  await expectAccessible(document.documentElement);
});

test('it is small, and written once', async () => {
  const { text } = await page();
  expect(Buffer.byteLength(text)).toBeLessThan(300_000);
  let reads = 0;
  const counted = {
    ...described,
    get paths() {
      reads += 1;
      return described.paths;
    },
  };
  const answer = createApiDocs(counted, 'http://localhost:3000/openapi.json');
  expect(await (await answer()).text()).toBe(await (await answer()).text());
  expect(reads).toBe(1);
});

test('what a document says is text, whatever it says', async () => {
  const bad = '<script>alert(1)</script>"\'&`<b>`';
  const answer = createApiDocs(
    {
      ...described,
      info: { title: bad, version: bad },
      tags: [{ name: bad }],
      paths: {
        [`/${bad}`]: {
          get: {
            operationId: bad,
            tags: [bad],
            summary: bad,
            parameters: [
              { name: bad, in: 'query', required: true, example: bad, schema: { type: bad, pattern: bad } },
            ],
            responses: {
              200: { description: bad, content: { [bad]: { schema: { enum: [bad] }, example: bad } } },
              404: { description: bad },
            },
          },
        },
      },
      components: { ...described.components, schemas: { [bad]: { properties: { [bad]: { $ref: bad } } } } },
    },
    `http://localhost:3000/"><script>`,
  );
  const dom = parsed(await (await answer()).text());
  expect(dom.querySelectorAll('script, article b b, h1 *')).toHaveLength(0);
  expect(dom.querySelector('h1')?.textContent).toBe(bad);
});

test('people have no such page, and the operator’s is only read', async () => {
  for (const path of ['/api/docs', '/api/docs/', '/api//docs', '/API/docs']) {
    const answer = await server.it.fetch(new Request(`http://localhost:3000${path}`));
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('<h1>Zesto web app API');
  }
  const head = await operate('HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect((await operate('POST')).status).toBe(404);
});
