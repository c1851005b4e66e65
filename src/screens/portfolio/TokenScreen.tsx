import { useSelector } from '@xstate/react';
import { ArrowLeft, Coins } from 'lucide-react';
import type { ListedToken } from '../../../contract/catalogue.ts';
import { type RateRange, rateRanges } from '../../../contract/rates.ts';
import { isTokenSymbol, valueToken } from '../../../contract/tokens.ts';
import { Card } from '../../components/base/Card.tsx';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { OneLine } from '../../components/base/OneLine.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Segmented } from '../../components/base/Segmented.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { TokenMark } from '../../components/money/TokenMark.tsx';
import { homes } from '../../machines/core/location.ts';
import { walletAt } from '../../machines/wallet/liveWallet.ts';
import type { LatestRef, ListedRef, PositionRef } from '../../machines/wallet/portfolioArea.ts';
import type { WalletRef } from '../../machines/wallet/walletArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { LiveStatus } from '../core/LiveStatus.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { useTranslation } from '../core/useTranslation.ts';
import { useValues } from '../core/valueCurrency.tsx';
import type { Market } from '../wallet/PriceDialog.tsx';
import { PriceHistory } from '../wallet/PriceHistory.tsx';
import { WalletActions } from '../wallet/WalletActions.tsx';
import { LatestTransactions } from './LatestTransactions.tsx';
import { TokenContract } from './TokenContract.tsx';
import { TokenHolding } from './TokenHolding.tsx';

interface Props {
  symbol: string;
  range: RateRange;
  wallet: WalletRef;
  position: PositionRef;
  listed: ListedRef;
  latest: LatestRef;
  /** Null until its code has loaded. */
  market: Market | null;
  isHidden: boolean;
}

/** The page of one token: price, holding, cost, transactions and contract. */
export default function TokenScreen({
  symbol,
  range,
  wallet,
  position,
  listed,
  latest,
  market,
  isHidden,
}: Props) {
  const { t } = useTexts('wallet');
  const { currency } = useValues();
  const read = useSelector(wallet, (state) => state.context.data);
  const rates = useSelector(market?.rates, (state) => state?.context.rates ?? null);
  const rateTimes = useSelector(market?.rates, (state) => state?.context.rateTimes);
  const token = read && walletAt(read, rates, rateTimes).tokens.find((each) => each.symbol === symbol);
  const isShown = (each: ListedToken) => each.symbol === symbol;
  const entry = useSelector(listed, ({ context: { data, dataKey, key } }) =>
    dataKey === key ? data?.find(isShown) : undefined,
  );
  const { ready } = useTranslation('transactions');
  const isRead = useSelector(
    latest,
    ({ context: { key, dataKey, failure } }) => key === dataKey || !!failure,
  );
  const hasLatest = ready && isRead;
  const contractPlace = <Skeleton key={`${hasLatest}`} className="h-75 sm:h-73" />;
  const isUnknown = useSelector(position, (state) => state.context.failure?.code === 'NOT_FOUND');
  const refresh = () => {
    wallet.send({ type: 'refresh.requested' });
    position.send({ type: 'refresh.requested' });
  };
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-4 md:gap-6">
      <p>
        <Link href={homes.signedIn} className="inline-flex min-h-touch items-center gap-1 sm:min-h-0">
          <ArrowLeft {...iconProps} />
          {t('wallet:catalogue.toWallet')}
        </Link>
      </p>
      <div className="flex items-center gap-3">
        <TokenMark symbol={symbol} />
        <div className="flex min-w-0 items-baseline gap-2">
          <PageTitle>{symbol}</PageTitle>
          <OneLine className="text-muted" text={token?.name ?? entry?.name} />
        </div>
      </div>
      {isUnknown && !token ? (
        <Empty icon={Coins} title={t('wallet:prices.unknownToken')}>
          {t('wallet:token.unknownText')}
        </Empty>
      ) : (
        <>
          <Freshness resource={wallet} onRetry={refresh} />
          <WalletActions symbol={symbol} />
          <div className="grid grid-cols-1 items-start gap-4 md:gap-6 min-[75rem]:grid-cols-2">
            {symbol !== valueToken.symbol && <TokenPrices symbol={symbol} range={range} market={market} />}
            <ResourceView
              resource={wallet}
              placeholder={<Skeleton className={holdingHeight(symbol, currency)} />}
              failed={t('wallet:failed.title')}
              safe={t('wallet:failed.safe')}
            >
              {() => (
                <TokenHolding symbol={symbol} token={token ?? null} position={position} isHidden={isHidden} />
              )}
            </ResourceView>
            {/* Without a chart, the contract fits under what is held, beside the transactions. */}
            <Card className={symbol === valueToken.symbol ? 'min-[75rem]:row-span-2' : ''}>
              <LatestTransactions symbol={symbol} latest={latest} isHidden={isHidden} />
            </Card>
            {/* What follows the transactions is drawn once their number is known, because it may be under them. */}
            {hasLatest ? (
              <ResourceView
                resource={listed}
                isExact
                placeholder={contractPlace}
                failed={t('wallet:token.factsFailed')}
              >
                {(found) =>
                  found.filter(isShown).map((each) => <TokenContract key={each.symbol} token={each} />)
                }
              </ResourceView>
            ) : (
              contractPlace
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** The height of what is held of a token. The cost of the stable token is not told, and neither is its value in itself. */
function holdingHeight(symbol: string, currency: string): string {
  if (symbol !== valueToken.symbol) return 'h-103 sm:h-102';
  return symbol === currency ? 'h-59.5 sm:h-63.5' : 'h-67.5 sm:h-71.5';
}

/** The prices of a token over time. Their ranges have their place before the market's code has loaded. */
function TokenPrices({ symbol, range, market }: Pick<Props, 'symbol' | 'range' | 'market'>) {
  const { t } = useTexts('wallet');
  const title = t('wallet:prices.title', { token: symbol });
  const isLive = isTokenSymbol(symbol);
  return (
    <Card>
      <section aria-label={title} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">{title}</h2>
          <div className={classes('flex', !market && 'invisible')}>
            <Segmented
              legend={t('wallet:prices.range')}
              options={rateRanges.map((value) => ({ value, label: t(`wallet:history.ranges.${value}`) }))}
              value={range}
              onChange={(chosen) => market?.market.send({ type: 'range.chosen', range: chosen })}
            />
          </div>
        </div>
        {market ? (
          <>
            <PriceHistory asked={{ symbol, range }} history={market.history} rates={market.rates} />
            {isLive && <LiveStatus rates={market.rates} />}
          </>
        ) : (
          <Skeleton className={isLive ? 'h-101.5 sm:h-89' : 'h-92.5 sm:h-80'} />
        )}
      </section>
    </Card>
  );
}
