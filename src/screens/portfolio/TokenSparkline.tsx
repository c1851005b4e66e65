import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { amountParts } from '../../../contract/amountParts.ts';
import { sparklinePrices } from '../../../contract/rates.ts';
import { Sparkline } from '../../components/chart/Sparkline.tsx';
import type { SparklinesRef } from '../../machines/wallet/portfolioArea.ts';

interface Props {
  symbol: string;
  /** The change in percent shown beside the line, which sets its colour. Null while unknown. */
  change: string | null;
  sparklines: SparklinesRef;
  /** Shown instead while there is no line. */
  children: ReactNode;
}

/** A small chart of a token's price over the last day. */
export function TokenSparkline({ symbol, change, sparklines, children }: Props) {
  const prices = useSelector(
    sparklines,
    ({ context }) => context.data?.lines.find((line) => line.symbol === symbol)?.prices,
  );
  if (!prices) return children;
  const sign = change === null ? '' : amountParts(change, 'en', { signDisplay: 'always' })?.sign;
  return (
    <Sparkline
      figures={prices.map(Number)}
      most={sparklinePrices}
      tone={sign === '+' ? 'gain' : sign === '\u2212' ? 'loss' : 'muted'}
    />
  );
}
