import { TriangleAlert } from 'lucide-react';
import type { TransactionQuote } from '../../../contract/transactions.ts';
import { Button } from '../../components/base/Button.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { ComparedAddresses } from '../../components/money/ComparedAddresses.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  quote: Pick<TransactionQuote, 'to' | 'recipient'>;
  /** Whether the person still has to confirm that they compared the addresses. */
  isOpen: boolean;
  onCompared: () => void;
}

/** Warns that the recipient's address resembles a known one; the payment waits until the person has compared both. */
export function LookAlike({ quote: { to, recipient }, isOpen, onCompared }: Props) {
  const { t } = useTexts('transactions');
  if (recipient.looks_like === null) return null;
  return (
    <div
      role={isOpen ? 'alert' : undefined}
      className="flex flex-col items-start gap-3 rounded-card border border-loss p-4"
    >
      <p className="flex gap-2 font-semibold">
        <TriangleAlert {...iconProps} className="mt-0.5 shrink-0 text-loss" />
        {t('transactions:recipient.lookAlike')}
      </p>
      <p>{t('transactions:recipient.lookAlikeText')}</p>
      <ComparedAddresses
        labels={{
          first: t('transactions:recipient.paying'),
          second: t('transactions:recipient.knows'),
          differs: t('transactions:recipient.differs'),
        }}
        first={to}
        second={recipient.looks_like}
      />
      {isOpen ? (
        <Button variant="secondary" onPress={onCompared}>
          {t('transactions:recipient.compared')}
        </Button>
      ) : (
        <p className="text-muted text-sm">{t('transactions:recipient.comparedDone')}</p>
      )}
    </div>
  );
}
