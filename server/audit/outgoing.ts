import { type Address, type Hex, isAddressEqual, keccak256, parseTransaction } from 'viem';
import type { Query } from '../database/db.ts';
import { type Amounts, amountsOf, type Findings } from '../ledger/findings.ts';
import { transferData } from '../settlement/evm/place.ts';

/** How many payments one statement reads. */
const sliceSize = 200;
const noId = '00000000-0000-0000-0000-000000000000';

interface Given {
  readonly id: string;
  readonly chain: string;
  readonly token: string;
  readonly recipient: Address;
  readonly amount: string;
  readonly contract: Address | null;
  readonly nonce: string | null;
  /** The token in the history. */
  readonly asked_token: string;
  readonly asked_recipient: string | null;
  readonly asked_amount: string;
  readonly signed: readonly Signed[];
}

interface Signed {
  readonly hash: Hex;
  readonly raw: Hex;
  readonly displaced_by: Hex | null;
  readonly is_adopted: boolean;
}

/**
 * Checks payments on a chain against the history, and each signed transaction against both: its chain, contract,
 * nonce, recipient and amount. An adopted transaction may have another call, because a node's receipt has proven that it paid.
 */
export async function auditOutgoing(query: Query, findings: Findings): Promise<void> {
  const print = await amountsOf(query);
  for (let after: string | undefined = noId; after !== undefined; ) {
    const slice: readonly Given[] = await query<Given>(sliceSql, [after, sliceSize]);
    for (const payment of slice) judge(payment, print, findings);
    after = slice.length < sliceSize ? undefined : slice.at(-1)?.id;
  }
}

/** One statement per slice, so that a payment and its signed transactions are consistent. */
const sliceSql = `
SELECT given.payment_id AS id, given.chain, given.token, given.recipient, given.amount, given.contract, given.nonce,
  line.token AS asked_token, line.counterparty AS asked_recipient, line.amount AS asked_amount,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('hash', hash, 'raw', raw, 'displaced_by', displaced_by, 'is_adopted', is_adopted)
      ORDER BY attempt), '[]')
    FROM outgoing_transactions signed WHERE signed.chain = given.chain AND signed.payment_id = given.payment_id) AS signed
FROM outgoing_payments given JOIN transactions line ON line.id = given.payment_id
WHERE given.payment_id > $1 ORDER BY given.payment_id LIMIT $2`;

function judge(payment: Given, print: Amounts, findings: Findings) {
  const { id, chain, token, recipient, amount, asked_token, asked_recipient, asked_amount } = payment;
  const isAsFor = token === asked_token && recipient === asked_recipient && amount === asked_amount;
  if (!isAsFor) {
    findings.add(
      `outgoing ${id}`,
      `transaction ${id} pays ${print(asked_amount, asked_token)} to ${asked_recipient}, ${chain} was given ${print(amount, token)} to ${recipient}`,
    );
  }
  for (const each of payment.signed) {
    const field = differenceOf(payment, each);
    if (field !== null)
      findings.add(
        `signed ${id} ${each.hash}`,
        `what was signed for transaction ${id} as ${each.hash} differs from it (${field})`,
      );
  }
}

/** The first field in which a signed transaction differs from the payment; null when it matches. */
function differenceOf(payment: Given, { hash, raw, displaced_by, is_adopted }: Signed): string | null {
  const signed = parsed(raw);
  if (!signed || keccak256(raw) !== hash) return 'hash';
  if (`eip155:${signed.chainId}` !== payment.chain) return 'chain';
  const { contract } = payment;
  // A displaced transaction was signed for a nonce that the payment no longer has.
  const isAtPlace = displaced_by === null;
  if (isAtPlace && BigInt(signed.nonce ?? 0) !== BigInt(payment.nonce ?? -1)) return 'nonce';
  if (is_adopted) return null;
  if (isAtPlace && !(contract && signed.to && isAddressEqual(signed.to, contract))) return 'contract';
  if ((signed.value ?? 0n) !== 0n) return 'value';
  const data = transferData({ recipient: payment.recipient, amount: BigInt(payment.amount) });
  return signed.data?.toLowerCase() === data.toLowerCase() ? null : 'recipient or amount';
}

function parsed(raw: Hex) {
  try {
    return parseTransaction(raw);
  } catch {
    return null;
  }
}
