import { ChartLine } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { iconProps } from '../../components/base/icon.ts';
import { priceAddress } from '../../machines/wallet/priceAddress.ts';
import { useTexts } from '../core/useTexts.ts';

/** To what a token was worth. */
export function PricesLink({ symbol }: { symbol: string }) {
  const { t } = useTexts('wallet');
  const label = t('wallet:prices.title', { token: symbol });
  return (
    <Link
      href={priceAddress({ symbol, range: 'day' })}
      aria-label={label}
      className="inline-flex size-touch items-center justify-center rounded-field text-muted transition-colors hover:bg-ink/6 hover:text-ink"
    >
      <ChartLine {...iconProps} />
    </Link>
  );
}
