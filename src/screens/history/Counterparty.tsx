import type { Transaction } from '../../../contract/transactions.ts';
import { useTexts } from '../core/useTexts.ts';
import { shortAddress } from './moves.ts';

/** The other side of a transaction, as far as it is known: a person of another account, or an address. */
export function Counterparty({ transaction }: { transaction: Pick<Transaction, 'sender' | 'counterparty'> }) {
  const { t } = useTexts('transactions');
  const { sender, counterparty } = transaction;
  if (sender) return <span dir="auto">{sender.name ?? t('transactions:recipient.ofAccount')}</span>;
  return counterparty && <span className="font-mono">{shortAddress(counterparty)}</span>;
}
