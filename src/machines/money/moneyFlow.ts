import { type Failure, type FailureCode, failureOf } from '../../../contract/failure.ts';
import { compareDecimals } from '../../../contract/money.ts';
import type { FieldErrors } from '../../../contract/rules.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { FlowValues, SavedFlow } from '../core/savedFlow.ts';
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

/** The id of what was made, as long as its status may change; null when it cannot, and for what could not be read. */
export function openReceipt(result: Settled | null): string | null {
  const isOver = result === null || ['completed', 'failed', 'cancelled'].includes(result.status);
  return isOver ? null : result.id;
}

/** What is agreed to with a quote, in an order of its flow: decimals of the wire, and everything else. */
export interface QuoteTerms {
  readonly decimals: readonly string[];
  readonly facts: readonly (string | boolean | null)[];
}

/** Whether two quotes offer the same, however their decimals are written. */
export function haveSameTerms(one: QuoteTerms, other: QuoteTerms): boolean {
  return (
    one.facts.every((fact, index) => fact === other.facts[index]) &&
    one.decimals.every((decimal, index) => compareDecimals(decimal, other.decimals[index] ?? '') === 0)
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
  readonly check: (
    values: Values,
    tokens: readonly WalletToken[] | null,
  ) =>
    | { readonly ok: true; readonly value: QuoteRequest }
    | { readonly ok: false; readonly fields: FieldErrors };
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
  readonly toasts: {
    readonly settled: Toast;
    readonly refused: Toast;
    /** What is told of a result in place of `settled`; null when there is nothing else to tell. */
    readonly settledAs?: (result: Result) => Toast | null;
  };
}

/** Where a flow goes on that was left: what is not whole begins anew. */
export function restored<Values extends FlowValues, Quote extends Quoted>(
  { empty, readQuote }: Pick<MoneyFlowDescription<Values, unknown, Quote, unknown>, 'empty' | 'readQuote'>,
  record: SavedFlow | null,
) {
  const fitting = Object.entries(record?.values ?? {}).filter(([name]) => name in empty);
  const values: Values = { ...empty, ...Object.fromEntries(fitting) };
  const aside = record?.aside ?? [];
  return { values, key: record?.key ?? null, quote: readQuote(record?.quote ?? null), aside };
}

/** What the server refused, by the fields of the form; `failure` is null when they say all of it. */
export function refusalIn(
  failure: Failure,
  { empty, fields }: { readonly empty: FlowValues; readonly fields: Readonly<Record<string, string>> },
): { readonly refused: FieldErrors; readonly failure: Failure | null } {
  const named = Object.entries(failure.fields).map(([name, rule]) => [fields[name] ?? name, rule] as const);
  const refused = Object.fromEntries(named.filter(([name]) => name in empty));
  const isTold = named.length > 0 && named.every(([name]) => name in empty);
  return { refused, failure: isTold ? null : failure };
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
