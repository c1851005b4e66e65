import * as z from 'zod/mini';
import { chainName } from '../../tokens/network.ts';
import { hexNumber } from './answers.ts';
import { type AskNode, openNode, RpcProblem } from './node.ts';

interface Nodes {
  /** JSON-RPC nodes of one chain, in the order in which they are asked. */
  readonly rpcUrls: readonly string[];
  readonly chainId: number;
  /** The timeout of a node, in milliseconds. */
  readonly timeout?: number;
}

interface Choice {
  /** Asks a node other than the usual first one first, if another answers. */
  readonly isSecondOpinion?: boolean;
  /** Accepts answers only from a node that has this block, because others leave out what they do not know yet. */
  readonly having?: number;
  /** Whether an answer means that the node lacks the data: the others are asked then, and the answer counts when none has it. */
  readonly isMissing?: (answer: unknown) => boolean;
}

/** A node's answer, and its position in the setting. */
export type Opinion<Answer> =
  | { readonly place: number; readonly ok: true; readonly answer: Answer }
  | { readonly place: number; readonly ok: false; readonly problem: RpcProblem };

/** A chain with several nodes: when one fails or gives an invalid answer, the next one is asked. */
export interface Rpc {
  /** CAIP-2: `eip155:1`. */
  readonly chain: string;
  /** Asks each node for its chain id: one sentence for each node of another chain, and why others could not be asked. */
  check(): Promise<{ readonly mistakes: readonly string[]; readonly outages: readonly string[] }>;
  /** Has each node asked for its chain id before its next question, because a URL may lead to another node than before. */
  doubt(): void;
  /** The first answer that fits `shape`, parsed by it. Rejects with an `RpcProblem` when no node gives one. */
  ask<Shape extends z.ZodMiniType>(
    method: string,
    params: unknown,
    shape: Shape,
    choice?: Choice,
  ): Promise<z.output<Shape>>;
  /**
   * Asks every node; resolves even when no answer fits. A node that was waited for in vain is left out for six timeouts, with its problem
   * as its opinion, while there is another one to ask.
   */
  askAll<Shape extends z.ZodMiniType>(
    method: string,
    params: unknown,
    shape: Shape,
  ): Promise<readonly Opinion<z.output<Shape>>[]>;
  /** Asks every node. Rejects with an `RpcProblem` when no answer fits. */
  askEach<Shape extends z.ZodMiniType>(
    method: string,
    params: unknown,
    shape: Shape,
  ): Promise<readonly Opinion<z.output<Shape>>[]>;
}

class OtherChain extends RpcProblem {
  constructor(place: number, answered: bigint, chainId: number) {
    super(`node ${place} of RPC_URL is of chain ${answered}, CHAIN_ID is ${chainId}.`);
  }
}

const usualTimeout = 10_000;

/** For how many timeouts a node is left out that was waited for in vain. */
const leftOut = 6;

interface Node {
  /** The position in the setting, from 1. */
  readonly place: number;
  readonly ask: AskNode;
  /** Resolves when the node is on this chain; null when it has to be asked again. */
  isOfChain: Promise<void> | null;
  hasFailed: boolean;
  /** Until when nobody waits for it again (`performance.now()`), and why; null when it answers in time. */
  silence: { readonly until: number; readonly problem: RpcProblem } | null;
}

interface Question<Answer> extends Choice {
  readonly method: string;
  readonly params: unknown;
  /** Throws when the answer does not fit the question. */
  readonly judge: (answer: unknown) => Answer;
}

export function openRpc({ rpcUrls, chainId, timeout = usualTimeout }: Nodes): Rpc {
  let nodes = rpcUrls.map((url, index): Node => {
    const place = index + 1;
    return {
      place,
      ask: openNode({ url, place, timeout }),
      isOfChain: null,
      hasFailed: false,
      silence: null,
    };
  });

  /** Asks a failed node last from now on, so that its timeout is not waited for twice. */
  function putLast(failed: Node) {
    failed.hasFailed = true;
    failed.isOfChain = null;
    nodes = [...nodes.filter((node) => node !== failed), failed];
  }

  async function judgeChain({ place, ask }: Node) {
    const answered = z.safeParse(hexNumber, await ask('eth_chainId', []));
    if (!answered.success) throw problemOf(place, 'it does not tell its chain id');
    if (answered.data !== BigInt(chainId)) throw new OtherChain(place, answered.data, chainId);
  }

  function requireChain(node: Node): Promise<void> {
    node.isOfChain ??= judgeChain(node).catch((error: unknown) => {
      node.isOfChain = null;
      throw error;
    });
    return node.isOfChain;
  }

  async function requireBlock({ place, ask }: Node, number: number) {
    const found = await ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, false]);
    const shape = z.object({ number: hexNumber.check(z.refine((each) => each === BigInt(number))) });
    if (!z.safeParse(shape, found).success) throw problemOf(place, `it does not have block ${number}`);
  }

  async function askNode<Answer>(
    node: Node,
    { method, params, judge, having }: Question<Answer>,
  ): Promise<Answer> {
    await requireChain(node);
    const [answer] = await Promise.all([
      node.ask(method, params),
      having === undefined ? undefined : requireBlock(node, having),
    ]);
    try {
      const judged = judge(answer);
      node.hasFailed = false;
      node.silence = null;
      return judged;
    } catch (error) {
      const why = error instanceof z.core.$ZodError ? `: ${error.issues[0]?.message}` : '';
      throw problemOf(node.place, `its answer to ${method} is not one${why}`);
    }
  }

  function fail(node: Node, error: unknown): RpcProblem {
    if (!(error instanceof RpcProblem)) throw error;
    if (error.code === undefined) putLast(node);
    if (error.isLate) node.silence = { until: performance.now() + leftOut * timeout, problem: error };
    return error;
  }

  function inOrder(isSecondOpinion = false): readonly Node[] {
    const [first, second, ...others] = nodes;
    return isSecondOpinion && first && second && !second.hasFailed ? [second, first, ...others] : nodes;
  }

  async function request<Answer>(question: Question<Answer>): Promise<Answer> {
    let told: RpcProblem | null = null;
    let missing: { readonly answer: Answer } | null = null;
    for (const node of inOrder(question.isSecondOpinion)) {
      try {
        const answer = await askNode(node, question);
        if (!question.isMissing?.(answer)) return answer;
        missing ??= { answer };
      } catch (error) {
        const problem = fail(node, error);
        // An answered error says more than a failed connection to another node.
        if (told?.code === undefined) told = problem;
      }
    }
    if (missing) return missing.answer;
    throw told ?? new RpcProblem('there is no node');
  }

  /** Why a node is left out, so that one that hangs is not waited for with each question of a round; null when it is asked. */
  function silenceOf({ silence }: Node): RpcProblem | null {
    return silence && performance.now() < silence.until ? silence.problem : null;
  }

  const placed = () => nodes.toSorted((one, other) => one.place - other.place);
  const askAll: Rpc['askAll'] = (method, params, shape) => {
    const judge = (answer: unknown) => z.parse(shape, answer);
    const areAllSilent = nodes.every((node) => silenceOf(node) !== null);
    return Promise.all(
      placed().map(async (node): Promise<Opinion<ReturnType<typeof judge>>> => {
        const { place } = node;
        const silence = areAllSilent ? null : silenceOf(node);
        if (silence) return { place, ok: false, problem: silence };
        try {
          return { place, ok: true, answer: await askNode(node, { method, params, judge }) };
        } catch (error) {
          return { place, ok: false, problem: fail(node, error) };
        }
      }),
    );
  };
  return {
    chain: chainName(chainId),
    async check() {
      const found = await Promise.all(
        placed().map((node) =>
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
    doubt() {
      for (const node of nodes) node.isOfChain = null;
    },
    ask: (method, params, shape, choice) =>
      request({ method, params, judge: (answer) => z.parse(shape, answer), ...choice }),
    askAll,
    async askEach(method, params, shape) {
      const opinions = await askAll(method, params, shape);
      if (opinions.some(({ ok }) => ok)) return opinions;
      const problems = opinions.flatMap((each) => (each.ok ? [] : [each.problem]));
      throw (
        problems.find(({ code }) => code !== undefined) ?? problems[0] ?? new RpcProblem('there is no node')
      );
    },
  };
}

function problemOf(place: number, what: string): RpcProblem {
  return new RpcProblem(`node ${place} of RPC_URL: ${what}`);
}
