import { Countdown } from '../../components/base/Countdown.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  quote: { readonly id: string; readonly expires_at: string };
  /** The server's time, in milliseconds. */
  now: () => number;
  /** The label before the time. */
  holds: string;
}

/** How long the quote is still valid, by the server's time. */
export function QuoteClock({ quote, now, holds }: Props) {
  const { t } = useTexts('transactions');
  return (
    <div className="flex items-center gap-2 text-sm">
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
