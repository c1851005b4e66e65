import { useEffect, useState } from 'react';
import { classes } from './classes.ts';

interface Props {
  /** Both times in milliseconds of the same clock. */
  until: number;
  now: () => number;
  /** The label with the whole seconds left: "42 seconds left". */
  label: (seconds: number) => string;
  /** Shows the label, where nothing beside it says what the time is for. */
  isInWords?: boolean;
}

const size = 36;
const width = 3;
const radius = (size - width) / 2;
const length = 2 * Math.PI * radius;

/** The time left, as an emptying ring and `0:42` or the label. A new `key` fills the ring again. */
export function Countdown({ until, now, label, isInWords = false }: Props) {
  const [whole] = useState(() => Math.max(1, until - now()));
  const [left, setLeft] = useState(() => until - now());

  // React cannot subscribe to the passing of time, so an effect with a timer does.
  useEffect(() => {
    const timer = setInterval(() => setLeft(until - now()), 250);
    return () => clearInterval(timer);
  }, [until, now]);

  const seconds = Math.max(0, Math.ceil(left / 1000));
  const share = Math.min(1, Math.max(0, left / whole));
  return (
    <span role="timer" aria-label={label(seconds)} className="inline-flex items-center gap-2">
      <svg width={size} height={size} aria-hidden className="shrink-0 -rotate-90">
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          strokeWidth={width}
          className="stroke-line"
        />
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          fill="none"
          strokeWidth={width}
          strokeDasharray={length}
          strokeDashoffset={length * (1 - share)}
          strokeLinecap="round"
          className={seconds <= 10 ? 'stroke-wait' : 'stroke-zest-ink'}
        />
      </svg>
      <span aria-hidden className={classes('tabular-nums', isInWords ? 'text-muted text-sm' : 'font-medium')}>
        {isInWords ? label(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
      </span>
    </span>
  );
}
