import { CircleAlert } from 'lucide-react';
import { iconProps } from '../../components/base/icon.ts';
import type { DepositOffer } from '../../machines/deposit/walletDeposit.ts';
import type { WalletDepositProblem } from '../../machines/deposit/walletProblem.ts';
import { useTexts } from '../core/useTexts.ts';
import { problemKeys, problemValues } from './problemWords.ts';

interface Props {
  problem: WalletDepositProblem;
  offer: DepositOffer;
}

/** Why the wallet refused, above the form. */
export function ProblemNote({ problem, offer }: Props) {
  const { t } = useTexts('transactions');
  const { sentence, next } = problemKeys(problem);
  const values = problemValues(offer);
  return (
    <div role="alert" className="flex gap-3 rounded-card border border-loss p-3">
      <CircleAlert {...iconProps} className="shrink-0 text-loss" />
      <div className="flex min-w-0 flex-col gap-1">
        <p className="font-medium">{t(sentence, values)}</p>
        <p className="text-muted text-sm">{t(next, values)}</p>
      </div>
    </div>
  );
}
