import { useSelector } from '@xstate/react';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { WalletConnectionRef } from '../../machines/deposit/walletConnectionMachine.ts';
import type { DepositOffer } from '../../machines/deposit/walletDeposit.ts';
import { useTexts } from '../core/useTexts.ts';
import { Outcome } from '../signInMethods/Outcome.tsx';
import { WalletList } from '../signInMethods/WalletList.tsx';
import { problemKeys, problemValues } from './problemWords.ts';
import { Waiting } from './Waiting.tsx';

interface Props {
  offer: DepositOffer;
  connection: WalletConnectionRef;
}

/** Chooses the wallet, its account, and the right network. */
export function ConnectWallet({ offer, connection }: Props) {
  const { t } = useTexts('transactions');
  const state = useSelector(connection, (snapshot) => snapshot);
  const { wallets, wallet, problem } = state.context;
  const name = wallet?.name ?? t('auth:wallet.unnamed');
  const network = offer.chain.name;
  const want = () => connection.send({ type: 'wallet.wanted' });
  const leave = () => connection.send({ type: 'wallet.left' });
  if (state.matches('failed') && problem) {
    const { sentence, next } = problemKeys(problem);
    const values = problemValues(offer);
    return (
      <Card>
        <Outcome
          tone="loss"
          title={t(sentence, values)}
          actions={
            <>
              <Button isWide onPress={want}>
                {t('common:actions.tryAgain')}
              </Button>
              {wallets.length > 1 && (
                <Button isWide variant="quiet" onPress={leave}>
                  {t('transactions:byWallet.changeWallet')}
                </Button>
              )}
            </>
          }
        >
          {t(next, values)}
        </Outcome>
      </Card>
    );
  }
  if (state.matches('offered')) {
    return (
      <Card className="flex flex-col gap-4">
        <StepTitle>{t('transactions:byWallet.title')}</StepTitle>
        <p className="text-muted">{t('transactions:byWallet.connectText')}</p>
        <Button isWide onPress={want}>
          {t('transactions:byWallet.connect')}
        </Button>
      </Card>
    );
  }
  if (state.matches('choosing')) {
    return (
      <Card className="flex flex-col gap-4">
        <StepTitle key="choosing">{t('auth:wallet.choose')}</StepTitle>
        <WalletList wallets={wallets} onPick={(id) => connection.send({ type: 'wallet.picked', id })} />
      </Card>
    );
  }
  return (
    <Card className="flex flex-col gap-4">
      <StepTitle key="connecting">{t('transactions:byWallet.title')}</StepTitle>
      <Waiting>
        {state.matches('switching')
          ? t('transactions:byWallet.switching', { name, network })
          : state.matches('adding')
            ? t('transactions:byWallet.adding', { name, network })
            : state.matches('connecting')
              ? t('auth:wallet.connecting', { name })
              : t('auth:wallet.discovering')}
      </Waiting>
      {state.hasTag('waiting') && (
        <Button variant="quiet" isWide onPress={leave}>
          {t('common:actions.cancel')}
        </Button>
      )}
    </Card>
  );
}
