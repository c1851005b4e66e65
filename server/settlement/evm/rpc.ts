import { type Client, createClient, custom, type EIP1193RequestFn, http } from 'viem';
import * as z from 'zod/mini';

interface Nodes {
  /** JSON-RPC nodes of one chain, in the order in which they are asked. */
  readonly rpcUrls: readonly string[];
  readonly chainId: number;
  /** Milliseconds that a node has to answer. */
  readonly timeout?: number;
}

/** A chain, asked over several nodes: when one fails or answers what no node of this chain may, the next one is asked. */
export interface Rpc {
  /** CAIP-2: `eip155:1`. */
  readonly chain: string;
  /** Asks each node for its chain: one sentence for each of another chain, and why others could not be asked. */
  check(): Promise<{ readonly mistakes: readonly string[]; readonly outages: readonly string[] }>;
  /** For viem's actions. */
  readonly client: Client;
  /** Answers what `shape` makes of the first answer that fits it. Rejects with an `RpcProblem` when no node has one. */
  ask<Shape extends z.ZodMiniType>(method: string, params: unknown, shape: Shape): Promise<z.output<Shape>>;
}

/** Why the nodes did not answer. Repeats no address of a node: there are keys in them. */
export class RpcProblem extends Error {
  override readonly name = 'RpcProblem';
  /** Of an error that a node answered (JSON-RPC); undefined when none did. */
  readonly code: number | undefined;
  readonly data: unknown;
  /** Whether the same question about less may be answered: the node refused it or took too long, and is there. */
  readonly mayBeTooMuch: boolean;

  constructor(
    message: string,
    { code, data, mayBeTooMuch }: { code?: number; data?: unknown; mayBeTooMuch: boolean },
  ) {
    super(message);
    this.code = code;
    this.data = data;
    this.mayBeTooMuch = mayBeTooMuch;
  }
}

class OtherChain extends RpcProblem {
  constructor(place: number, answered: bigint, chainId: number) {
    super(`node ${place} of RPC_URL is of chain ${answered}, CHAIN_ID is ${chainId}.`, {
      mayBeTooMuch: false,
    });
  }
}

export const hexNumber = z.pipe(
  z.string().check(z.regex(/^0x[\da-f]{1,64}$/i)),
  z.transform((hex) => BigInt(hex)),
);

const usualTimeout = 10_000;
const mostInBatch = 100;
const mostBytes = 64 * 1024 * 1024;

interface Node {
  /** From 1 on, as the setting names them. */
  readonly place: number;
  readonly request: EIP1193RequestFn;
  /** A node of another chain is never asked; one that could not be asked is asked again. */
  isOfChain: boolean;
}

type Judge<Answer> = (answer: unknown) => Answer;

export function openRpc({ rpcUrls, chainId, timeout = usualTimeout }: Nodes): Rpc {
  const options = {
    batch: { batchSize: mostInBatch },
    retryCount: 0,
    timeout,
    maxResponseBodySize: mostBytes,
  };
  let nodes = rpcUrls.map((url, index): Node => {
    const { request } = http(url, options)({ retryCount: 0, timeout });
    return { place: index + 1, request, isOfChain: false };
  });

  /** The failed node is asked last from now on: nobody waits for it twice. */
  function putLast(failed: Node) {
    nodes = [...nodes.filter((node) => node !== failed), failed];
  }

  async function requireChain(node: Node) {
    if (node.isOfChain) return;
    const answered = hexNumber.safeParse(await call(node, 'eth_chainId', []));
    if (!answered.success) throw problemOf(node, 'it does not tell its chain id', false);
    if (answered.data !== BigInt(chainId)) throw new OtherChain(node.place, answered.data, chainId);
    node.isOfChain = true;
  }

  async function askNode<Answer>(node: Node, method: string, params: unknown, judge: Judge<Answer>) {
    await requireChain(node);
    const answer = await call(node, method, params);
    try {
      return judge(answer);
    } catch (error) {
      const why = error instanceof z.core.$ZodError ? `: ${error.issues[0]?.message}` : '';
      throw problemOf(node, `its answer to ${method} is not one${why}`, false);
    }
  }

  async function request<Answer>(method: string, params: unknown, judge: Judge<Answer>): Promise<Answer> {
    let told: RpcProblem | null = null;
    for (const node of nodes) {
      try {
        return await askNode(node, method, params, judge);
      } catch (error) {
        if (!(error instanceof RpcProblem)) throw error;
        if (error.code === undefined) {
          node.isOfChain = false;
          putLast(node);
        }
        // What a node has to say to the question says more than that another could not be reached.
        if (told?.code === undefined) told = error;
      }
    }
    throw told ?? new RpcProblem('there is no node', { mayBeTooMuch: false });
  }

  const client = createClient({
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown }) =>
          request(method, params, (answer) => answer),
      },
      { retryCount: 0 },
    ),
    cacheTime: 0,
    pollingInterval: 1_000,
  });
  return {
    chain: `eip155:${chainId}`,
    client,
    async check() {
      const inOrder = nodes.toSorted((one, other) => one.place - other.place);
      const found = await Promise.all(
        inOrder.map((node) =>
          requireChain(node).then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      );
      const problems = found.filter((each) => each instanceof RpcProblem);
      const told = (isMistake: boolean) =>
        problems.filter((each) => each instanceof OtherChain === isMistake).map(({ message }) => message);
      return { mistakes: told(true), outages: told(false) };
    },
    ask: (method, params, shape) => request(method, params, (answer) => z.parse(shape, answer)),
  };
}

async function call({ place, request }: Node, method: string, params: unknown): Promise<unknown> {
  // viem types the parameters by the method; here any method passes through.
  const send: (asked: { method: string; params: unknown }) => Promise<unknown> = request;
  try {
    return await send({ method, params });
  } catch (error) {
    throw readProblem(place, error);
  }
}

/** viem's messages have the node's address in them; `details` is what the node or the connection said. */
function readProblem(place: number, error: unknown): RpcProblem {
  const { code, data, status, details, name } = fieldsOf(error);
  const said = typeof details === 'string' && details !== '' ? details : String(name ?? 'unknown error');
  const withoutUrls = said.replace(/\b(?:https?|wss?):\/\/\S+/g, '…').slice(0, 300);
  if (typeof code === 'number') {
    return new RpcProblem(withoutUrls, { code, data, mayBeTooMuch: true });
  }
  const mayBeTooMuch =
    name === 'TimeoutError' || name === 'ResponseBodyTooLargeError' || typeof status === 'number';
  return new RpcProblem(`node ${place} of RPC_URL: ${withoutUrls}`, { mayBeTooMuch });
}

function fieldsOf(error: unknown): Partial<Record<string, unknown>> {
  return typeof error === 'object' && error !== null
    ? { ...error, name: 'name' in error ? error.name : null }
    : {};
}

function problemOf({ place }: Node, what: string, mayBeTooMuch: boolean): RpcProblem {
  return new RpcProblem(`node ${place} of RPC_URL: ${what}`, { mayBeTooMuch });
}
