/** The price of each token, and the prices and rules that operators set. */
import { isPriceJump, printMoney } from '../../../contract/money.ts';
import type { PriceChange, PriceState } from '../../../contract/rates.ts';
import { ok, type Result, refused } from '../../../contract/result.ts';
import type { FieldErrors, Rule } from '../../../contract/rules.ts';
import { createResourceMachine } from '../core/createResourceMachine.ts';
import { readTyped, widestToken } from '../money/typedAmount.ts';
import { createDecisionMachine } from './createDecisionMachine.ts';
import { createListMachine, createPartMachine } from './createListMachine.ts';
import { createReviewAreaMachine, type ReviewAreaRef } from './createReviewAreaMachine.ts';
import type { DecisionRef } from './decision.ts';

/** All figures as typed. */
export type PriceChoice =
  /** `confirm`: the operator confirms a price far from the last one. */
  | { readonly verdict: 'set'; readonly rate: string; readonly confirm: boolean }
  | { readonly verdict: 'rules'; readonly quote_move: string; readonly jump: string };

/** A typed figure in the form that is sent, or the rule it breaks. */
export function readFigure(text: string): Result<string, Rule> {
  const read = readTyped(text, widestToken(''));
  return read.ok ? ok(printMoney(read.value)) : refused(read.problem);
}

/** Whether a typed price is so far from the current one that it needs a confirmation. */
export function isFar({ rate, jump }: Pick<PriceState, 'rate' | 'jump'>, typed: string): boolean {
  const read = readFigure(typed);
  return rate !== null && read.ok && isPriceJump(rate, read.value, jump);
}

function missingOf(choice: PriceChoice, subject: PriceState): FieldErrors {
  const figures = choice.verdict === 'set' ? (['rate'] as const) : (['quote_move', 'jump'] as const);
  const typed: Readonly<Record<string, string | boolean>> = { ...choice };
  const errors = figures.flatMap((name) => {
    const read = readFigure(String(typed[name]));
    return read.ok ? [] : [[name, read.problem] as const];
  });
  const isUnsure = choice.verdict === 'set' && !choice.confirm && isFar(subject, choice.rate);
  return { ...Object.fromEntries(errors), ...(isUnsure && { confirm: 'required' as const }) };
}

export const pricePart = createPartMachine<PriceState>();
export const priceList = createListMachine('priceList', pricePart);
export const priceDecision = createDecisionMachine<PriceState, PriceChoice>('priceDecision', missingOf);
export const priceDetails = createResourceMachine<readonly PriceChange[]>('details');
export const pricesArea = createReviewAreaMachine<PriceState, PriceChoice, readonly PriceChange[]>({
  area: 'prices',
  keyOf: ({ pair }) => pair,
  list: priceList,
  decision: priceDecision,
  details: priceDetails,
});

export type PriceDecisionRef = DecisionRef<PriceState, PriceChoice>;
export type PricesAreaRef = ReviewAreaRef<PriceState, PriceChoice, readonly PriceChange[]>;
