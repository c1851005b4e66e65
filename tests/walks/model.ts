import { parseMoney } from '../../contract/money.ts';
import { type TokenSymbol, tokens } from '../../contract/tokens.ts';
import type { MoneyStep, Who } from './steps.ts';

/** The two people of a walk. */
export const names = ['Kira', 'Oleg'] as const;

/** What a person has of a token, in minor units. What is held for a withdrawal is in `total` alone. */
interface Balance {
  total: bigint;
  available: bigint;
}

/** A withdrawal that may still be cancelled. */
export interface OpenWithdrawal {
  readonly who: Who;
  readonly token: TokenSymbol;
  readonly amount: string;
  /** With the fee, in minor units. */
  readonly leaves: bigint;
}

/** The wallets of two people as they have to be. */
export interface Model {
  readonly balances: Readonly<Record<Who, Record<TokenSymbol, Balance>>>;
  readonly open: OpenWithdrawal[];
}

/** What a person has agreed to, as it stood on the screen. In minor units. */
export interface Agreed {
  readonly leaves: bigint;
  readonly arrives: bigint;
}

export function minorOf(text: string, token: TokenSymbol): bigint {
  const read = parseMoney(text, tokens[token]);
  if (!read.ok) throw new Error(`no amount of ${token}: ${text}`);
  return read.value.minor;
}

/** Of its kind in its walk, so that the ledger can be asked for it. */
export function amountOf({ size }: Pick<MoneyStep, 'size'>, place: number): string {
  return `${size}.${place + 11}`.replace(/0$/, '');
}

export function openModel(start: Readonly<Record<TokenSymbol, string>>): Model {
  const wallet = (): Record<TokenSymbol, Balance> => {
    const of = (token: TokenSymbol) => ({
      total: minorOf(start[token], token),
      available: minorOf(start[token], token),
    });
    return { ZST: of('ZST'), STO: of('STO'), USDT: of('USDT') };
  };
  return { balances: { 0: wallet(), 1: wallet() }, open: [] };
}

/** Both change alike. */
function change(model: Model, who: Who, token: TokenSymbol, by: bigint): void {
  const balance = model.balances[who][token];
  balance.total += by;
  balance.available += by;
}

/** What was agreed to has been done, once. */
export function carryOut(model: Model, step: MoneyStep, place: number, { leaves, arrives }: Agreed): void {
  const { who, token } = step;
  if (step.do === 'withdraw') {
    model.balances[who][token].available -= leaves;
    model.open.push({ who, token, amount: amountOf(step, place), leaves });
    return;
  }
  change(model, who, token, -leaves);
  if (step.do === 'send') change(model, who === 0 ? 1 : 0, token, arrives);
  else change(model, who, step.into, arrives);
}

export function arrive(model: Model, who: Who, token: TokenSymbol, amount: bigint): void {
  change(model, who, token, amount);
}

/** A withdrawal has left, or it is over and its person has the money back. */
export function close(model: Model, withdrawal: OpenWithdrawal, hasLeft: boolean): void {
  const balance = model.balances[withdrawal.who][withdrawal.token];
  if (hasLeft) balance.total -= withdrawal.leaves;
  else balance.available += withdrawal.leaves;
  model.open.splice(model.open.indexOf(withdrawal), 1);
}

export function canPay(model: Model, { who, token, size }: MoneyStep): boolean {
  // The fee of a withdrawal is less than this.
  return model.balances[who][token].available > minorOf(String(size + 20), token);
}
