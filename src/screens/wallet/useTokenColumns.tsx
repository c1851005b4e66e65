import { type ComponentType, lazy, Suspense } from 'react';
import { valueToken } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { DataColumn } from '../../components/base/DataTable.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Change } from '../../components/money/Change.tsx';
import type { TokenColumn } from '../../machines/wallet/walletViewMachine.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { PricesLink } from './PricesLink.tsx';
import { isZero } from './tokens.ts';
import { useChangeLabels } from './useChangeLabels.ts';

// The menu's code comes after the balances.
/** Everything behind it can be reached in other ways too; balances are drawn without its code. */
const TokenActions = lazy<ComponentType<{ symbol: string }>>(() =>
  import('./TokenActions.tsx').catch(() => ({ default: () => null })),
);

/** The columns of the spec: token, balance, value, 24h change; and what can be done with each. */
export function useTokenColumns(
  currency: string | undefined,
  isHidden: boolean,
): DataColumn<WalletToken, TokenColumn | 'actions'>[] {
  const { t, locale, amountLabels } = useTexts('wallet');
  const changeLabels = useChangeLabels();
  const shared = { locale, labels: amountLabels, isHidden };

  const balance = ({ symbol, total, available, decimals }: WalletToken) => (
    <>
      <Amount {...shared} value={total} token={symbol} maximumFractionDigits={Math.min(decimals, 8)} />
      {!isHidden && available !== total && !isZero(total) && (
        <span className="block text-muted text-sm">
          {t('wallet:balances.available')}:{' '}
          <Amount {...shared} value={available} maximumFractionDigits={Math.min(decimals, 8)} size="sm" />
        </span>
      )}
    </>
  );
  const value = (token: WalletToken) =>
    token.value === null ? (
      <span className="text-muted">{t('wallet:tokens.noPrice')}</span>
    ) : (
      <>
        <Amount
          {...shared}
          value={token.value}
          {...(currency !== undefined && { token: currency })}
          maximumFractionDigits={2}
        />
        {token.price_is_old && token.price_as_of !== null && (
          <span className="block text-muted text-sm">
            {t('wallet:tokens.oldPrice', { time: instantText(token.price_as_of, locale) })}
          </span>
        )}
      </>
    );
  return [
    {
      id: 'token',
      label: t('wallet:tokens.token'),
      isRowHeader: true,
      isSortable: true,
      cell: (token) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="flex flex-col">
            <span className="font-semibold">{token.symbol}</span>
            <span className="text-muted text-sm">{token.name}</span>
          </span>
          {!token.withdrawals_enabled && (
            <StatusBadge tone="halt">{t('wallet:tokens.withdrawalsOff')}</StatusBadge>
          )}
        </span>
      ),
    },
    { id: 'balance', label: t('wallet:tokens.balance'), isNumeric: true, isSortable: true, cell: balance },
    { id: 'value', label: t('wallet:tokens.value'), isNumeric: true, isSortable: true, cell: value },
    {
      id: 'change',
      label: t('wallet:tokens.change'),
      isNumeric: true,
      isSortable: true,
      cell: (token) => (
        <span className="inline-flex items-center gap-1">
          <Change value={token.change_24h} locale={locale} labels={changeLabels} />
          {token.symbol === valueToken.symbol ? (
            <span className="w-touch" />
          ) : (
            <PricesLink symbol={token.symbol} />
          )}
        </span>
      ),
    },
    {
      id: 'actions',
      label: t('wallet:actions.title'),
      isNumeric: true,
      cell: ({ symbol }) => (
        <Suspense fallback={<span className="block size-11" />}>
          <TokenActions symbol={symbol} />
        </Suspense>
      ),
    },
  ];
}
