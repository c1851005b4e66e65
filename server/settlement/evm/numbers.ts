import { nextNonce, type Outgoing } from './outgoing.ts';
import { countQuestion } from './reads.ts';
import type { Round } from './round.ts';
import type { Opinion } from './rpc.ts';

/** How many nonces used elsewhere are accepted from a single node without agreement. */
const mostAlone = 16n;

/**
 * The first nonce for new payments of the wallet; null while unknown, and the operator is told. A gap in the nonces
 * would block all later payments for ever, so nonces are skipped only when the nodes agree.
 */
export async function firstNumber(round: Round): Promise<bigint | null> {
  const { database, rpc, head, signer } = round;
  const next = await nextNonce(database.query, rpc.chain, signer.address);
  if (next !== null && next >= head.nonce) return next;
  const first = next === null ? await beginningOf(round) : await passedOver(round, next);
  if (typeof first === 'bigint') return first;
  round.tell('nonce', `Withdrawals wait: ${first}.`);
  return null;
}

/** The first nonce of a wallet never used from here, or why it is unknown. */
async function beginningOf(round: Round): Promise<bigint | string> {
  const { rpc, head, signer, confirmations } = round;
  const { address } = signer;
  const counts = await rpc.askEach(...countQuestion(address, head.number));
  if (disagree(counts, head.nonce)) return different(round, counts);
  const waiting = await rpc.askEach(...countQuestion(address, 'pending'));
  const ahead = waiting.find((each) => each.ok && each.answer > head.nonce);
  if (ahead) {
    return `node ${ahead.place} of RPC_URL knows transactions of the hot wallet ${address} that are in no block, and its next number is not known before they are`;
  }
  if (answersOf(counts).length > 1) return head.nonce;
  const deep = head.number - BigInt(confirmations);
  const before = await rpc.ask(...countQuestion(address, deep > 0n ? deep : 0n));
  return isPlausible(before, head.nonce) ? head.nonce : unlikely(round, before);
}

/**
 * Skips nonces that the wallet has used elsewhere once that use is final: if a reorganisation freed one again,
 * all later payments would wait.
 */
async function passedOver(round: Round, next: bigint): Promise<bigint | string> {
  const { rpc, head, signer, confirmations } = round;
  const { address } = signer;
  const settled = head.number - BigInt(confirmations) + 1n;
  const counts = await rpc.askEach(...countQuestion(address, settled > 0n ? settled : 0n));
  const answers = answersOf(counts);
  const used = answers.filter((count) => count >= head.nonce);
  if (used.length === 0) {
    return `the key of the hot wallet ${address} was used elsewhere, and its transactions up to ${head.nonce - 1n} have to be ${confirmations} blocks deep`;
  }
  if (used.length < answers.length) return different(round, counts);
  if (counts.length > 1 && answers.length < 2) {
    const missing = counts.flatMap(({ ok, place }) => (ok ? [] : [place]));
    return `one node tells of transactions of the hot wallet ${address} that were made elsewhere, and node ${missing.join(', ')} of RPC_URL cannot be asked`;
  }
  return counts.length > 1 || isPlausible(next, head.nonce) ? head.nonce : unlikely(round, next);
}

/** Reports a nonce without a payment before nonces with payments: nothing after it is mined before it is used. */
export function tellGap({ head, signer, tell }: Round, unmined: readonly Outgoing[]): void {
  const [first] = unmined.filter(({ place }) => place !== null && place.nonce >= head.nonce).sort(byNumber);
  if (!first?.place || first.place.nonce === head.nonce) return;
  const last = first.place.nonce - 1n;
  const numbers = last === head.nonce ? `number ${last}` : `numbers ${head.nonce} to ${last}`;
  tell(
    'nonce',
    `Payment ${first.id} and all after it wait: no payment has ${numbers} of the hot wallet ${signer.address}, so send anything from it with what is missing.`,
  );
}

/** Sorts by nonce. */
export function byNumber({ place: one }: Outgoing, { place: other }: Outgoing): number {
  return Number((one?.nonce ?? 0n) - (other?.nonce ?? 0n));
}

const isPlausible = (before: bigint, now: bigint) => now >= before && now - before <= mostAlone;

type Counts = readonly Opinion<bigint>[];

const answersOf = (counts: Counts) => counts.flatMap((each) => (each.ok ? [each.answer] : []));

const disagree = (counts: Counts, count: bigint) => answersOf(counts).some((answer) => answer !== count);

function different({ head, signer }: Round, counts: Counts): string {
  const told = counts.flatMap((each) => (each.ok ? [`${each.answer} by node ${each.place}`] : []));
  return `the nodes of RPC_URL do not agree how many transactions the hot wallet ${signer.address} has: ${told.join(', ')}, and ${head.nonce} in the newest block`;
}

function unlikely({ head, signer }: Round, before: bigint): string {
  return `one node alone tells that the hot wallet ${signer.address} has ${head.nonce} transactions, ${before} were expected, and so many are believed of two nodes only: name another in RPC_URL`;
}
