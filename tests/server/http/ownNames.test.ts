import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openDemoProviders } from '../../../server/demo/demoProviders.ts';
import { isOwnName } from '../../../server/http/ownNames.ts';
import { operatorToken, testServer } from '../../support/server.ts';

const server = testServer({
  ownUrls: { app: () => ['http://127.0.0.1:3000'], operator: () => ['http://127.0.0.1:3002'] },
});

test.each([
  ['127.0.0.1:3000', 'http://127.0.0.1:3000', true],
  ['localhost:3000', 'http://127.0.0.1:3000', true],
  ['[::1]:3000', 'http://127.0.0.1:3000', true],
  ['LOCALHOST:3000', 'http://127.0.0.1:3000', true],
  ['localhost', 'http://localhost:80', true],
  ['localhost:80', 'http://localhost', true],
  ['wallet.example', 'https://wallet.example', true],
  ['wallet.example:443', 'https://wallet.example', true],
  ['localhost:3001', 'http://127.0.0.1:3000', false],
  ['localhost', 'http://127.0.0.1:3000', false],
  ['elsewhere.example:3000', 'http://127.0.0.1:3000', false],
  ['localhost.elsewhere.example:3000', 'http://localhost:3000', false],
  ['localhost:443', 'https://wallet.example', false],
  ['', 'http://127.0.0.1:3000', false],
  [undefined, 'http://127.0.0.1:3000', false],
])('that %j is a name of %s is %s', (host, url, expected) => {
  expect(isOwnName(host, [url])).toBe(expected);
});

const asked = (url: string, host: string) =>
  new Request(url, { headers: { host, authorization: `Bearer ${operatorToken}` } });

test('whatever is asked of the app or as an operator under another name is refused', async () => {
  for (const path of ['/healthz', '/', '/api/web-app/rates', '/api/web-app/nothing']) {
    const answer = await server.it.fetch(asked(`http://x${path}`, 'elsewhere.example:3000'));
    expect(answer.status).toBe(421);
    expect(answer.headers.get('content-security-policy')).not.toBeNull();
    expect((await answer.json()).code).toBe('MISDIRECTED');
  }
  expect((await server.it.fetch(asked('http://x/healthz', 'localhost:3000'))).status).toBe(200);
  const rates = 'http://x/api/operator/rates';
  expect((await server.it.operate(asked(rates, 'elsewhere.example:3002'))).status).toBe(421);
  expect((await server.it.operate(asked(rates, 'localhost:3000'))).status).toBe(421);
  expect((await server.it.operate(asked(rates, '127.0.0.1:3002'))).status).toBe(200);
});

test('the demo’s mailbox and its identity provider answer under their own names alone', async () => {
  const printed: string[] = [];
  const app = { host: 'localhost', port: 65_535, operatorPort: 0, url: 'http://localhost:3000' };
  const providers = await openDemoProviders(app, (line) => printed.push(line));
  const { port } = new URL(providers.mailboxUrl);
  const get = async (path: string, host: string) => {
    const sent = request({ host: 'localhost', port, path, headers: { host } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode, page: await text(answer) };
  };
  for (const path of ['/mailbox', '/.well-known/openid-configuration']) {
    const { status, page } = await get(path, `elsewhere.example:${port}`);
    expect(status).toBe(421);
    expect(page).toContain('http://localhost:3000');
    for (const name of ['localhost', '127.0.0.1', '[::1]']) {
      expect((await get(path, `${name}:${port}`)).status).toBe(200);
    }
  }
  await providers.stop();
});
