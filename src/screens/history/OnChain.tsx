import { isFinal, type StatusTable, transactionSteps } from '../../../contract/statuses.ts';
import type { Transaction } from '../../../contract/transactions.ts';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { ProgressBar } from '../../components/base/ProgressBar.tsx';
import { ExplorerLink } from '../core/ExplorerLink.tsx';
import { useTexts } from '../core/useTexts.ts';
import { shortAddress } from './moves.ts';

const table: StatusTable = transactionSteps;

/** The confirmations that a transaction waits for; null when it waits for none. */
export function awaitedConfirmations({ status, confirmations }: Transaction) {
  return isFinal(table, status) ? null : (confirmations ?? null);
}

/** The progress of a transaction's confirmations. */
export function ConfirmationsBar({ transaction }: { transaction: Transaction }) {
  const { t } = useTexts('transactions');
  const awaited = awaitedConfirmations(transaction);
  if (!awaited) return null;
  const { seen, needed } = awaited;
  return (
    <ProgressBar
      label={t('transactions:details.confirmations')}
      value={seen}
      maximum={needed}
      valueLabel={t('common:confirmations', { seen, count: needed })}
    />
  );
}

/** Where a transaction is on the network: its confirmations while they are awaited, its hash in short, and its page in an explorer. */
export function OnChain({ transaction }: { transaction: Transaction }) {
  const { t } = useTexts('transactions');
  const { tx_hash: hash, explorer_url: url } = transaction;
  return (
    <>
      <ConfirmationsBar transaction={transaction} />
      {hash !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="flex flex-col">
            <span className="text-muted text-sm">{t('transactions:details.hash')}</span>
            <span className="font-mono text-sm">
              <span className="sr-only">{hash}</span>
              <span aria-hidden>{shortAddress(hash)}</span>
            </span>
          </span>
          <CopyButton
            value={hash}
            label={t('transactions:copy.hash')}
            copiedLabel={t('transactions:copy.done')}
            failedLabel={t('transactions:copy.failed')}
          />
          <ExplorerLink url={url} />
        </div>
      )}
    </>
  );
}
