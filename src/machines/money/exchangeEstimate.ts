import { exchangeProblem, type Trade, termsOfPay, termsOfReceive } from '../../../contract/exchangeTerms.ts';
import { parseMoney, parseRate, printMoney } from '../../../contract/money.ts';
import type { ExchangeOffer, Rates } from '../../../contract/rates.ts';
import { isTokenSymbol, type Token, tokens } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { ExchangeValues } from './exchangeMachine.ts';
import { type Judgement, lowerBound } from './judgement.ts';
import { readTyped } from './typedAmount.ts';

/** What a quote would say at the current rate, as decimals of the wire. */
interface ExchangeEstimate {
  readonly pay: string;
  readonly fee: string;
  readonly receive: string;
  /** Why the server would refuse it; null if no reason is known here. */
  readonly judgement: Judgement | null;
}

/** The offer for the two tokens of the form; null while they cannot be exchanged, or the rates are unknown. */
export function offerFor({ from, to }: ExchangeValues, rates: Rates | null): ExchangeOffer | null {
  return rates?.pairs.find(({ base, quote }) => base === from && quote === to)?.exchange ?? null;
}

/**
 * Estimates the quote for the typed amount by the rules that quotes use; the rate may move before the quote. Null while
 * the amount or the rate is unknown. `balance` is that of the token that is paid.
 */
export function estimateExchange(
  values: ExchangeValues,
  offer: ExchangeOffer | null,
  balance: Pick<WalletToken, 'available'> | undefined,
): ExchangeEstimate | null {
  if (!offer || !isTokenSymbol(values.from) || !isTokenSymbol(values.to)) return null;
  const [from, to] = [tokens[values.from], tokens[values.to]];
  const isPaid = values.side !== 'receive';
  const amount = readTyped(values.amount, isPaid ? from : to);
  const trade = tradeOf(offer, from, to);
  if (!amount.ok || !trade) return null;
  const terms = (isPaid ? termsOfPay : termsOfReceive)(amount.value.minor, trade);
  const minor = (text: string) => {
    const money = parseMoney(text, from);
    return money.ok ? money.value.minor : null;
  };
  const available = minor(balance?.available ?? '');
  const bounds = {
    minimum: minor(offer.minimum) ?? 0n,
    maximum: minor(offer.maximum) ?? terms.pay,
    available,
  };
  const problem = lowerBound(exchangeProblem(terms, bounds), bounds);
  const figures = {
    too_small: offer.minimum,
    too_large: offer.maximum,
    insufficient: balance?.available ?? '0',
  };
  return {
    pay: printMoney({ token: from, minor: terms.pay }),
    fee: printMoney({ token: from, minor: terms.fee }),
    receive: printMoney({ token: to, minor: terms.receive }),
    judgement: problem && { problem, figure: figures[problem], token: from.symbol, needed: null },
  };
}

function tradeOf({ rate: rateText, fee_percent }: ExchangeOffer, from: Token, to: Token): Trade | null {
  const [rate, feePercent] = [parseRate(rateText), parseRate(fee_percent)];
  return rate.ok && feePercent.ok ? { rate: rate.value, feePercent: feePercent.value, from, to } : null;
}
