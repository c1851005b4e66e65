import type { Rates } from '../../../contract/rates.ts';

interface RateTime {
  readonly rate: string;
  /** When the stream first told this rate. */
  readonly at: string;
  /** Whether another rate was told before; otherwise this one may be older than `at`. */
  readonly isChange: boolean;
}

/** By pair, as `ZST/USDT`. */
export type RateTimes = Readonly<Record<string, RateTime>>;

/** The times after newer rates: a rate that is told again keeps its time. */
export function rateTimesAfter(times: RateTimes, { pairs, as_of }: Rates): RateTimes {
  return Object.fromEntries(
    pairs.map(({ base, quote, rate }) => {
      const known = times[`${base}/${quote}`];
      const time = known?.rate === rate ? known : { rate, at: as_of, isChange: known !== undefined };
      return [`${base}/${quote}`, time];
    }),
  );
}
