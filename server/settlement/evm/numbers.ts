import { ok, type Result, refused } from '../../../contract/result.ts';
import { nextNonce, type Outgoing, setNextNonce } from './outgoing.ts';
import { countQuestion } from './reads.ts';
import { type Round, readHead, type WithdrawalWorld } from './round.ts';
import type { Opinion } from './rpc.ts';

/**
 * The first nonce for new payments of the wallet; null while unknown, and the operator is told. A gap in the nonces
 * would block all later payments for ever, so nonces are skipped only when several nodes agree, or an operator sets the next one.
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
  const { rpc, head, signer } = round;
  const { address } = signer;
  const counts = await rpc.askEach(...countQuestion(address, head.number));
  if (disagree(counts, head.nonce)) return different(round, counts);
  const unmined = await unminedAfter(round, head.nonce);
  if (unmined !== null) return unmined;
  return head.nonce === 0n || answersOf(counts).length > 1 ? head.nonce : alone(round, 0n);
}

/** Which node knows transactions of the wallet after `count` that no block has; null for none. */
async function unminedAfter({ rpc, signer }: WithdrawalWorld, count: bigint): Promise<string | null> {
  const waiting = await rpc.askEach(...countQuestion(signer.address, 'pending'));
  const ahead = waiting.find((each) => each.ok && each.answer > count);
  return ahead
    ? `node ${ahead.place} of RPC_URL knows transactions of the hot wallet ${signer.address} that are in no block, and its next number is not known before they are`
    : null;
}

/**
 * Skips nonces that the wallet has used elsewhere once that use is final: if a reorganisation freed one again,
 * all later payments would wait.
 */
async function passedOver(round: Round, next: bigint): Promise<bigint | string> {
  const { rpc, head, signer, confirmations } = round;
  const { address } = signer;
  const counts = await rpc.askEach(...countQuestion(address, settledBlock(head.number, confirmations)));
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
  return counts.length > 1 ? head.nonce : alone(round, next);
}

/** The newest block that is deep enough to be final. */
function settledBlock(head: bigint, confirmations: number): bigint {
  const number = head - BigInt(confirmations) + 1n;
  return number > 0n ? number : 0n;
}

/**
 * Sets the next nonce of the wallet by the word of an operator, who has to name a number that a node tells, as deep as is counted on:
 * a typing error would leave a gap. Refused with the reason, in one sentence.
 */
export async function beginAt(world: WithdrawalWorld, nonce: bigint): Promise<Result<string, string>> {
  const { database, rpc, signer, confirmations } = world;
  const { address } = signer;
  const head = await readHead(world);
  const counts = await rpc.askEach(...countQuestion(address, settledBlock(head.number, confirmations)));
  if (!answersOf(counts).includes(nonce)) {
    return refused(
      `No node tells that the hot wallet ${address} has ${nonce} transactions that are ${confirmations} blocks deep, but ${told(counts)}.`,
    );
  }
  const unmined = await unminedAfter(world, nonce);
  if (unmined !== null) return refused(`Not yet: ${unmined}.`);
  const isSet = await database.transaction((query) =>
    setNextNonce(query, { chain: rpc.chain, wallet: address, nonce }),
  );
  return isSet
    ? ok(address)
    : refused(`A payment has number ${nonce} of the hot wallet ${address}, or a later one.`);
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

/**
 * Reports a payment that has a nonce and must not be signed, while later ones are signed or may be: nothing after it is mined before it.
 * `free` has the unsigned payments that may leave.
 */
export function tellHeld(
  { head, signer, tell }: Round,
  placed: readonly Outgoing[],
  free: ReadonlySet<string>,
): void {
  const inLine = placed.filter(({ place }) => place !== null && place.nonce >= head.nonce).toSorted(byNumber);
  const isHeld = ({ id, attempts }: Outgoing) => attempts.length === 0 && !free.has(id);
  const held = inLine.find(isHeld);
  const last = inLine.findLast((each) => !isHeld(each));
  if (!held?.place || !last || byNumber(held, last) > 0) return;
  tell(
    'nonce',
    `Payment ${held.id} and all after it wait: it has number ${held.place.nonce} of the hot wallet ${signer.address}, and is not signed while its token is stopped or its account frozen.`,
  );
}

/** Sorts by nonce. */
export function byNumber({ place: one }: Outgoing, { place: other }: Outgoing): number {
  return Number((one?.nonce ?? 0n) - (other?.nonce ?? 0n));
}

type Counts = readonly Opinion<bigint>[];

const answersOf = (counts: Counts) => counts.flatMap((each) => (each.ok ? [each.answer] : []));

const disagree = (counts: Counts, count: bigint) => answersOf(counts).some((answer) => answer !== count);

const told = (counts: Counts) =>
  counts.flatMap((each) => (each.ok ? [`${each.answer} by node ${each.place}`] : [])).join(', ');

function different({ head, signer }: Round, counts: Counts): string {
  return `the nodes of RPC_URL do not agree how many transactions the hot wallet ${signer.address} has: ${told(counts)}, and ${head.nonce} in the newest block`;
}

function alone({ head, signer }: Round, expected: bigint): string {
  return `one node alone tells that the hot wallet ${signer.address} has ${head.nonce} transactions, and ${expected} are known here: withdrawals nonce ${head.nonce} says that the others are yours, or name a second node in RPC_URL`;
}
