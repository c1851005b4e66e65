import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createIdTokens } from '../../../server/auth/idToken.ts';
import { hexNumber } from '../../../server/settlement/evm/answers.ts';
import { openRpc } from '../../../server/settlement/evm/rpc.ts';
import { externalSigner } from '../../../server/settlement/evm/signer.ts';

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

test.each<[string, (url: string) => Promise<unknown>]>([
  [
    'a node',
    (url) =>
      openRpc({ rpcUrls: [url], chainId: 31_337, timeout: 5_000 }).askAll('eth_blockNumber', [], hexNumber),
  ],
  ['a signer', externalSigner],
  [
    'an identity provider',
    (url) => createIdTokens({ name: 'Other', url, clientId: 'zesto' }).authorizationEndpoint(),
  ],
])('%s that redirects leads the server nowhere', async (_, ask) => {
  let elsewhere = 0;
  const other = await serve((_, response) => {
    elsewhere += 1;
    response.end('{}');
  });
  let asked = 0;
  const url = await serve(({ url: path = '' }, response) => {
    asked += 1;
    response.writeHead(307, { location: other + path }).end();
  });
  await ask(url).catch(() => undefined);
  expect(asked).toBeGreaterThan(0);
  expect(elsewhere).toBe(0);
});
