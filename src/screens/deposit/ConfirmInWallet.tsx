import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import type { DepositOffer } from '../../machines/deposit/walletDeposit.ts';
import type { WalletDepositRef, WalletDepositSnapshot } from '../../machines/deposit/walletDepositMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { TransferFacts } from './TransferFacts.tsx';
import { Waiting } from './Waiting.tsx';

interface Props {
  offer: DepositOffer;
  state: WalletDepositSnapshot;
  deposit: WalletDepositRef;
}

/** Shown while the person confirms in the wallet: the transfer as the wallet was asked to send it, for comparison. */
export function ConfirmInWallet({ state, deposit }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { sent, wallet } = state.context;
  if (!sent) return null;
  const { amount, token, network, account, to } = sent;
  return (
    <Card className="flex flex-col gap-5">
      <StepTitle>
        {t('transactions:byWallet.asking', { name: wallet?.name ?? t('auth:wallet.unnamed') })}
      </StepTitle>
      <Amount value={amount} token={token} locale={locale} labels={amountLabels} />
      <p>{t('transactions:byWallet.askingText')}</p>
      <TransferFacts token={token} network={network} from={account} to={to} />
      <Waiting>{t('transactions:byWallet.waiting')}</Waiting>
      <Button variant="quiet" isWide onPress={() => deposit.send({ type: 'transfer.left' })}>
        {t('transactions:byWallet.leave')}
      </Button>
    </Card>
  );
}
