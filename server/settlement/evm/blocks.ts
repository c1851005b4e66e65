import * as z from 'zod/mini';
import { addressText, bytes, countNumber, word } from './answers.ts';
import { RpcProblem } from './node.ts';
import type { Rpc } from './rpc.ts';

/** The fields that identify a block. */
export interface Block {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** An ERC-20 transfer from a contract's event; addresses in lower case, `amount` in minor units and more than 0. */
export interface Transfer {
  readonly txHash: string;
  readonly token: string;
  /** Its index among the token's transfers in the transaction; it does not change when the transaction is mined again in another block. */
  readonly ordinal: number;
  readonly sender: string;
  readonly recipient: string;
  readonly amount: bigint;
  readonly blockNumber: number;
  readonly blockHash: string;
}

/** The symbol of each contract's token, by the contract's address in lower case. */
export type Contracts = ReadonlyMap<string, string>;

const blockNumber = z.pipe(
  countNumber,
  z.transform((number) => Number(number)),
);
export const block = z.object({ number: blockNumber, hash: word, parentHash: word });
const log = z.object({
  address: addressText,
  topics: z.array(word),
  data: bytes,
  blockNumber,
  blockHash: word,
  transactionHash: word,
  logIndex: blockNumber,
  removed: z.optional(z.nullable(z.boolean())),
});
type Log = z.infer<typeof log>;

/** Keccak-256 of `Transfer(address,address,uint256)`. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const hexOf = (number: number) => `0x${number.toString(16)}`;

/**
 * The blocks with these numbers, none of them above a head that a node has reported: a node without one of them is behind, and another is
 * asked. Rejects with a `BehindProblem` when no node has one of them.
 */
export async function readBlocks(rpc: Rpc, numbers: Iterable<number>): Promise<Map<number, Block>> {
  const found = await Promise.all([...new Set(numbers)].map((number) => readBlock(rpc, number, block)));
  return new Map(found.map((each) => [each.number, each]));
}

/** A block that is not above a head that a node has reported, parsed by `shape`. Rejects like `readBlocks`. */
export async function readBlock<Told extends { readonly number: number | bigint }>(
  rpc: Rpc,
  number: number | bigint,
  shape: z.ZodMiniType<Told>,
): Promise<Told> {
  const isIt = z.refine<Told | null>((each) => each === null || Number(each.number) === Number(number));
  const choice = { isMissing: (each: unknown) => each === null };
  const found = await rpc.ask(
    'eth_getBlockByNumber',
    [`0x${number.toString(16)}`, false],
    z.nullable(shape).check(isIt),
    choice,
  );
  if (found === null) throw new BehindProblem(number);
  return found;
}

/** Every reachable node is behind a head that one of them reported; a later round can read the block. */
export class BehindProblem extends RpcProblem {
  constructor(number: number | bigint) {
    super(`no node of RPC_URL has block ${number} yet, and one of them has told of it`);
  }
}

export interface Range {
  readonly from: number;
  readonly to: number;
  /** Prefers another node than the first read used, where there are several. */
  readonly isSecondLook?: boolean;
}

/**
 * The transfers in the blocks `from` to `to`, from a node that has block `to`. Logs of other contracts, and events that are not ERC-20
 * transfers, are ignored.
 */
export async function readTransfers(
  rpc: Rpc,
  contracts: Contracts,
  { from, to, isSecondLook = false }: Range,
): Promise<readonly Transfer[]> {
  if (contracts.size === 0) return [];
  const filter = {
    address: [...contracts.keys()],
    topics: [transferTopic],
    fromBlock: hexOf(from),
    toBlock: hexOf(to),
  };
  const inRange = z.array(log.check(z.refine(({ blockNumber: at }) => at >= from && at <= to)));
  const choice = { having: to, isSecondOpinion: isSecondLook };
  return transfersIn(await rpc.ask('eth_getLogs', [filter], inRange, choice), contracts);
}

function transfersIn(logs: readonly Log[], contracts: Contracts): readonly Transfer[] {
  const once = new Map(logs.map((each) => [`${each.blockHash} ${each.logIndex}`, each]));
  const inOrder = [...once.values()].sort(
    (one, other) => one.blockNumber - other.blockNumber || one.logIndex - other.logIndex,
  );
  const counted = new Map<string, number>();
  return inOrder.flatMap((each): Transfer[] => {
    const token = contracts.get(each.address.toLowerCase());
    const [topic, sender, recipient] = each.topics;
    if (token === undefined || topic !== transferTopic || each.removed) return [];
    if (sender === undefined || recipient === undefined || each.topics.length !== 3) return [];
    const key = `${each.blockHash} ${each.transactionHash} ${token}`;
    const ordinal = counted.get(key) ?? 0;
    counted.set(key, ordinal + 1);
    if (!/^0x[\da-f]{64}$/i.test(each.data) || BigInt(each.data) === 0n) return [];
    return [
      {
        txHash: each.transactionHash,
        token,
        ordinal,
        sender: addressIn(sender),
        recipient: addressIn(recipient),
        amount: BigInt(each.data),
        blockNumber: each.blockNumber,
        blockHash: each.blockHash,
      },
    ];
  });
}

/** An address is the last 20 bytes of a topic's 32. */
export function addressIn(topic: string): string {
  return `0x${topic.slice(-40)}`;
}
