import { useEffect, useState } from 'react';

interface Props {
  /** Both in milliseconds of the same clock. */
  since: number;
  now: () => number;
  locale: string;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago something was, in whole minutes, hours or days; counts on while it is looked at. */
export function Age({ since, now, locale }: Props) {
  const [at, setAt] = useState(now);

  // The passing of time is the browser's; React has no other way to it.
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), minute / 4);
    return () => clearInterval(timer);
  }, [now]);

  const passed = Math.max(0, at - since);
  const [size, unit] =
    passed < hour
      ? ([minute, 'minute'] as const)
      : passed < day
        ? ([hour, 'hour'] as const)
        : ([day, 'day'] as const);
  return new Intl.RelativeTimeFormat(locale).format(-Math.floor(passed / size), unit);
}
