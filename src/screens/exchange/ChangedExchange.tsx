import { type AmountDigits, amountText } from '../../../contract/amountParts.ts';
import type { ExchangeQuote } from '../../../contract/exchange.ts';
import { compareDecimals } from '../../../contract/money.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ChangedQuote } from '../money/ChangedQuote.tsx';

interface Props {
  quote: ExchangeQuote;
  /** The quote that the person accepted last. */
  agreed: ExchangeQuote;
  onAccept: () => void;
}

/** How a new quote of an exchange differs from the accepted one. */
export function ChangedExchange({ quote, agreed, onAccept }: Props) {
  const { t, locale, amountLabels } = useTexts('exchange', 'transactions');
  const { from, to, fee } = quote;
  const amounts = [
    { term: t('exchange:pay'), before: agreed.pay, now: quote.pay, token: from },
    { term: t('transactions:flow.fee'), before: agreed.fee.amount, now: fee.amount, token: fee.token },
    {
      term: t('exchange:rate'),
      before: agreed.rate,
      now: quote.rate,
      token: to,
      digits: ratesApart(agreed.rate, quote.rate),
    },
    { term: t('exchange:receive'), before: agreed.receive, now: quote.receive, token: to },
  ].filter(({ before, now }) => compareDecimals(before, now) !== 0);
  return (
    <ChangedQuote
      terms={amounts.map(({ term, before, now, token, digits }) => ({
        term,
        before: <Amount value={before} locale={locale} labels={amountLabels} {...digits} />,
        now: <Amount value={now} token={token} locale={locale} labels={amountLabels} {...digits} />,
      }))}
      onAccept={onAccept}
    />
  );
}

/** Six significant digits of both rates, or all of them where six are the same. */
function ratesApart(before: string, now: string): AmountDigits {
  const short = { significantDigits: 6 };
  return amountText(before, 'en', short) === amountText(now, 'en', short) ? {} : short;
}
