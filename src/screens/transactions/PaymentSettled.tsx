import { CircleCheck } from 'lucide-react';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { PaymentKind, PaymentRef, PaymentSnapshot } from '../../machines/money/paymentMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { Timeline } from '../history/Timeline.tsx';
import { exactText } from '../money/amountText.ts';
import { PaymentFacts } from './PaymentFacts.tsx';

interface Props {
  kind: PaymentKind;
  payment: PaymentRef;
  state: PaymentSnapshot;
}

/** What changed, where it is now and what can come next: said only when the server has said so. */
export function PaymentSettled({ kind, payment, state }: Props) {
  const { t, locale } = useTexts('transactions');
  const { result } = state.context;
  const isSend = kind === 'send';
  // A payment to another account is complete at once.
  const isThere = result?.status === 'completed';
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex gap-3">
        <CircleCheck {...iconProps} className="mt-1 shrink-0 text-gain" />
        <StepTitle>
          {t(isSend || isThere ? 'transactions:payment.settledSend' : 'transactions:payment.settledWithdraw')}
        </StepTitle>
      </div>
      {result ? (
        <>
          <p>
            {isThere
              ? t('transactions:payment.arrived', {
                  amount: exactText(result.amount, locale),
                  token: result.token,
                })
              : result.status === 'failed' || result.status === 'cancelled'
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
          <PaymentFacts kind={kind} payment={result} />
        </>
      ) : (
        <p>{t('transactions:payment.settledUnread')}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onPress={() => payment.send({ type: 'flow.restarted' })}>
          {t(isSend ? 'transactions:payment.againSend' : 'transactions:payment.againWithdraw')}
        </Button>
        <LinkButton href={result ? `/transactions/history?id=${result.id}` : '/transactions/history'}>
          {t('transactions:payment.toHistory')}
        </LinkButton>
        <LinkButton href="/wallet" variant="quiet">
          {t('transactions:payment.toWallet')}
        </LinkButton>
      </div>
    </Card>
  );
}
