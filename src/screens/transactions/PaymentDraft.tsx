import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { tokenSymbols } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { AmountField } from '../../components/fields/AmountField.tsx';
import { Form } from '../../components/fields/Form.tsx';
import { Select } from '../../components/fields/Select.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { SetAside } from '../../machines/core/savedFlow.ts';
import {
  type PaymentKind,
  type PaymentRef,
  type PaymentSnapshot,
  type PaymentValues,
  paymentHindrance,
  withPaymentToken,
} from '../../machines/money/paymentMachine.ts';
import type { PaymentWalletRef } from '../../machines/money/transactionsArea.ts';
import { FormSummary, useFields } from '../core/formView.tsx';
import { SubmitRow } from '../core/SubmitRow.tsx';
import { useTexts } from '../core/useTexts.ts';
import { exactText } from '../money/amountText.ts';
import { ReturnedPayment } from '../money/ReturnedPayment.tsx';
import { SetAsideDrafts } from '../money/SetAsideDrafts.tsx';
import { useShares } from '../money/useShares.ts';
import { LeavingLimit } from './LeavingLimit.tsx';

interface Props {
  kind: PaymentKind;
  payment: PaymentRef;
  state: PaymentSnapshot;
  wallet: PaymentWalletRef;
  isHidden: boolean;
}

/** How much of what, and to whom. */
export function PaymentDraft({ kind, payment, state, wallet, isHidden }: Props) {
  const { t, locale } = useTexts('transactions');
  const { values } = state.context;
  const balances = useSelector(wallet, (snapshot) => snapshot.context.data?.tokens ?? null);
  const limits = useSelector(wallet, (snapshot) => snapshot.context.data?.limits ?? null);
  const balance = balances?.find(({ symbol }) => symbol === values.token);
  const options = useMemo(
    () =>
      (balances?.map(({ symbol }) => symbol) ?? tokenSymbols).map((symbol) => ({
        value: symbol,
        label: symbol,
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
    useCallback((amount, isAll) => change({ amount, most: isAll ? 'yes' : '' }), [change]),
  );
  const chooseToken = useCallback(
    (token: string) => change(withPaymentToken(payment.getSnapshot().context.values, token)),
    [payment, change],
  );
  const isSlow = useSelector(state.children.quoteReview, (review) => review?.hasTag('slow') ?? false);
  const hindrance = paymentHindrance(kind, state);

  return (
    <div className="flex flex-col gap-4">
      {state.matches({ drafting: 'returned' }) && <ReturnedPayment />}
      <SetAsideDrafts
        drafts={state.context.aside}
        nameOf={nameOf}
        onContinue={(draft) => payment.send({ type: 'draft.continued', draft })}
        onDrop={(draft) => payment.send({ type: 'draft.dropped', draft })}
      />
      <FormSummary
        context={state.context}
        order={['token', 'amount', 'to']}
        refusal="common:errors.general"
      />
      <Form onSubmit={() => payment.send({ type: 'quote.requested' })}>
        <Card className="flex flex-col gap-5">
          <div className="grid gap-3 sm:grid-cols-[1fr_9rem] sm:items-start">
            <AmountField
              {...field('amount')}
              label={t('transactions:payment.amount')}
              placeholder="0"
              onChange={(amount) => change({ amount, most: '' })}
              description={
                values.most === 'yes'
                  ? t('transactions:payment.mostHelp')
                  : balance
                    ? t('transactions:flow.available', {
                        amount: isHidden ? '••••••' : exactText(balance.available, locale),
                        token: values.token,
                      })
                    : t('transactions:flow.balancesUnknown')
              }
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
          {limits && <LeavingLimit limits={limits} />}
          <TextField
            {...field('to')}
            label={t('transactions:payment.to')}
            description={t(
              kind === 'send' ? 'transactions:payment.toHelp' : 'transactions:payment.toHelpWithdraw',
            )}
            placeholder="0x"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck="false"
          />
        </Card>
        <SubmitRow
          label={t(
            kind === 'send' ? 'transactions:payment.requestSend' : 'transactions:payment.requestWithdraw',
          )}
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

/** By its amount; by its recipient, while it has none. */
function nameOf({ values: { amount = '', token = '', to = '' } }: SetAside): string | null {
  if (amount.trim() !== '') return `${amount.trim()} ${token}`;
  return to.length > 12 ? `${to.slice(0, 6)}…${to.slice(-4)}` : to || null;
}
