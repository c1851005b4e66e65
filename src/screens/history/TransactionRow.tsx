import type { Transaction } from '../../../contract/transactions.ts';
import { Row, RowLabel } from '../../components/base/Row.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import { timeText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { Counterparty } from './Counterparty.tsx';
import { Moved, Paid } from './MovedAmount.tsx';
import { sidesOf, statusTones, tokensOf } from './moves.ts';
import { awaitedConfirmations } from './OnChain.tsx';

interface Props {
  transaction: Transaction;
  href: string;
  isHidden: boolean;
  /** Shown when no heading names the day. */
  day?: string;
}

/** A transaction as a row on a phone, under the heading of its day. */
export function TransactionRow({ transaction, href, isHidden, day }: Props) {
  const { t, locale } = useTexts('transactions');
  const { kind, status, exchange, counterparty, sender, created_at } = transaction;
  const sides = sidesOf(transaction);
  const awaited = awaitedConfirmations(transaction);
  const kindText = t(`transactions:kinds.${kind}`);
  const statusText = t(`transactions:statuses.${status}`);
  const look = { isHidden, significantDigits: 6 };
  const paid = <Paid {...look} transaction={transaction} />;
  return (
    <Row
      href={href}
      mark={<TokenMark symbol={exchange?.to ?? transaction.token} />}
      title={exchange ? tokensOf(transaction) : `${kindText} ${tokensOf(transaction)}`}
      under={
        <>
          {exchange && `${kindText} · `}
          <time dateTime={created_at}>{day ?? timeText(created_at, locale)}</time>
          {status === 'completed' ? (
            <span className="sr-only"> · {statusText}</span>
          ) : (
            <>
              {' ·\u00a0'}
              <StatusBadge isInline tone={statusTones[status]}>
                {statusText}
              </StatusBadge>
            </>
          )}
        </>
      }
      value={
        <>
          <RowLabel>{t('transactions:columns.amount')}</RowLabel>
          {sides ? <Moved {...look} value={sides.receive} token={sides.to} isGain /> : paid}
        </>
      }
      aside={
        sides ? (
          <Paid {...look} transaction={transaction} size="xs" />
        ) : awaited ? (
          t('common:confirmations', { seen: awaited.seen, count: awaited.needed })
        ) : counterparty === null && !sender ? undefined : (
          <>
            <RowLabel>{t('transactions:columns.counterparty')}</RowLabel>
            <Counterparty transaction={transaction} />
          </>
        )
      }
    />
  );
}
