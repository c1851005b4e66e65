import { Suspense } from 'react';
import { Link } from 'react-aria-components/Link';
import { valueToken } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import type { DataColumn } from '../../components/base/DataTable.tsx';
import { StatusBadge } from '../../components/base/StatusBadge.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Change } from '../../components/money/Change.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import { tokenAddress } from '../../machines/wallet/priceAddress.ts';
import type { TokenColumn } from '../../machines/wallet/walletViewMachine.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { LazyTokenActions } from './LazyTokenActions.tsx';
import { PricesLink, pricesIcon, type SparklineOf } from './PricesLink.tsx';
import { isZero } from './tokens.ts';
import { useChangeLabels } from './useChangeLabels.ts';

/** The columns of the spec: token, balance, value, 24h change; and the actions. */
export function useTokenColumns(
  currency: string | undefined,
  isHidden: boolean,
  sparkline: SparklineOf,
): DataColumn<WalletToken, TokenColumn | 'actions'>[] {
  const { t, locale, amountLabels } = useTexts('wallet');
  const values = useValues(currency);
  const changeLabels = useChangeLabels();
  const shared = { locale, labels: amountLabels, isHidden };

  const balance = ({ symbol, total, available }: WalletToken) => (
    <>
      <ExpandableAmount {...shared} value={total} token={symbol} more={t('wallet:tokens.allDigits')} />
      {!isHidden && available !== total && !isZero(total) && (
        <span className="block text-muted text-sm">
          {t('wallet:balances.available')}:{' '}
          <ExpandableAmount {...shared} value={available} size="sm" more={t('wallet:tokens.allDigits')} />
        </span>
      )}
    </>
  );
  const value = (token: WalletToken) =>
    token.value === null ? (
      <span className="text-muted">{t('wallet:tokens.noPrice')}</span>
    ) : (
      <>
        <span className="@xl:whitespace-nowrap">
          <Amount
            {...shared}
            value={values.convert(token.value)}
            token={values.currency}
            maximumFractionDigits={2}
          />
        </span>
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
        <span className="flex items-center gap-3">
          <TokenMark symbol={token.symbol} />
          <span className="flex min-w-0 flex-col @xl:min-w-18">
            <Link
              href={tokenAddress(token.symbol)}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {token.symbol}
            </Link>
            <span
              className="line-clamp-2 max-w-40 break-words text-muted text-sm xl:max-w-72"
              title={token.name}
            >
              {token.name}
            </span>
            {!token.withdrawals_enabled && (
              <span>
                <StatusBadge tone="halt">{t('wallet:tokens.withdrawalsOff')}</StatusBadge>
              </span>
            )}
          </span>
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
            <span className="w-20" />
          ) : (
            <PricesLink symbol={token.symbol}>{sparkline(token, pricesIcon)}</PricesLink>
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
          <LazyTokenActions symbol={symbol} />
        </Suspense>
      ),
    },
  ];
}
