import { AtSign, BookUser, CircleAlert, CircleCheck, Globe, Hourglass, UserRound } from 'lucide-react';
import { exactText } from '../../../contract/amountParts.ts';
import { valueToken } from '../../../contract/tokens.ts';
import type { TransactionQuote } from '../../../contract/transactions.ts';
import { type Icon, iconProps } from '../../components/base/icon.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  recipient: TransactionQuote['recipient'];
}

/** What is known about the recipient. */
export function RecipientFacts({ recipient }: Props) {
  const { t, locale } = useTexts('transactions');
  const { is_account, first_time, label, usable_from: until, allowance, person } = recipient;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {person != null && (
        <Line icon={AtSign} tone="text-ink">
          {person.name === null
            ? t('transactions:recipient.asked', { asked: person.asked })
            : t('transactions:recipient.person', { asked: person.asked, name: person.name })}
        </Line>
      )}
      {label != null && (
        <Line icon={BookUser} tone="text-gain">
          {label}
        </Line>
      )}
      <Line icon={first_time ? CircleAlert : CircleCheck} tone={first_time ? 'text-wait' : 'text-gain'}>
        {t(first_time ? 'transactions:recipient.first' : 'transactions:recipient.paid')}
      </Line>
      {until != null && allowance && (
        <Line icon={Hourglass} tone="text-wait">
          {t(label == null ? 'transactions:recipient.newUnsaved' : 'transactions:recipient.newSaved', {
            time: instantText(until, locale),
            limit: exactText(allowance.limit, locale),
            left: exactText(allowance.left, locale),
            currency: valueToken.symbol,
          })}
        </Line>
      )}
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
      <span className="min-w-0 break-words">{children}</span>
    </li>
  );
}
