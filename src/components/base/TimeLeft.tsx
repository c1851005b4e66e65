import { useEffect, useState } from 'react';

interface Props {
  /** Both times in milliseconds of the same clock. */
  until: number;
  now: () => number;
  locale: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The time left, in whole minutes, hours or days, rounded up (`in 23 hours`); updates while it is shown. */
export function TimeLeft({ until, now, locale }: Props) {
  const [at, setAt] = useState(now);

  // React cannot subscribe to the passing of time, so an effect with a timer does.
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), minute / 4);
    return () => clearInterval(timer);
  }, [now]);

  const left = Math.max(0, until - at);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  if (left <= hour) return format.format(Math.ceil(left / minute), 'minute');
  if (left <= 2 * day) return format.format(Math.ceil(left / hour), 'hour');
  return format.format(Math.ceil(left / day), 'day');
}
