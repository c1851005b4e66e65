import { useSelector } from '@xstate/react';
import type { Hold } from '../../../contract/wallet.ts';
import { Button } from '../../components/base/Button.tsx';
import { Link } from '../../components/base/Link.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import { Amount } from '../../components/money/Amount.tsx';
import type { HoldsRef } from '../../machines/wallet/walletArea.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  part: 'pending' | 'frozen';
  holds: HoldsRef;
  isHidden: boolean;
  /** Called when a link to another page is pressed. */
  onLeave: () => void;
}

/** Holds that freeze money; other kinds move it. An unknown kind counts as freezing, because its movement cannot be promised. */
const freezing: readonly Hold['kind'][] = ['account_freeze', 'review', 'unknown'];

/** The holds of a part of the balance. When they could not be read although the balances could, it says so. */
export function HoldList({ part, holds, isHidden, onLeave }: Props) {
  const { t } = useTexts('wallet');
  const { data } = useSelector(holds, (state) => state.context);
  const isBusy = useSelector(holds, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  if (!data) {
    return isBusy ? (
      <div role="status">
        <span className="sr-only">{t('wallet:part.loading')}</span>
        <Skeleton className="h-16" />
      </div>
    ) : (
      <div key="failed" ref={leaveFocus} role="alert" className="flex flex-col items-start gap-3">
        <p>{t('wallet:part.failed')}</p>
        <Button variant="secondary" onPress={() => holds.send({ type: 'refresh.requested' })}>
          {t('common:actions.tryAgain')}
        </Button>
      </div>
    );
  }
  const shown = data.filter(({ kind }) => freezing.includes(kind) === (part === 'frozen'));
  if (shown.length === 0) return <p>{t('wallet:part.none')}</p>;
  return (
    <ul className="flex flex-col">
      {shown.map((hold) => (
        <HoldLine key={keyOf(hold)} hold={hold} isHidden={isHidden} onLeave={onLeave} />
      ))}
    </ul>
  );
}

const keyOf = ({ kind, token, operation_id, since, amount }: Hold) =>
  [kind, token, operation_id, since, amount].join(' ');

/** Holds of these kinds are transactions of the history, under their operation's id. */
const inHistory: readonly Hold['kind'][] = ['deposit', 'withdrawal'];

function HoldLine({ hold, isHidden, onLeave }: Pick<Props, 'isHidden' | 'onLeave'> & { hold: Hold }) {
  const { t, locale, amountLabels } = useTexts('wallet');
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-line border-t py-3 last:pb-0">
      <span className="flex flex-col">
        <span className="font-medium">{t(`wallet:kinds.${hold.kind}`)}</span>
        <span className="text-muted text-sm">
          {t('wallet:part.since', { date: instantText(hold.since, locale) })}
        </span>
        {hold.until !== null && (
          <span className="text-muted text-sm">
            {t('wallet:part.until', { date: instantText(hold.until, locale) })}
          </span>
        )}
        {hold.confirmations && (
          <span className="text-muted text-sm tabular-nums">
            {t('common:confirmations', { seen: hold.confirmations.seen, count: hold.confirmations.needed })}
          </span>
        )}
        {hold.operation_id !== null && inHistory.includes(hold.kind) && (
          <Link
            href={`/transactions/history?id=${hold.operation_id}`}
            onPress={onLeave}
            className="inline-flex min-h-touch items-center text-sm"
          >
            {t('wallet:part.details')}
          </Link>
        )}
      </span>
      <Amount
        value={hold.amount}
        token={hold.token}
        locale={locale}
        labels={amountLabels}
        isHidden={isHidden}
      />
    </li>
  );
}
