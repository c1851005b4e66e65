import type { Transaction } from '../../../contract/transactions.ts';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Rate } from '../../components/money/Rate.tsx';
import { ExplorerLink } from '../core/ExplorerLink.tsx';
import { useTexts } from '../core/useTexts.ts';
import { MovedAmount } from './MovedAmount.tsx';
import { sidesOf, statusTones } from './moves.ts';
import { ConfirmationsBar } from './OnChain.tsx';
import { Timeline } from './Timeline.tsx';

interface Props {
  transaction: Transaction;
  isHidden: boolean;
}

/** Whose address a transaction of a kind shows. Another kind leaves it open. */
const counterpartyTerms: {
  readonly [Kind in Transaction['kind']]?: 'transactions:details.sender' | 'transactions:payment.recipient';
} = {
  deposit: 'transactions:details.sender',
  receive: 'transactions:details.sender',
  send: 'transactions:payment.recipient',
  withdraw: 'transactions:payment.recipient',
};

export function TransactionFacts({ transaction, isHidden }: Props) {
  const { t, locale, amountLabels } = useTexts('transactions');
  const { id, status, token, amount, fee, total, counterparty, tx_hash, note, confirmations } = transaction;
  const { reason = null, sender } = transaction;
  const why = reason === null ? note : t(`transactions:reasons.${reason}`, { token });
  const copyLabels = {
    label: t('transactions:copy.action'),
    copiedLabel: t('transactions:copy.done'),
    failedLabel: t('transactions:copy.failed'),
  };
  const sides = sidesOf(transaction);
  const money = (value: string, of = token) => (
    <Amount value={value} token={of} locale={locale} labels={amountLabels} isHidden={isHidden} />
  );
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <MovedAmount transaction={transaction} isHidden={isHidden} size="xl" />
        <StatusBadge tone={statusTones[status]}>{t(`transactions:statuses.${status}`)}</StatusBadge>
      </div>
      <Timeline transaction={transaction} />
      <ConfirmationsBar transaction={transaction} />
      <Facts>
        {why !== null && (
          <Fact term={t('transactions:details.reason')} isTall>
            <span dir="auto">{why}</span>
          </Fact>
        )}
        {reason !== null && note !== null && (
          <Fact term={t('transactions:details.supportNote')} isTall>
            <span dir="auto">{note}</span>
          </Fact>
        )}
        {sides ? (
          <>
            <Fact term={t('transactions:details.paid')}>{money(sides.pay, sides.from)}</Fact>
            <Fact term={t('transactions:details.feeIncluded')}>
              {money(sides.fee.amount, sides.fee.token)}
            </Fact>
            <Fact term={t('transactions:details.rate')}>
              <Rate
                from={sides.from}
                to={sides.to}
                rate={sides.rate}
                locale={locale}
                labels={amountLabels}
                more={t('transactions:flow.allDigits')}
              />
            </Fact>
            <Fact term={t('transactions:details.received')}>{money(sides.receive, sides.to)}</Fact>
          </>
        ) : (
          <>
            <Fact term={t('transactions:details.amount')}>{money(amount)}</Fact>
            <Fact term={t('transactions:details.fee')}>{money(fee)}</Fact>
            <Fact term={t('transactions:details.total')}>{money(total)}</Fact>
          </>
        )}
        {status === 'completed' && confirmations && (
          <Fact term={t('transactions:details.confirmations')}>
            <span className="tabular-nums">
              {t('transactions:details.seenOf', { seen: confirmations.seen, needed: confirmations.needed })}
            </span>
          </Fact>
        )}
        {sender && (
          <Fact term={t('transactions:details.sender')}>
            <span dir="auto">{sender.name ?? t('transactions:recipient.ofAccount')}</span>
          </Fact>
        )}
        {counterparty !== null && (
          <Fact term={t(counterpartyTerms[transaction.kind] ?? 'transactions:columns.counterparty')} isTall>
            <MonoGroups value={counterparty} />
            <CopyButton value={counterparty} {...copyLabels} />
          </Fact>
        )}
        {tx_hash !== null && (
          <Fact term={t('transactions:details.hash')} isTall>
            <MonoGroups value={tx_hash} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <CopyButton value={tx_hash} {...copyLabels} label={t('transactions:copy.hash')} />
              <ExplorerLink url={transaction.explorer_url} />
            </div>
          </Fact>
        )}
        <Fact term={t('transactions:details.id')} isTall>
          <MonoGroups value={id} />
          <CopyButton value={id} {...copyLabels} label={t('transactions:copy.id')} />
        </Fact>
      </Facts>
    </div>
  );
}
