import { useSelector } from '@xstate/react';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { exactText } from '../../../contract/amountParts.ts';
import { isTokenSymbol } from '../../../contract/tokens.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { isLate } from '../../machines/deposit/depositTrackingMachine.ts';
import type { WalletDepositRef, WalletDepositSnapshot } from '../../machines/deposit/walletDepositMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { awaitedConfirmations, ConfirmationsBar } from '../history/OnChain.tsx';
import { Waiting } from './Waiting.tsx';

interface Props {
  state: WalletDepositSnapshot;
  deposit: WalletDepositRef;
}

/** A transfer that the wallet has sent: on its way, then credited or failed. */
export function DepositFollowed({ state, deposit: flow }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { sent, deposit } = state.context;
  if (!sent) return null;
  return (
    <Card className="flex flex-col gap-5">
      {state.matches('settled') && deposit ? (
        <Ended deposit={deposit} />
      ) : (
        <>
          <StepTitle key="following">{t('transactions:byWallet.following')}</StepTitle>
          <Amount value={sent.amount} token={sent.token} locale={locale} labels={amountLabels} />
          <OnItsWay state={state} />
        </>
      )}
      <Facts>
        <Fact term={t('transactions:details.hash')} isTall>
          <MonoGroups value={sent.hash ?? ''} />
        </Fact>
        <Fact term={t('transactions:receive.network')}>{sent.network}</Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        {deposit?.status === 'completed' && isTokenSymbol(sent.token) && (
          <LinkButton variant="primary" href={`/exchange?${new URLSearchParams({ from: sent.token })}`}>
            {t('transactions:byWallet.exchange', { token: sent.token })}
          </LinkButton>
        )}
        {deposit && (
          <LinkButton href={`/transactions/history?id=${deposit.id}`}>
            {t('transactions:payment.toHistory')}
          </LinkButton>
        )}
        <Button variant="secondary" onPress={() => flow.send({ type: 'flow.restarted' })}>
          {t('transactions:byWallet.again')}
        </Button>
      </div>
    </Card>
  );
}

function Ended({ deposit: { status, amount, token, reason, note } }: { deposit: Transaction }) {
  const { t, locale } = useTexts('transactions');
  const isCredited = status === 'completed';
  const Mark = isCredited ? CircleCheck : CircleAlert;
  return (
    <>
      <div className="flex gap-3">
        <Mark {...iconProps} className={`mt-1 shrink-0 ${isCredited ? 'text-gain' : 'text-loss'}`} />
        <StepTitle key="ended">
          {t(isCredited ? 'transactions:byWallet.credited' : 'transactions:byWallet.notCredited')}
        </StepTitle>
      </div>
      <p>
        {isCredited
          ? t('transactions:byWallet.creditedText', { amount: exactText(amount, locale), token })
          : reason == null && note !== null
            ? note
            : t(`transactions:reasons.${reason ?? 'unknown'}`, { token })}
      </p>
    </>
  );
}

/** The deposit before it is credited: not in the history yet, or with its confirmations. */
function OnItsWay({ state }: { state: WalletDepositSnapshot }) {
  const { t } = useTexts('transactions');
  const late = useSelector(
    state.children.depositTracking,
    (tracking) => tracking !== undefined && isLate(tracking),
  );
  const { deposit } = state.context;
  if (!deposit) {
    return (
      <Waiting>{t(late ? 'transactions:byWallet.late' : 'transactions:byWallet.followingText')}</Waiting>
    );
  }
  const awaited = awaitedConfirmations(deposit);
  if (!awaited) return <Waiting>{t('transactions:byWallet.followingText')}</Waiting>;
  return (
    <>
      <p>
        {deposit.reason
          ? t(`transactions:reasons.${deposit.reason}`, { token: deposit.token })
          : t('transactions:byWallet.coming', { needed: awaited.needed })}
      </p>
      <ConfirmationsBar transaction={deposit} />
    </>
  );
}
