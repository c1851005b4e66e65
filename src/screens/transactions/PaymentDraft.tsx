import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { typedText } from '../../../contract/amountParts.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { LeavingLimits } from '../../../contract/limits.ts';
import { tokenSymbols } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import { savingAddress } from '../../machines/addressBook/addressBookQuery.ts';
import type { SetAside } from '../../machines/core/savedFlow.ts';
import { estimatePayment } from '../../machines/money/paymentEstimate.ts';
import {
  type PaymentKind,
  type PaymentRef,
  type PaymentSnapshot,
  type PaymentValues,
  paymentHindrance,
  withPaymentToken,
} from '../../machines/money/paymentMachine.ts';
import { type SavedRecipientsRef, savedRecipient } from '../../machines/money/savedRecipientsMachine.ts';
import type { PaymentWalletRef } from '../../machines/money/transactionsArea.ts';
import { isAwaited } from '../core/awaited.ts';
import { timeText } from '../core/dates.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { RefusalMoment } from '../money/RefusalMoment.tsx';
import { ReturnedPayment } from '../money/ReturnedPayment.tsx';
import { SetAsideDrafts } from '../money/SetAsideDrafts.tsx';
import { TypedAmountField } from '../money/TypedAmountField.tsx';
import { useAdvice } from '../money/useAdvice.tsx';
import { useAmountError } from '../money/useAmountError.ts';
import { useAvailableText } from '../money/useAvailableText.ts';
import { useShares } from '../money/useShares.ts';
import { LeavingLimit, limitLines } from './LeavingLimit.tsx';
import { RecipientField } from './RecipientField.tsx';

interface Props {
  /** The tab through which the person came. */
  entry: PaymentKind;
  payment: PaymentRef;
  state: PaymentSnapshot;
  wallet: PaymentWalletRef;
  recipients: SavedRecipientsRef;
  isHidden: boolean;
}

/** The form of a payment: recipient, token and amount. */
export function PaymentDraft({ entry, payment, state, wallet, recipients, isHidden }: Props) {
  const { t, locale } = useTexts('transactions');
  const { values } = state.context;
  const balances = useSelector(wallet, (snapshot) => snapshot.context.data?.tokens ?? null);
  const limits = useSelector(wallet, (snapshot) => snapshot.context.data?.limits ?? null);
  const isComing = useSelector(wallet, isAwaited);
  const balance = balances?.find(({ symbol }) => symbol === values.token);
  const options = useMemo(
    () =>
      (balances?.map(({ symbol }) => symbol) ?? tokenSymbols).map((symbol) => ({
        value: symbol,
        label: symbol,
        mark: <TokenMark symbol={symbol} size="sm" />,
      })),
    [balances],
  );
  const change = useCallback(
    (changed: Partial<PaymentValues>) => payment.send({ type: 'fields.changed', values: changed }),
    [payment],
  );
  const field = useFields(state.context, ({ name, value }) => change({ [name]: value }));
  const resume = useCallback(() => payment.send({ type: 'draft.resumed' }), [payment]);
  const shares = useShares(
    balance,
    isComing,
    useCallback((amount, isAll) => change({ amount, most: isAll ? 'yes' : '' }), [change]),
  );
  const chooseToken = useCallback(
    (token: string) => change(withPaymentToken(payment.getSnapshot().context.values, token)),
    [payment, change],
  );
  const availableText = useAvailableText(balance, isComing, isHidden);
  const guess = estimatePayment(values, balance, limits);
  const advice = useAdvice(guess?.judgement ?? null, isHidden);
  const isSlow = useSelector(state.children.quoteReview, (review) => review?.hasTag('slow') ?? false);
  const hindrance = paymentHindrance(state);
  const { failure } = state.context;
  const refusal = failure?.code;
  const lookupsFrom = lookupsUsedUpUntil(failure);
  const to = field('to');
  const amountError = useAmountError(state.context, isHidden);
  // Without an allowance the address is saved already and only waits.
  const mustSave = failure?.allowance !== undefined || refusal === 'ADDRESS_NOT_ALLOWED';
  const book = useSelector(recipients, ({ children }) => children.book);
  const known = useSelector(book, (snapshot) => snapshot?.context.data ?? null);
  const isSaved = savedRecipient(known, values.to, values.token) !== null;

  return (
    <div className="flex flex-col gap-4">
      {state.matches({ drafting: 'returned' }) && <ReturnedPayment />}
      <SetAsideDrafts
        drafts={state.context.aside}
        nameOf={(draft) => nameOf(draft, locale)}
        onContinue={(draft) => payment.send({ type: 'draft.continued', draft })}
        onDrop={(draft) => payment.send({ type: 'draft.dropped', draft })}
      />
      <FormSummary
        context={lookupsFrom === undefined ? state.context : { ...state.context, failure: null }}
        order={['to', 'amount', 'token']}
        refusal="common:errors.general"
        told={{ amount: advice?.text ?? amountError }}
      />
      <RefusalMoment failure={state.context.failure} />
      {mustSave && !isSaved && /^0x/i.test(values.to.trim()) && (
        <div>
          <LinkButton href={savingAddress(values.to.trim(), values.token)}>
            {t('transactions:payment.saveAddress')}
          </LinkButton>
        </div>
      )}
      <Form onSubmit={() => payment.send({ type: 'quote.requested' })}>
        <Card className="flex flex-col gap-5">
          <RecipientField
            payment={payment}
            token={values.token}
            field={
              to.error !== undefined && lookupsFrom !== undefined
                ? {
                    ...to,
                    error: t('transactions:payment.toThrottled', { time: timeText(lookupsFrom, locale) }),
                  }
                : to
            }
            onChange={(to) => change({ to })}
            recipients={recipients}
            tokens={balances}
          />
          <div className="amount-row">
            <TypedAmountField
              {...field('amount')}
              error={amountError}
              symbol={values.token}
              label={t('transactions:payment.amount')}
              placeholder="0"
              onChange={(amount) => change({ amount, most: '' })}
              advice={
                // Only the server knows whom an address belongs to: a payment to another account is free, in any amount.
                advice && entry === 'send' && !guess?.isForAll && !state.context.refused.amount
                  ? { ...advice, text: `${advice.text} ${t('transactions:advice.outside')}`, isHint: true }
                  : advice
              }
              description={values.most === 'yes' ? t('transactions:payment.mostHelp') : availableText}
              shares={shares}
            />
            <Select
              id="field-token"
              label={t('transactions:payment.token')}
              options={options}
              value={values.token}
              error={field('token').error}
              onChange={chooseToken}
            />
          </div>
          <Terms token={values.token} balance={balance} limits={limits} isComing={isComing} guess={guess} />
        </Card>
        <SubmitRow
          label={t('transactions:payment.request')}
          busyLabel={t('transactions:payment.requesting')}
          isBusy={state.matches('reviewing')}
          isSlow={isSlow}
          secondsLeft={null}
          reason={hindrance ? t(`transactions:hindrance.${hindrance}`, { token: values.token }) : undefined}
          onCancel={resume}
        />
      </Form>
    </div>
  );
}

/** From when names can be looked up again (RFC 3339). Shown at the recipient, because an address needs no lookup. */
function lookupsUsedUpUntil(failure: Failure | null): string | undefined {
  return failure?.code === 'RATE_LIMITED' && failure.fields.to ? failure.until : undefined;
}

interface TermsProps {
  token: string;
  balance: WalletToken | undefined;
  limits: LeavingLimits | null;
  /** Whether balance and limits are still being read: their lines keep the place of the button. */
  isComing: boolean;
  guess: ReturnType<typeof estimatePayment>;
}

/** The limit and the costs of a payment to an outside address. */
function Terms({ token, balance, limits, isComing, guess }: TermsProps) {
  const { t } = useTexts('transactions');
  const isOff = balance?.withdrawals_enabled === false;
  const fee = balance?.withdrawal_fee ?? null;
  return (
    <>
      {limits && <LeavingLimit limits={limits} />}
      {isComing && <div data-keeps="limits" className={limitLines} />}
      {isOff && <p className="text-sm">{t('transactions:payment.outsideOff', { token })}</p>}
      {!isOff && (isComing || fee !== null) && <Costs token={token} fee={fee} guess={guess} />}
    </>
  );
}

interface CostsProps {
  token: string;
  /** Null while it is read. */
  fee: string | null;
  /** Null while there is no amount. */
  guess: ReturnType<typeof estimatePayment>;
}

/** The current fee, the received and the deducted amount, as a quote would state them. */
function Costs({ token, fee, guess }: CostsProps) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const money = (value: string) => (
    <Amount value={value} token={token} locale={locale} labels={amountLabels} />
  );
  return (
    <Facts>
      <Fact
        term={t('transactions:flow.fee')}
        note={
          !guess?.isFree && (
            <dd className="w-full text-muted text-sm">{t('transactions:payment.feeOutside')}</dd>
          )
        }
      >
        {fee === null ? <Skeleton className="h-6 w-24" /> : money(guess?.isFree ? guess.fee : fee)}
      </Fact>
      {guess && (
        <>
          <Fact term={t('transactions:payment.receives')}>{money(guess.amount)}</Fact>
          <Fact term={t('transactions:payment.leaves')}>{money(guess.total)}</Fact>
        </>
      )}
    </Facts>
  );
}

/** The name of a draft: its amount, or its recipient when it has no amount. */
function nameOf({ values: { amount = '', token = '', to = '' } }: SetAside, locale: string): string | null {
  if (amount.trim() !== '') return `${typedText(amount, locale).trim()} ${token}`;
  return /^0x/i.test(to) && to.length > 12 ? `${to.slice(0, 6)}…${to.slice(-4)}` : to || null;
}
