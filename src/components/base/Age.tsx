import { useEffect, useState } from 'react';

interface Props {
  /** Both times in milliseconds of the same clock. */
  since: number;
  now: () => number;
  locale: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something happened, in whole minutes, hours or days (`now`, `5 minutes ago`, `1 day ago`); updates while it is shown. */
export function Age({ since, now, locale }: Props) {
  const [at, setAt] = useState(now);

  // React cannot subscribe to the passing of time, so an effect with a timer does.
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), minute / 4);
    return () => clearInterval(timer);
  }, [now]);

  const passed = Math.max(0, at - since);
  // `auto` has a word for now; of days it would say “yesterday”, which 47 hours ago is not.
  const format = new Intl.RelativeTimeFormat(locale, { numeric: passed < minute ? 'auto' : 'always' });
  if (passed < minute) return format.format(0, 'second');
  if (passed < hour) return format.format(-Math.floor(passed / minute), 'minute');
  if (passed < day) return format.format(-Math.floor(passed / hour), 'hour');
  return format.format(-Math.floor(passed / day), 'day');
}
