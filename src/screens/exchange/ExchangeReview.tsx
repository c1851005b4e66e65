import { useSelector } from '@xstate/react';
import { exactText } from '../../../contract/amountParts.ts';
import type { ExchangeQuote } from '../../../contract/exchange.ts';
import { Fact, Facts, HeroFact } from '../../components/base/Facts.tsx';
import { Amount, type AmountProps } from '../../components/money/Amount.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import { Rate } from '../../components/money/Rate.tsx';
import {
  type ExchangeRef,
  type ExchangeSnapshot,
  exchangeHindrance,
} from '../../machines/money/exchangeMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { leftOf } from '../money/leftOf.ts';
import { QuoteReview } from '../money/QuoteReview.tsx';
import { ChangedExchange } from './ChangedExchange.tsx';
import { SpreadFact } from './SpreadFact.tsx';

interface Props {
  exchange: ExchangeRef;
  state: ExchangeSnapshot;
  isHidden: boolean;
}

/** The quote of an exchange, and the button that accepts it. */
export function ExchangeReview({ exchange, state, isHidden }: Props) {
  const { t, locale } = useTexts('exchange', 'transactions');
  const review = useSelector(state.children.quoteReview, (snapshot) => snapshot?.context);
  const { quote, agreed } = review ?? { quote: state.context.quote, agreed: null };
  if (!quote) return null;
  const hindrance = exchangeHindrance(state);
  const balance = state.context.tokens?.find(({ symbol }) => symbol === quote.from);
  return (
    <QuoteReview
      flow={exchange}
      state={state}
      quote={quote}
      title={t('exchange:reviewTitle')}
      holds={t('exchange:holds')}
      accept={t('exchange:accept', { amount: exactText(quote.pay, locale), token: quote.from })}
      hindrance={hindrance ? t(`transactions:hindrance.${hindrance}`, { token: quote.from }) : undefined}
      isHidden={isHidden}
      change={
        agreed && (
          <ChangedExchange
            quote={quote}
            agreed={agreed}
            onAccept={() => exchange.send({ type: 'change.accepted' })}
          />
        )
      }
    >
      <QuoteFacts quote={quote} available={review && (balance?.available ?? null)} isHidden={isHidden} />
    </QuoteReview>
  );
}

interface FactsProps {
  quote: Pick<ExchangeQuote, 'from' | 'to' | 'pay' | 'receive' | 'rate' | 'fee' | 'spread_percent'>;
  /** The balance before the exchange: null while unknown, undefined after sending. */
  available?: string | null | undefined;
  /** Whether the balance is hidden; the exchange's amounts are always shown. */
  isHidden?: boolean;
  /** Whether the exchange has taken place. */
  isPast?: boolean;
}

/** Every amount of an exchange: received, paid, fee, and what is left. */
export function QuoteFacts({ quote, available, isPast = false, isHidden = false }: FactsProps) {
  const { t, locale, amountLabels } = useTexts('exchange', 'transactions');
  const money = (value: string | null, token: string, look: Partial<AmountProps> = {}) => (
    <Amount value={value} token={token} locale={locale} labels={amountLabels} size="sm" {...look} />
  );
  const { from, to, pay, receive, rate, fee, spread_percent } = quote;
  return (
    <Facts>
      <HeroFact term={t(isPast ? 'exchange:received' : 'exchange:receive')}>
        {money(receive, to, { size: '2xl' })}
      </HeroFact>
      <Fact term={t(isPast ? 'exchange:paid' : 'exchange:pay')}>{money(pay, from)}</Fact>
      <Fact term={t('transactions:flow.fee')}>{money(fee.amount, fee.token)}</Fact>
      <Fact term={t('exchange:rate')}>
        <span className="text-sm">
          <Rate
            from={from}
            to={to}
            rate={rate}
            locale={locale}
            labels={amountLabels}
            size="sm"
            more={t('transactions:flow.allDigits')}
          />
        </span>
      </Fact>
      <SpreadFact percent={spread_percent} isSmall />
      {available !== undefined && (
        <Fact term={t('transactions:flow.leftAfter')}>
          <ExpandableAmount
            value={leftOf(available, pay, from)}
            token={from}
            locale={locale}
            labels={amountLabels}
            isHidden={isHidden}
            size="sm"
            more={t('transactions:flow.allDigits')}
          />
        </Fact>
      )}
    </Facts>
  );
}
