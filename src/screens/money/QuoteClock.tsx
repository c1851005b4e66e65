import { Countdown } from '../../components/base/Countdown.tsx';
import { classes } from '../../components/base/classes.ts';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  quote: { readonly id: string; readonly expires_at: string };
  /** The server's time, in milliseconds. */
  now: () => number;
  /** The label before the time. */
  holds: string;
  /** While the quote is renewed, the clock keeps its room and shows nothing. */
  isRenewing: boolean;
}

/** How long the quote is still valid, by the server's time. */
export function QuoteClock({ quote, now, holds, isRenewing }: Props) {
  const { t } = useTexts('transactions');
  return (
    <div className={classes('flex items-center gap-2 text-sm', isRenewing && 'invisible')}>
      <span className="text-muted">{holds}</span>
      <Countdown
        key={quote.id}
        until={Date.parse(quote.expires_at)}
        now={now}
        label={(count) => t('transactions:flow.secondsLeft', { count })}
      />
    </div>
  );
}
