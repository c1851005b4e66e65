import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * An answer to one call: a result, an error as a node tells it, text that is no answer at all, one that begins and never ends, or none
 * in a batch that answers the others.
 */
type RpcAnswer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly text: string; readonly status?: number }
  | { readonly isEndless: true }
  | { readonly isLeftOut: true };

/** Changes what a node answers; `ask` asks the node itself, with other parameters if they are given. */
export type Tamper = (
  call: RpcCall,
  ask: (params?: readonly unknown[]) => Promise<unknown>,
) => Promise<RpcAnswer>;

/** The node's own, which is passed on unless the test catches it. */
class NodeError extends Error {
  readonly told: { readonly code: number; readonly message: string };
  constructor(told: NodeError['told']) {
    super(told.message);
    this.told = told;
  }
}

/** A node between the server and Anvil that answers what a test makes of it. */
export interface RpcProxy {
  readonly url: string;
  /** Every call that came, in order. */
  readonly calls: RpcCall[];
  /** How many calls came in each request. */
  readonly requests: number[];
  tamper: Tamper;
  refusesBatches: boolean;
  close(): Promise<void>;
}

export const honest: Tamper = async (_, ask) => ({ result: await ask() });

/** Answers as the node does, but for one method. */
export const but =
  (method: string, instead: Tamper): Tamper =>
  (call, ask) =>
    call.method === method ? instead(call, ask) : honest(call, ask);

/** A node that has got to block `last`, and no further. `tells` of the newest block all the same: it passes on what another has. */
export const lagging = (last: number | bigint, { tells = false } = {}): Tamper =>
  but('eth_getBlockByNumber', async ({ params: [number, ...others] }, ask) => {
    if (number === 'latest') return { result: await (tells ? ask() : ask([hexOf(last), ...others])) };
    return { result: Number(number) > Number(last) ? null : await ask() };
  });

/**
 * A node that tells of so many blocks after the real `head`. It answers for each of them with what that one has, as a chain of empty
 * blocks; one that `lacks` them has none of them.
 */
export const ahead =
  (head: number | bigint, blocks: number, { lacks = false } = {}): Tamper =>
  async ({ method, params }, ask) => {
    const isMadeUp = (each: unknown) =>
      typeof each === 'string' && /^0x[\da-f]{1,12}$/i.test(each) && Number(each) > Number(head);
    const hashOf = (number: number) => `0x${number.toString(16).padStart(64, 'f')}`;
    const [asked] = params;
    if (method === 'eth_getLogs') {
      const { fromBlock, toBlock } = Object(asked);
      if (isMadeUp(fromBlock)) return { result: [] };
      return { result: await ask([{ ...Object(asked), toBlock: isMadeUp(toBlock) ? 'latest' : toBlock }]) };
    }
    const result = await ask(params.map((each) => (isMadeUp(each) ? 'latest' : each)));
    if (method !== 'eth_getBlockByNumber' || !(asked === 'latest' || isMadeUp(asked))) return { result };
    if (lacks && asked !== 'latest') return { result: null };
    const number = asked === 'latest' ? Number(head) + blocks : Number(asked);
    const parentHash = number === Number(head) + 1 ? Object(result).hash : hashOf(number - 1);
    const madeUp = { number: hexOf(number), hash: hashOf(number), parentHash, transactions: [] };
    return { result: { ...Object(result), ...madeUp } };
  };

/** A node whose blocks after `shared` are of a chain that lost, up to `last`. */
export const orphaned = (shared: number | bigint, last: number | bigint): Tamper =>
  but('eth_getBlockByNumber', async ({ params: [number, ...others] }, ask) => {
    const asked = number === 'latest' ? Number(last) : Number(number);
    if (asked > Number(last)) return { result: null };
    const block = await ask([hexOf(asked), ...others]);
    const lost = (number: number) =>
      `0x${Number(shared).toString(16).padStart(32, 'e')}${number.toString(16).padStart(32, 'e')}`;
    const isAfter = asked > Number(shared) + 1;
    return {
      result:
        asked > Number(shared)
          ? { ...Object(block), hash: lost(asked), ...(isAfter && { parentHash: lost(asked - 1) }) }
          : block,
    };
  });

/** A node that leaves answers to a method out: nothing, null or an empty list. */
export const omitting = (method: string, nothing: null | [] = null): Tamper =>
  but(method, async () => ({ result: nothing }));

/** A node that changes what it knows of a method's answer. */
export const lying = (method: string, lie: (answer: unknown) => unknown): Tamper =>
  but(method, async (_, ask) => ({ result: lie(await ask()) }));

/** A node that begins to answer, and never ends. */
export const timingOut: Tamper = async () => ({ isEndless: true });

const hexOf = (number: number | bigint) => `0x${number.toString(16)}`;

export async function openRpcProxy(target: string, tamper: Tamper = honest): Promise<RpcProxy> {
  const calls: RpcCall[] = [];
  const requests: number[] = [];

  async function answer({ method, params = [] }: RpcCall): Promise<RpcAnswer> {
    calls.push({ method, params });
    const ask = async (others = params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: others });
      const response = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const { result, error } = await response.json();
      if (error) throw new NodeError(error);
      return result;
    };
    return proxy.tamper({ method, params }, ask).catch((error: unknown) => {
      if (error instanceof NodeError) return { error: error.told };
      throw error;
    });
  }

  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const asked: (RpcCall & { id: unknown }) | (RpcCall & { id: unknown })[] = JSON.parse(body);
    const isBatch = Array.isArray(asked);
    requests.push(isBatch ? asked.length : 1);
    const called = isBatch ? asked : [asked];
    const answers = await Promise.all(called.map(answer));
    response.setHeader('content-type', 'application/json');
    if (isBatch && proxy.refusesBatches) {
      return response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}');
    }
    const whole = answers.find((each) => 'text' in each);
    if (whole) response.statusCode = whole.status ?? 200;
    if (answers.some((each) => 'isEndless' in each)) return response.write('[');
    const texts = answers.flatMap((each, index) => {
      if ('isLeftOut' in each) return [];
      return 'text' in each
        ? [each.text]
        : [JSON.stringify({ jsonrpc: '2.0', id: called[index]?.id, ...each })];
    });
    return response.end(isBatch ? `[${texts.join(',')}]` : (texts[0] ?? '{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy: RpcProxy = {
    url: `http://127.0.0.1:${port}`,
    calls,
    requests,
    tamper,
    refusesBatches: false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
