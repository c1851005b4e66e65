import type { FeeBasis } from '../../../contract/transactions.ts';
import { numberFormat } from '../../components/money/numberFormat.ts';
import { useTexts } from '../core/useTexts.ts';

/** How a quote's fee was made, as a further `dd` of its fact. */
export function FeeNote({ basis: { kind, reason, network } }: { basis: FeeBasis }) {
  const { t, locale } = useTexts('transactions');
  const figures = numberFormat(locale, { maximumSignificantDigits: 4 });
  if (kind === 'network' && network !== null) {
    const gasPrice = figures.format(Number(network.gas_price_gwei));
    return (
      <Note>{t('transactions:feeBasis.network', { gasPrice, margin: figures.format(network.margin) })}</Note>
    );
  }
  if (kind !== 'fixed') return null;
  if (reason === 'network_is_less') return <Note>{t('transactions:feeBasis.networkIsLess')}</Note>;
  return (
    <Note>{t(reason === null ? 'transactions:feeBasis.fixed' : 'transactions:feeBasis.networkUnknown')}</Note>
  );
}

function Note({ children }: { children: string }) {
  return <dd className="w-full text-muted text-sm">{children}</dd>;
}
