import { Suspense } from 'react';
import { amountText } from '../../../contract/amountParts.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { Row, RowLabel } from '../../components/base/Row.tsx';
import { Amount } from '../../components/money/Amount.tsx';
import { Change } from '../../components/money/Change.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import { tokenAddress } from '../../machines/wallet/priceAddress.ts';
import { instantText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import type { SparklineOf } from './PricesLink.tsx';
import { useChangeLabels } from './useChangeLabels.ts';

interface Props {
  token: WalletToken;
  /** The currency of its value. */
  currency: string | undefined;
  isHidden: boolean;
  sparkline: SparklineOf;
}

/** A token as a row on a phone, which links to the token's page. */
export default function TokenRow({ token, currency, isHidden, sparkline }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const values = useValues(currency);
  const changeLabels = useChangeLabels();
  const { symbol, name, total, available, value, change_24h, withdrawals_enabled } = token;
  const digits = { significantDigits: 6 };
  const shared = { locale, labels: amountLabels, isHidden };
  const notes = [
    !withdrawals_enabled && t('wallet:tokens.withdrawalsOff'),
    token.price_is_old &&
      token.price_as_of !== null &&
      t('wallet:tokens.oldPrice', { time: instantText(token.price_as_of, locale) }),
    !isHidden &&
      available !== total &&
      `${t('wallet:balances.available')}: ${amountText(available, locale, digits)}`,
  ].filter((note) => note !== false);
  return (
    <Row
      href={tokenAddress(symbol)}
      mark={<TokenMark symbol={symbol} />}
      title={symbol}
      middle={notes.length === 0 ? <Suspense>{sparkline(token, null)}</Suspense> : undefined}
      under={
        notes.length === 0 ? (
          <span className="line-clamp-2" title={name}>
            {name}
          </span>
        ) : (
          notes.join(' · ')
        )
      }
      value={
        <>
          <RowLabel>{t('wallet:tokens.balance')}</RowLabel>
          <Amount {...shared} {...digits} value={total} />
        </>
      }
      aside={
        <span className="inline-flex items-center gap-2">
          <RowLabel>{t('wallet:tokens.value')}</RowLabel>
          {value === null ? (
            t('wallet:tokens.noPrice')
          ) : (
            <Amount
              {...shared}
              value={values.convert(value)}
              token={values.currency}
              maximumFractionDigits={2}
              size="xs"
            />
          )}
          <RowLabel>{t('wallet:tokens.change')}</RowLabel>
          <Change value={change_24h} locale={locale} labels={changeLabels} />
        </span>
      }
    />
  );
}
