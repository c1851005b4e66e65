import { CircleCheck, CircleX } from 'lucide-react';
import { exactText } from '../../../contract/amountParts.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { classes } from '../../components/base/classes.ts';
import { Facts } from '../../components/base/Facts.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { QuietActions } from '../../components/base/QuietActions.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { savingAddress } from '../../machines/addressBook/addressBookQuery.ts';
import { type PaymentRef, type PaymentSnapshot, paymentKindOf } from '../../machines/money/paymentMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { OnChain } from '../history/OnChain.tsx';
import { Timeline } from '../history/Timeline.tsx';
import { PaymentFacts, ReceivedAmount } from './PaymentFacts.tsx';

interface Props {
  payment: PaymentRef;
  state: PaymentSnapshot;
}

/** The outcome of a payment and the possible next actions, shown only when the server has confirmed it. */
export function PaymentSettled({ payment, state }: Props) {
  const { t, locale } = useTexts('transactions');
  const { quote, result } = state.context;
  const isSend = paymentKindOf(result ?? quote) === 'send';
  // A payment to another account is completed at once.
  const isThere = result?.status === 'completed';
  const isStopped = result?.status === 'failed' || result?.status === 'cancelled';
  const settledTitle =
    isSend || isThere ? 'transactions:payment.settledSend' : 'transactions:payment.settledWithdraw';
  const stoppedTitle = isSend ? 'transactions:payment.stoppedSend' : 'transactions:payment.stoppedWithdraw';
  const [Mark, tone] = isStopped ? ([CircleX, 'text-loss'] as const) : ([CircleCheck, 'text-gain'] as const);
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex gap-3">
        <Mark {...iconProps} className={classes('mt-1 shrink-0', tone)} />
        <StepTitle>{t(isStopped ? stoppedTitle : settledTitle)}</StepTitle>
      </div>
      {result ? (
        <>
          {!isStopped && (
            <Facts>
              <ReceivedAmount payment={result} />
            </Facts>
          )}
          <p role="status">
            {isThere
              ? t('transactions:payment.arrived', {
                  amount: exactText(result.amount, locale),
                  token: result.token,
                })
              : isStopped
                ? t('transactions:payment.notDelivered', {
                    amount: exactText(result.amount, locale),
                    token: result.token,
                  })
                : t('transactions:payment.onItsWay', {
                    amount: exactText(result.total, locale),
                    token: result.token,
                  })}
          </p>
          <Timeline transaction={result} />
          <OnChain transaction={result} />
          <PaymentFacts payment={result} isRest={!isStopped} />
        </>
      ) : (
        <p>{t('transactions:payment.settledUnread')}</p>
      )}
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        <Button
          onPress={() => {
            // The button disappears with the receipt, so the focus moves to the page's title.
            document.getElementById('page-title')?.focus();
            payment.send({ type: 'flow.restarted' });
          }}
        >
          {t('transactions:payment.again')}
        </Button>
        <LinkButton href={result ? `/transactions/history?id=${result.id}` : '/transactions/history'}>
          {t('transactions:payment.toHistory')}
        </LinkButton>
        <QuietActions>
          {result?.counterparty != null && (
            <LinkButton href={savingAddress(result.counterparty, result.token)} variant="quiet">
              {t('transactions:payment.saveAddress')}
            </LinkButton>
          )}
          <LinkButton href="/wallet" variant="quiet">
            {t('transactions:payment.toWallet')}
          </LinkButton>
        </QuietActions>
      </div>
    </Card>
  );
}
