import type { WalletToken } from '../../../contract/wallet.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { useTexts } from '../core/useTexts.ts';
import { isZero } from './tokens.ts';

interface Props {
  tokens: readonly WalletToken[];
  isHidden: boolean;
}

/** The available amounts with every digit. */
export function AvailableList({ tokens, isHidden }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const usable = tokens.filter(({ available }) => !isZero(available));
  if (usable.length === 0) return <p>{t('wallet:part.none')}</p>;
  return (
    <ul className="flex flex-col">
      {usable.map(({ symbol, name, available }) => (
        <li
          key={symbol}
          className="flex flex-wrap justify-between gap-x-4 border-line border-t py-3 last:pb-0"
        >
          <span>{name}</span>
          <Amount
            value={available}
            token={symbol}
            locale={locale}
            labels={amountLabels}
            isHidden={isHidden}
          />
        </li>
      ))}
    </ul>
  );
}
