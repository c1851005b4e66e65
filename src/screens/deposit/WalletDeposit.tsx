import { useSelector } from '@xstate/react';
import { Card } from '../../components/base/Card.tsx';
import { Failure } from '../../components/base/Failure.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { takeLostFocus } from '../../components/base/takeLostFocus.ts';
import type { DepositAddressRef } from '../../machines/deposit/walletDepositArea.ts';
import type { WalletDepositRef, WalletDepositSnapshot } from '../../machines/deposit/walletDepositMachine.ts';
import { transactionsAddress } from '../../machines/money/transactionsQuery.ts';
import { FlowSteps } from '../core/FlowSteps.tsx';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useTexts } from '../core/useTexts.ts';
import { OpenElsewhere } from '../money/OpenElsewhere.tsx';
import { ConfirmInWallet } from './ConfirmInWallet.tsx';
import { ConnectWallet } from './ConnectWallet.tsx';
import { DepositDraft } from './DepositDraft.tsx';
import { DepositFollowed } from './DepositFollowed.tsx';
import { DepositUnsure } from './DepositUnsure.tsx';

interface Props {
  token: string;
  deposit: WalletDepositRef;
  address: DepositAddressRef;
}

/** A deposit from a browser wallet, in place of the address. */
export function WalletDeposit({ token, deposit, address }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(deposit, (snapshot) => snapshot);
  return (
    <div className="flex flex-col gap-4">
      <Steps state={state} />
      <Step token={token} state={state} deposit={deposit} address={address} />
      <div>
        <LinkButton href={transactionsAddress('receive', token)} variant="quiet">
          {t('transactions:byWallet.toAddress')}
        </LinkButton>
      </div>
    </div>
  );
}

interface StepProps extends Props {
  state: WalletDepositSnapshot;
}

function Step({ token, state, deposit, address }: StepProps) {
  if (state.matches('openElsewhere')) {
    return <OpenElsewhere flow="deposit" onTakeOver={() => deposit.send({ type: 'takeover.requested' })} />;
  }
  if (state.matches('following') || state.matches('settled')) {
    return <DepositFollowed state={state} deposit={deposit} />;
  }
  if (state.hasTag('unsure')) return <DepositUnsure state={state} deposit={deposit} />;
  const { offer } = state.context;
  if (!offer || state.matches('claiming') || state.matches('awaitingOffer')) {
    return (
      <div
        key="awaiting"
        ref={state.matches('claiming') ? null : takeLostFocus}
        tabIndex={-1}
        className="focus-elsewhere"
      >
        <Awaiting token={token} address={address} />
      </div>
    );
  }
  if (state.matches('sending')) return <ConfirmInWallet offer={offer} state={state} deposit={deposit} />;
  const connection = state.children.walletConnection;
  if (state.matches('connecting') && connection)
    return <ConnectWallet offer={offer} connection={connection} />;
  return <DepositDraft offer={offer} state={state} deposit={deposit} />;
}

/** Shown until the person's address is read; without it the wallet is not asked for anything. */
function Awaiting({ token, address }: Pick<Props, 'token' | 'address'>) {
  const { t } = useTexts('transactions');
  const { data, dataKey, failure } = useSelector(address, (snapshot) => snapshot.context);
  const isBusy = useSelector(address, (snapshot) => snapshot.hasTag('busy') && !snapshot.hasTag('slow'));
  if (data && dataKey === token && !data.chain) {
    return (
      <Failure title={t('transactions:byWallet.unavailable', { token })}>
        {t('transactions:byWallet.unavailableText', { token })}
      </Failure>
    );
  }
  if (failure || (!isBusy && dataKey !== token)) {
    return (
      <ReadFailure
        failure={failure}
        title={t('transactions:receive.failed')}
        isRetrying={isBusy}
        onRetry={() => address.send({ type: 'refresh.requested' })}
      />
    );
  }
  return (
    <Card>
      <p role="status" className="sr-only">
        {t('transactions:receive.loading')}
      </p>
      <Skeleton className="h-64" />
    </Card>
  );
}

const order = ['wallet', 'amount', 'network', 'done'] as const;

/** The number of the current step; one more than the last step when the deposit has ended. */
function stepOf(state: WalletDepositSnapshot): number {
  if (state.matches('settled')) return order.length;
  if (state.matches('following')) return 2;
  const isAmount = state.matches('drafting') || state.matches('checking') || state.matches('sending');
  return isAmount || state.matches('unsure') ? 1 : 0;
}

function Steps({ state }: { state: WalletDepositSnapshot }) {
  const { t } = useTexts('transactions');
  const hasFailed = state.matches('settled') && state.context.deposit?.status !== 'completed';
  return (
    <FlowSteps
      steps={order.map((id) => ({ id, label: t(`transactions:byWallet.steps.${id}`) }))}
      past={stepOf(state)}
      failed={hasFailed ? 'done' : null}
    />
  );
}
