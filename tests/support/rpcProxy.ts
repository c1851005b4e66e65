import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** An answer to one call: a result, an error as a node tells it, or text that is no answer at all. */
type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly text: string };

/** Changes what a node answers; `ask` asks the node itself, with other parameters if they are given. */
export type Tamper = (
  call: RpcCall,
  ask: (params?: readonly unknown[]) => Promise<unknown>,
) => Promise<RpcAnswer>;

/** A node between the server and Anvil that answers what a test makes of it. */
export interface RpcProxy {
  readonly url: string;
  /** Every call that came, in order. */
  readonly calls: RpcCall[];
  tamper: Tamper;
  close(): Promise<void>;
}

const honest: Tamper = async (_, ask) => ({ result: await ask() });

export async function openRpcProxy(target: string, tamper: Tamper = honest): Promise<RpcProxy> {
  const calls: RpcCall[] = [];

  async function answer(call: RpcCall & { id: unknown }): Promise<string> {
    const { id, method, params } = call;
    calls.push({ method, params });
    const ask = async (others = params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: others });
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return (await response.json()).result;
    };
    const answered = await proxy.tamper(call, ask);
    return 'text' in answered ? answered.text : JSON.stringify({ jsonrpc: '2.0', id, ...answered });
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const asked = JSON.parse(body);
    const isBatch = Array.isArray(asked);
    const answers = await Promise.all((isBatch ? asked : [asked]).map(answer));
    response.setHeader('content-type', 'application/json');
    response.end(isBatch ? `[${answers.join(',')}]` : answers[0]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${port}`,
    calls,
    tamper,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
