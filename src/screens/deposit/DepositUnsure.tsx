import { CircleHelp } from 'lucide-react';
import { exactText } from '../../../contract/amountParts.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { StepTitle } from '../../components/base/StepTitle.tsx';
import type { WalletDepositRef, WalletDepositSnapshot } from '../../machines/deposit/walletDepositMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { ProblemNote } from './ProblemNote.tsx';
import { TransferFacts } from './TransferFacts.tsx';

interface Props {
  state: WalletDepositSnapshot;
  deposit: WalletDepositRef;
}

/** Shown when it is unknown whether the wallet sent the transfer: says where to look before sending it again. */
export function DepositUnsure({ state, deposit }: Props) {
  const { t, locale } = useTexts('transactions');
  const { sent, problem, offer } = state.context;
  if (!sent) return null;
  const { amount, token, network, account, to } = sent;
  return (
    <Card className="flex flex-col gap-5 border-wait">
      <div className="flex gap-3">
        <CircleHelp {...iconProps} className="mt-1 shrink-0 text-wait" />
        <StepTitle key="unsure">{t('transactions:byWallet.unsure')}</StepTitle>
      </div>
      {problem && offer && <ProblemNote problem={problem} offer={offer} />}
      <p>{t('transactions:byWallet.unsureText', { amount: exactText(amount, locale), token })}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5">
        <li>{t('transactions:byWallet.checkActivity')}</li>
        <li>{t('transactions:byWallet.checkRequest')}</li>
        <li>{t('transactions:byWallet.checkDeposits')}</li>
      </ul>
      <TransferFacts token={token} network={network} from={account} to={to} />
      <div className="flex flex-wrap gap-2">
        <LinkButton href={`/transactions/history?${new URLSearchParams({ kind: 'deposit', token })}`}>
          {t('transactions:flow.toHistory')}
        </LinkButton>
        <Button variant="secondary" onPress={() => deposit.send({ type: 'flow.restarted' })}>
          {t('transactions:byWallet.wasSent')}
        </Button>
        <Button variant="secondary" onPress={() => deposit.send({ type: 'transfer.denied' })}>
          {t('transactions:byWallet.notSent')}
        </Button>
      </div>
    </Card>
  );
}
