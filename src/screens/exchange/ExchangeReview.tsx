import type { ExchangeQuote } from '../../../contract/exchange.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import {
  type ExchangeRef,
  type ExchangeSnapshot,
  exchangeHindrance,
} from '../../machines/money/exchangeMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { leftOf } from '../money/amountText.ts';
import { QuoteClock } from '../money/QuoteClock.tsx';
import { ChangedExchange } from './ChangedExchange.tsx';

interface Props {
  exchange: ExchangeRef;
  state: ExchangeSnapshot;
  isHidden: boolean;
}

/** The offer as it will be carried out, and for how long it holds. What is agreed to here is what is sent. */
export function ExchangeReview({ exchange, state, isHidden }: Props) {
  const { t } = useTexts('exchange', 'transactions');
  const { quote, agreed, tokens: balances, failure, now } = state.context;
  if (!quote) return null;
  const isSending = state.matches({ owned: 'sending' });
  const isChanged = state.can({ type: 'change.accepted' });
  const isOver = state.matches({ owned: 'over' });
  const isRenewing = state.matches({ owned: 'renewing' });
  const hindrance = exchangeHindrance(state);
  const why = hindrance ? t(`transactions:hindrance.${hindrance}`, { token: quote.from }) : undefined;
  const available = balances?.find(({ symbol }) => symbol === quote.from)?.available;

  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StepTitle>{t('exchange:reviewTitle')}</StepTitle>
        {state.matches({ owned: 'reviewing' }) && <QuoteClock quote={quote} now={now} />}
      </div>
      <LiveRegion
        message={
          isRenewing ? t('transactions:flow.renewing') : isSending ? t('transactions:flow.sending') : ''
        }
      />
      {isChanged && agreed && (
        <ChangedExchange
          quote={quote}
          agreed={agreed}
          onAccept={() => exchange.send({ type: 'change.accepted' })}
        />
      )}
      {isOver && (
        <div role="alert" className="flex flex-col gap-1 rounded-card border border-wait p-4">
          <p className="font-semibold">{t('transactions:flow.over')}</p>
          <p>{failure ? t(failureText[failure.code].sentence) : t('transactions:flow.overText')}</p>
        </div>
      )}
      <div className={isOver || isRenewing ? 'opacity-50' : ''}>
        <QuoteFacts quote={quote} available={available} isHidden={isHidden} />
      </div>
      {isSending && <p className="text-muted text-sm">{t('transactions:flow.sendingText')}</p>}
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <Button reason={why} onPress={() => exchange.send({ type: 'quote.requested' })}>
            {t('transactions:flow.renew')}
          </Button>
        ) : (
          <Button
            isPending={isSending || isRenewing}
            reason={why ?? (isChanged ? t('transactions:flow.changedFirst') : undefined)}
            onPress={() => exchange.send({ type: 'quote.accepted' })}
          >
            {t('exchange:accept')}
          </Button>
        )}
        {!isSending && (
          <Button variant="quiet" onPress={() => exchange.send({ type: 'draft.resumed' })}>
            {t('transactions:flow.change')}
          </Button>
        )}
      </div>
    </Card>
  );
}

interface FactsProps {
  quote: Pick<ExchangeQuote, 'from' | 'to' | 'pay' | 'receive' | 'rate' | 'fee'>;
  /** Before it; undefined while it is not known, or when it is over. */
  available?: string | undefined;
  /** What is in the wallet is masked; what is moved is not. */
  isHidden?: boolean;
  /** It has happened. */
  isPast?: boolean;
}

/** Every amount that moves: what leaves, what it costs, what comes, what is left. */
export function QuoteFacts({ quote, available, isPast = false, isHidden = false }: FactsProps) {
  const { t, locale, amountLabels } = useTexts('exchange', 'transactions');
  const money = (value: string | null, token: string, isMasked = false) => (
    <Amount value={value} token={token} locale={locale} labels={amountLabels} isHidden={isMasked} />
  );
  const { from, to, pay, receive, rate, fee } = quote;
  return (
    <Facts>
      <Fact term={t(isPast ? 'exchange:paid' : 'exchange:pay')}>{money(pay, from)}</Fact>
      <Fact term={t('transactions:flow.fee')}>{money(fee.amount, fee.token)}</Fact>
      <Fact term={t('exchange:rate')}>
        <span className="tabular-nums">
          1 {from} = {money(rate, to)}
        </span>
      </Fact>
      <Fact term={t(isPast ? 'exchange:received' : 'exchange:receive')}>{money(receive, to)}</Fact>
      {available !== undefined && (
        <Fact term={t('transactions:flow.leftAfter')}>
          {money(leftOf(available, pay, from), from, isHidden)}
        </Fact>
      )}
    </Facts>
  );
}
