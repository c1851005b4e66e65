import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { decimalUnits } from '../../../contract/money.ts';
import type { Operation } from '../../../contract/operations.ts';
import { ruleNames } from '../../../contract/rules.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { Checked } from '../core/formState.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import type { Toast } from '../core/toastsMachine.ts';

/** What every quote has. `expires_at` is an instant of the server's time. */
export interface Quoted {
  readonly id: string;
  readonly expires_at: string;
}

/** What every payment that was made has. */
export interface Settled {
  readonly id: string;
  readonly status: string;
}

/** When a quote is over, in milliseconds of the server's time. One that cannot be read any more has long been. */
export function overAt(quote: Quoted | null): number {
  return quote === null ? 0 : Date.parse(quote.expires_at);
}

/** The id of what was made, as long as its status may change; null when it cannot, and for what could not be read. */
export function openReceipt(result: Settled | null): string | null {
  const isOver = result === null || ['completed', 'failed', 'cancelled'].includes(result.status);
  return isOver ? null : result.id;
}

/** What is agreed to with a quote, in an order of its flow. Costs and gains are decimals of the wire. */
export interface QuoteTerms {
  readonly costs: readonly string[];
  readonly gains: readonly string[];
  readonly facts: readonly (string | boolean | null)[];
}

/** By so many ten-thousandths a renewed quote may be worse without being asked about. */
export const tolerated = 1n;

/** Whether a fact differs, a cost is more or a gain is less, by more than so many ten-thousandths of what it was. */
export function isWorse(next: QuoteTerms, before: QuoteTerms, tenThousandths: bigint): boolean {
  const units = (decimals: readonly string[], index: number) => 10_000n * decimalUnits(decimals[index] ?? '');
  const share = (decimal: string, parts: bigint) => decimalUnits(decimal) * parts;
  return (
    before.facts.some((fact, index) => fact !== next.facts[index]) ||
    before.costs.some((cost, index) => units(next.costs, index) > share(cost, 10_000n + tenThousandths)) ||
    before.gains.some((gain, index) => units(next.gains, index) < share(gain, 10_000n - tenThousandths))
  );
}

/** What tells one flow of money from another. `QuoteRequest` is what a quote is asked for, by the contract. */
export interface MoneyFlowDescription<Values extends FlowValues, QuoteRequest, Quote extends Quoted, Result> {
  /** Also the name of its record. */
  readonly id: string;
  readonly empty: Values;
  /** The fields that no address fills in: what stands in them was typed, and is not thrown away. */
  readonly typed: readonly (keyof Values & string)[];
  /** `tokens` is null while the balances are not known: then they refuse nothing. */
  readonly check: (values: Values, tokens: readonly WalletToken[] | null) => Checked<QuoteRequest>;
  /** What a request in the fields fills the form with, and the draft that this replaces; null without one. */
  readonly fill?: (
    values: Values,
    tokens: readonly WalletToken[] | null,
  ) => { readonly values: Values; readonly replaced: Values | null } | null;
  /** A quote, or an answer, that was not answered by the call itself; null when it is none. */
  readonly readQuote: (value: unknown) => Quote | null;
  readonly readResult: (value: unknown) => Result | null;
  /** Everything that a person agrees to with a quote. */
  readonly termsOf: (quote: Quote) => QuoteTerms;
  /** The token that would be paid to an outside address; null when none would. Without this function none ever is. */
  readonly leaves?: (values: Values, quote: Quote | null) => string | null;
  /** What a person has to look into before they may agree to a quote; the same text is the same warning. */
  readonly warningIn?: (quote: Quote) => string | null;
  /** The form's field for a field of the wire that is called otherwise. */
  readonly fields: Readonly<Record<string, keyof Values & string>>;
  /** By what was sent; null where it cannot be read any more. */
  readonly toasts: {
    readonly settled: (quote: Quote | null, result: Result | null) => Toast;
    readonly refused: (quote: Quote | null) => Toast;
  };
}

/** UNAUTHENTICATED: whoever signs in again comes back to a payment that may have been sent before the session was over. */
const passing: readonly FailureCode[] = [
  'INTERNAL',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'IDEMPOTENCY_IN_FLIGHT',
  'UNAUTHENTICATED',
];

/**
 * Whether a payment that was sent has surely not happened. Only the server itself can say so, by a refusal with its
 * request id: a dead line, a proxy's page or an answer that cannot be read tell nothing of it.
 */
export function isRefusal(error: unknown): boolean {
  const { code, requestId } = failureOf(error);
  return requestId !== null && !passing.includes(code);
}

/** What became of a payment that was sent. `never`: it did not arrive, and no longer can. */
export type Outcome =
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'refused'; readonly failure: Failure }
  | { readonly type: 'never' };

/** Null while it is not known: the server still works on it, or answers with a status of a later version. */
export function outcomeOf({ status, result, problem }: Operation): Outcome | null {
  if (status === 'done') return { type: 'done', result };
  if (status !== 'refused') return null;
  const fields = Object.entries(problem?.fields ?? {}).map(
    ([name, said]) => [name, ruleNames.find((each) => each === said) ?? 'format'] as const,
  );
  const failure = {
    code: problem?.code ?? 'GENERAL',
    fields: Object.fromEntries(fields),
    retryAfter: null,
    requestId: problem?.request_id ?? null,
  } as const;
  return { type: 'refused', failure };
}
