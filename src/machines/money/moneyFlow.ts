import { type Failure, failureOf } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { decimalUnits } from '../../../contract/money.ts';
import type { Operation } from '../../../contract/operations.ts';
import { ruleNames } from '../../../contract/rules.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { Checked } from '../core/formState.ts';
import type { FlowValues } from '../core/savedFlow.ts';
import type { Toast } from '../core/toastsMachine.ts';

/** The fields of every quote. `expires_at` is an instant of the server's time. */
export interface Quoted {
  readonly id: string;
  readonly expires_at: string;
}

/** The fields of every payment that was made. */
export interface Settled {
  readonly id: string;
  readonly status: string;
}

/** When a quote expires, in milliseconds of the server's time. An unreadable quote counts as expired. */
export function overAt(quote: Quoted | null): number {
  return quote === null ? 0 : Date.parse(quote.expires_at);
}

/** The id of a payment whose status may still change; null when it cannot change, or the payment could not be read. */
export function openReceipt(result: Settled | null): string | null {
  const isOver = result === null || ['completed', 'failed', 'cancelled'].includes(result.status);
  return isOver ? null : result.id;
}

/** The terms that a person agrees to with a quote, in an order fixed by the flow. Costs and gains are decimals of the wire. */
export interface QuoteTerms {
  readonly costs: readonly string[];
  readonly gains: readonly string[];
  readonly facts: readonly (string | boolean | null)[];
}

/** How much worse a renewed quote may be without asking the person, in ten-thousandths. */
export const tolerated = 1n;

/** Whether a fact differs, or a cost rose or a gain fell by more than so many ten-thousandths. */
export function isWorse(next: QuoteTerms, before: QuoteTerms, tenThousandths: bigint): boolean {
  const units = (decimals: readonly string[], index: number) => 10_000n * decimalUnits(decimals[index] ?? '');
  const share = (decimal: string, parts: bigint) => decimalUnits(decimal) * parts;
  return (
    before.facts.some((fact, index) => fact !== next.facts[index]) ||
    before.costs.some((cost, index) => units(next.costs, index) > share(cost, 10_000n + tenThousandths)) ||
    before.gains.some((gain, index) => units(next.gains, index) < share(gain, 10_000n - tenThousandths))
  );
}

/** The description of a flow. `QuoteRequest` is the contract's request for a quote. */
export interface MoneyFlowDescription<Values extends FlowValues, QuoteRequest, Quote extends Quoted, Result> {
  /** The id, which also names the flow's record. */
  readonly id: string;
  readonly empty: Values;
  /** The values of an empty form that pays with this token; null for a token that this flow cannot pay with. */
  readonly payingWith: (symbol: string) => Partial<Values> | null;
  /** The fields that no address fills in: their content was typed and must not be lost. */
  readonly typed: readonly (keyof Values & string)[];
  /** `tokens` is null while the balances are unknown: then no amount is refused for them. */
  readonly check: (values: Values, tokens: readonly WalletToken[] | null) => Checked<QuoteRequest>;
  /** Whether a balance covers the amount with its fee, where `check` does not judge the fee. */
  readonly covers?: (values: Values, balance: WalletToken) => boolean;
  /** The values after applying a request found in the fields, and the draft that it replaces; null when there is no request. */
  readonly fill?: (
    values: Values,
    tokens: readonly WalletToken[] | null,
  ) => { readonly values: Values; readonly replaced: Values | null } | null;
  /** Reads a quote from storage or another call; null when it is not a quote. */
  readonly readQuote: (value: unknown) => Quote | null;
  readonly readResult: (value: unknown) => Result | null;
  /** All terms that a person agrees to with a quote. */
  readonly termsOf: (quote: Quote) => QuoteTerms;
  /** The token that would be paid to an outside address; null when none would. Flows without this function never pay outside. */
  readonly leaves?: (values: Values, quote: Quote | null) => string | null;
  /** The warning that a person has to confirm before they agree to a quote; warnings with equal texts are the same warning. */
  readonly warningIn?: (quote: Quote) => string | null;
  /** The form's field for a field that the wire names differently. */
  readonly fields: Readonly<Record<string, keyof Values & string>>;
  /** The quote is null when the sent one can no longer be read. */
  readonly toasts: {
    readonly settled: (quote: Quote | null, result: Result | null) => Toast;
    readonly refused: (quote: Quote | null) => Toast;
  };
}

/** Codes that do not prove a refusal. UNAUTHENTICATED is one, because the payment may have been sent before the session ended. */
const passing: readonly FailureCode[] = [
  'INTERNAL',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'IDEMPOTENCY_IN_FLIGHT',
  'UNAUTHENTICATED',
];

/**
 * Whether a sent payment certainly did not happen. Only a refusal by the server itself, with its request id, proves that: a lost
 * connection, a proxy's page or an unreadable answer prove nothing.
 */
export function isRefusal(error: unknown): boolean {
  const { code, requestId } = failureOf(error);
  return requestId !== null && !passing.includes(code);
}

/**
 * The outcome of a sent payment. `never`: it did not arrive, and can no longer arrive. `forgotten`: it is not found, and is so old
 * that the server may have forgotten its key.
 */
export type Outcome =
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'refused'; readonly failure: Failure }
  | { readonly type: 'never' | 'forgotten' };

/** Null while the outcome is unknown: the server is still processing it, or answers with a status of a later version. */
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
    until: instantIn(problem?.until),
    allowance: problem?.allowance,
    bound: problem?.bound,
  } as const;
  return { type: 'refused', failure };
}

/** An instant that can be shown; undefined for anything else that a later version may answer. */
function instantIn(told: string | undefined): string | undefined {
  return Number.isNaN(Date.parse(told ?? '')) ? undefined : told;
}
