import { ChartLine } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-aria-components/Link';
import type { WalletToken } from '../../../contract/wallet.ts';
import { iconProps } from '../../components/base/icon.ts';
import { priceAddress } from '../../machines/wallet/priceAddress.ts';
import { useTexts } from '../core/useTexts.ts';

/** Draws a token's prices of the last day; `instead` is shown while there are none. */
export type SparklineOf = (token: WalletToken, instead: ReactNode) => ReactNode;

interface Props {
  symbol: string;
  /** The sparkline; an icon until it has loaded. */
  children: ReactNode;
}

/** A link to a token's prices. */
export function PricesLink({ symbol, children }: Props) {
  const { t } = useTexts('wallet');
  const label = t('wallet:prices.title', { token: symbol });
  return (
    <Link
      href={priceAddress({ symbol, range: 'day' })}
      aria-label={label}
      className="inline-flex h-touch w-20 items-center justify-center rounded-field text-muted transition-colors hover:bg-ink/6 hover:text-ink"
    >
      <Suspense fallback={pricesIcon}>{children}</Suspense>
    </Link>
  );
}

export const pricesIcon = <ChartLine {...iconProps} />;
