import { useSelector } from '@xstate/react';
import { ArrowDownUp } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, useCallback } from 'react';
import { typedText } from '../../../contract/amountParts.ts';
import type { ExchangeOffer, Rates } from '../../../contract/rates.ts';
import { isTokenSymbol, tokenSymbols } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { IconButton } from '../../components/base/IconButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Rate } from '../../components/money/Rate.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import type { SetAside } from '../../machines/core/savedFlow.ts';
import type { ExchangeWalletRef } from '../../machines/money/exchangeArea.ts';
import { estimateExchange, offerFor } from '../../machines/money/exchangeEstimate.ts';
import {
  type ExchangeRef,
  type ExchangeSnapshot,
  type ExchangeValues,
  exchangeHindrance,
  withToken,
} from '../../machines/money/exchangeMachine.ts';
import { isAwaited } from '../core/awaited.ts';
import { FormSummary } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { ReturnedPayment } from '../money/ReturnedPayment.tsx';
import { SetAsideDrafts } from '../money/SetAsideDrafts.tsx';
import { TypedAmountField } from '../money/TypedAmountField.tsx';
import { useAdvice } from '../money/useAdvice.tsx';
import { useAmountError } from '../money/useAmountError.ts';
import { useAvailableText } from '../money/useAvailableText.ts';
import { useDeferredTyping } from '../money/useDeferredTyping.ts';
import { useShares } from '../money/useShares.ts';
import { percentText, SpreadFact } from './SpreadFact.tsx';

interface Props {
  exchange: ExchangeRef;
  state: ExchangeSnapshot;
  wallet: ExchangeWalletRef;
  rates: Rates | null;
  /** Whether no rate was read yet and no read has failed. */
  isRateAwaited: boolean;
  /** Whether these rates may no longer hold. */
  areRatesOld: boolean;
  isHidden: boolean;
}

/** The form of an exchange: the person types one amount, and the other follows by the current rate. */
export function ExchangeDraft({ state, ...props }: Props) {
  return <DraftForm {...props} state={useDeferredTyping(state)} />;
}

/** Memoised, so that a key draws only the field that is typed in; what follows from the amount is drawn after the key is painted (decision 223). */
const DraftForm = memo(function DraftForm({
  exchange,
  state,
  wallet,
  rates,
  isRateAwaited,
  areRatesOld,
  isHidden,
}: Props) {
  const { t, locale } = useTexts('exchange', 'transactions');
  const { values } = state.context;
  const balances = useSelector(wallet, (snapshot) => snapshot.context.data?.tokens ?? null);
  const isComing = useSelector(wallet, isAwaited);
  const available = balances?.find(({ symbol }) => symbol === values.from);
  const isSlow = useSelector(state.children.quoteReview, (review) => review?.hasTag('slow') ?? false);
  const hindrance = exchangeHindrance(state);
  const offer = offerFor(values, rates);
  const estimated = offer && areRatesOld ? 'exchange:oldEstimate' : 'exchange:estimate';
  const guess = estimateExchange(values, offer, available);
  const advice = useAdvice(guess?.judgement ?? null, isHidden);
  const change = useCallback(
    (changed: Partial<ExchangeValues>) => exchange.send({ type: 'fields.changed', values: changed }),
    [exchange],
  );
  const resume = useCallback(() => exchange.send({ type: 'draft.resumed' }), [exchange]);
  const shares = useShares(
    available,
    isComing,
    useCallback((amount) => change({ side: 'pay', amount }), [change]),
  );
  const availableText = useAvailableText(available, isComing, isHidden);
  const error = useAmountError(state.context, isHidden);
  const side = (mine: 'pay' | 'receive') => ({
    side: mine,
    exchange,
    estimate: guess?.[mine] ?? '',
    error,
    advice,
    placeholder: '0',
    onChange: (amount: string) => change({ side: mine, amount }),
  });

  return (
    <div className="flex flex-col gap-4">
      {state.matches({ drafting: 'returned' }) && <ReturnedPayment />}
      <SetAsideDrafts
        drafts={state.context.aside}
        nameOf={(draft) => nameOf(draft, locale)}
        onContinue={(draft) => exchange.send({ type: 'draft.continued', draft })}
        onDrop={(draft) => exchange.send({ type: 'draft.dropped', draft })}
      />
      <FormSummary
        context={state.context}
        order={['amount']}
        refusal="common:errors.general"
        told={{ amount: advice?.text ?? error }}
      />
      <Form onSubmit={() => exchange.send({ type: 'quote.requested' })}>
        <Card className="flex flex-col gap-4">
          <Side token={<TokenOf end="from" label={t('exchange:payToken')} exchange={exchange} />}>
            <AmountOf
              {...side('pay')}
              label={t('exchange:pay')}
              description={availableText}
              shares={shares}
            />
          </Side>
          <Flip exchange={exchange} label={t('exchange:flip')} />
          <Side token={<TokenOf end="to" label={t('exchange:receiveToken')} exchange={exchange} />}>
            <AmountOf
              {...side('receive')}
              label={t('exchange:receive')}
              description={t(offer || isRateAwaited ? estimated : 'exchange:noRate')}
            />
          </Side>
          {offer ? (
            <Costs offer={offer} values={values} fee={guess?.fee ?? null} />
          ) : (
            isRateAwaited && <Skeleton className="h-33.5" />
          )}
        </Card>
        <SubmitRow
          label={t('exchange:request')}
          busyLabel={t('exchange:requesting')}
          isBusy={state.matches('reviewing')}
          isSlow={isSlow}
          secondsLeft={null}
          reason={hindrance ? t(`transactions:hindrance.${hindrance}`, { token: values.from }) : undefined}
          onCancel={resume}
        />
      </Form>
    </div>
  );
});

interface AmountOfProps extends Omit<ComponentProps<typeof TypedAmountField>, 'id' | 'symbol' | 'value'> {
  side: 'pay' | 'receive';
  exchange: ExchangeRef;
  /** Shown while the other amount is the typed one. */
  estimate: string;
}

/** One of the two amounts. It follows the flow by itself, so that a key is shown before the form is drawn. */
function AmountOf({ side, exchange, estimate, error, advice, ...props }: AmountOfProps) {
  const symbol = useSelector(exchange, ({ context: { values } }) => values[side === 'pay' ? 'from' : 'to']);
  const typed = useSelector(exchange, ({ context: { values } }) =>
    values.side === side ? values.amount : null,
  );
  return (
    <TypedAmountField
      {...props}
      {...(typed !== null && { error, advice })}
      id={typed === null ? 'field-estimate' : 'field-amount'}
      symbol={symbol}
      value={typed ?? estimate}
    />
  );
}

interface CostsProps {
  offer: ExchangeOffer;
  values: Pick<ExchangeValues, 'from' | 'to'>;
  /** Null while there is no amount. */
  fee: string | null;
}

/** The current rate, fee and spread, as a quote would state them. */
function Costs({ offer, values: { from, to }, fee }: CostsProps) {
  const { t, locale, amountLabels } = useTexts('exchange', 'transactions');
  return (
    <Facts>
      <Fact term={t('exchange:rate')}>
        <Rate
          from={from}
          to={to}
          rate={offer.rate}
          locale={locale}
          labels={amountLabels}
          more={t('transactions:flow.allDigits')}
        />
      </Fact>
      <Fact term={t('transactions:flow.fee')}>
        <span className="tabular-nums">
          {fee !== null && (
            <>
              <Amount value={fee} token={from} locale={locale} labels={amountLabels} />
              {' · '}
            </>
          )}
          {percentText(offer.fee_percent, locale)}
        </span>
      </Fact>
      <SpreadFact percent={offer.spread_percent} />
    </Facts>
  );
}

/** The name of a draft: its typed amount with the token. */
function nameOf(
  { values: { amount = '', side, from = '', to = '' } }: SetAside,
  locale: string,
): string | null {
  const typed = typedText(amount, locale).trim();
  return typed === '' ? null : `${typed} ${side === 'receive' ? to : from}`;
}

/** An amount and its token, side by side if there is room. */
function Side({ token, children }: { token: ReactNode; children: ReactNode }) {
  return (
    <div className="amount-row">
      {children}
      {token}
    </div>
  );
}

/** Swaps the two tokens. */
const Flip = memo(function Flip({ exchange, label }: { exchange: ExchangeRef; label: string }) {
  const flip = () => {
    const { from, to, side } = exchange.getSnapshot().context.values;
    const values: Partial<ExchangeValues> = {
      from: to,
      to: from,
      side: side === 'receive' ? 'pay' : 'receive',
    };
    exchange.send({ type: 'fields.changed', values });
  };
  return (
    <div className="flex items-center gap-3">
      <span className="h-px flex-1 bg-line" />
      <IconButton icon={ArrowDownUp} label={label} onPress={flip} />
      <span className="h-px flex-1 bg-line" />
    </div>
  );
});

interface TokenProps {
  end: 'from' | 'to';
  label: string;
  exchange: ExchangeRef;
}

const options = tokenSymbols.map((symbol) => ({
  value: symbol,
  label: symbol,
  mark: <TokenMark symbol={symbol} size="sm" />,
}));

/** Memoised, so that it is drawn again for another token and not at every key of the amount. */
const TokenOf = memo(function TokenOf({ end, label, exchange }: TokenProps) {
  const token = useSelector(exchange, (state) => state.context.values[end]);
  const choose = useCallback(
    (chosen: string) => {
      const { values } = exchange.getSnapshot().context;
      exchange.send({ type: 'fields.changed', values: withToken(values, end, chosen) });
    },
    [exchange, end],
  );
  return (
    <Select label={label} options={options} value={isTokenSymbol(token) ? token : null} onChange={choose} />
  );
});
