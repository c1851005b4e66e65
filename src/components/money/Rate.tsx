import type { AmountProps } from './Amount.tsx';
import { ExpandableAmount } from './ExpandableAmount.tsx';

interface Props extends Pick<AmountProps, 'locale' | 'labels' | 'size'> {
  from: string;
  to: string;
  /** What one unit of `from` is worth in `to`. */
  rate: string;
  /** Tells screen readers what a click does: "all digits". */
  more: string;
}

/** The rate of a pair: six significant digits, all after a click. */
export function Rate({ from, to, rate, ...look }: Props) {
  return (
    <span className="tabular-nums">
      1 {from} = <ExpandableAmount {...look} value={rate} token={to} />
    </span>
  );
}
