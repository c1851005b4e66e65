import { CircleAlert, CircleCheck, Globe, UserRound } from 'lucide-react';
import type { TransactionQuote } from '../../../contract/transactions.ts';
import { type Icon, iconProps } from '../../components/base/icon.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  recipient: TransactionQuote['recipient'];
}

/** What is known of the one who would be paid. */
export function RecipientFacts({ recipient: { is_account, first_time } }: Props) {
  const { t } = useTexts('transactions');
  return (
    <ul className="flex flex-col gap-1 text-sm">
      <Line icon={first_time ? CircleAlert : CircleCheck} tone={first_time ? 'text-wait' : 'text-gain'}>
        {t(first_time ? 'transactions:recipient.first' : 'transactions:recipient.paid')}
      </Line>
      <Line icon={is_account ? UserRound : Globe} tone="text-muted">
        {t(is_account ? 'transactions:recipient.account' : 'transactions:recipient.network')}
      </Line>
    </ul>
  );
}

function Line({ icon: Glyph, tone, children }: { icon: Icon; tone: string; children: string }) {
  return (
    <li className="flex gap-2">
      <Glyph {...iconProps} size={16} className={`mt-0.5 shrink-0 ${tone}`} />
      {children}
    </li>
  );
}
