import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { valueToken } from '../../../contract/tokens.ts';
import type { WalletToken } from '../../../contract/wallet.ts';
import { Button } from '../../components/base/Button.tsx';
import { Card } from '../../components/base/Card.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { leaveFocus } from '../../components/base/takeLostFocus.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { Change } from '../../components/money/Change.tsx';
import { ExpandableAmount } from '../../components/money/ExpandableAmount.tsx';
import type { PositionRef } from '../../machines/wallet/portfolioArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { useTexts } from '../core/useTexts.ts';
import { useValues } from '../core/valueCurrency.tsx';
import { priceDigits } from '../wallet/prices.ts';
import { useChangeLabels } from '../wallet/useChangeLabels.ts';

interface Props {
  symbol: string;
  /** Null for a token that the wallet does not show, of which nothing is held. */
  token: WalletToken | null;
  position: PositionRef;
  isHidden: boolean;
}

const parts = ['available', 'pending', 'frozen'] as const;
const isSome = (amount: string) => /[1-9]/.test(amount);

/** The person's balance of a token with its parts, and its cost. */
export function TokenHolding({ symbol, token, position, isHidden }: Props) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const { currency, convert } = useValues();
  const shared = { locale, labels: amountLabels, isHidden };
  const held = { ...shared, token: symbol, more: t('wallet:tokens.allDigits') };
  const hasCost = symbol !== valueToken.symbol;
  const isCostShown = useSelector(
    position,
    ({ context: { data, dataKey } }) => hasCost && dataKey === symbol && isSome(data?.held ?? '0'),
  );
  return (
    <Card>
      <section aria-labelledby="holding" className="flex flex-col gap-2">
        <h2 id="holding" className="text-muted text-sm">
          {t('wallet:balances.total')}
        </h2>
        <p>
          <ExpandableAmount {...held} value={token?.total ?? '0'} size="xl" />
        </p>
        {token?.value != null && currency !== symbol && (
          <Amount
            {...shared}
            value={convert(token.value)}
            token={currency}
            maximumFractionDigits={2}
            size="base"
          />
        )}
        {/* The value above follows live prices, and the gain does not. */}
        {isCostShown && <Freshness resource={position} />}
        <Facts>
          {parts.map((part) => (
            <Fact key={part} term={t(`wallet:balances.${part}`)}>
              <ExpandableAmount {...held} value={token?.[part] ?? '0'} />
            </Fact>
          ))}
          {hasCost && (
            <Cost
              symbol={symbol}
              isHeld={isSome(token?.total ?? '0')}
              position={position}
              isHidden={isHidden}
            />
          )}
        </Facts>
      </section>
    </Card>
  );
}

interface CostProps extends Pick<Props, 'symbol' | 'position' | 'isHidden'> {
  /** Whether a gain is to be expected; its space is kept. */
  isHeld: boolean;
}

function Cost({ symbol, isHeld, position, isHidden }: CostProps) {
  const { t, locale, amountLabels } = useTexts('wallet');
  const { currency, convert } = useValues();
  const changeLabels = useChangeLabels();
  const { data, dataKey, failure } = useSelector(position, (state) => state.context);
  const isBusy = useSelector(position, (state) => state.hasTag('busy') && !state.hasTag('slow'));
  const gainFact = (value: ReactNode) => (
    <Fact
      term={t('wallet:token.gain')}
      note={<dd className="w-full text-muted text-sm">{t('wallet:token.rule')}</dd>}
    >
      {value}
    </Fact>
  );
  if (dataKey !== symbol || !data) {
    return (
      <>
        <Fact term={t('wallet:token.averageCost')}>
          {isBusy ? (
            <span role="status">
              <span className="sr-only">{t('common:loading')}</span>
              <Skeleton className="h-6 w-32" />
            </span>
          ) : (
            <span key="failed" ref={leaveFocus} role="alert" className="flex flex-col items-end gap-2">
              {t(failure ? 'wallet:token.failed' : 'common:form.slow')}
              <Button variant="secondary" onPress={() => position.send({ type: 'refresh.requested' })}>
                {t('common:actions.tryAgain')}
              </Button>
            </span>
          )}
        </Fact>
        {isBusy && isHeld && gainFact(<Skeleton className="h-6 w-32" />)}
      </>
    );
  }
  const { held, average_cost, gain, gain_percent } = data;
  if (!isSome(held)) return null;
  if (average_cost === null) {
    return <Fact term={t('wallet:token.averageCost')}>{t('wallet:token.costUnknown')}</Fact>;
  }
  const shared = { locale, labels: amountLabels, token: currency };
  const averageCost = convert(average_cost);
  return (
    <>
      <Fact term={t('wallet:token.averageCost')}>
        <Amount {...shared} {...priceDigits(averageCost)} value={averageCost} isHidden={isHidden} />
      </Fact>
      {gain !== null &&
        gainFact(
          <span className="inline-flex flex-wrap items-baseline gap-x-3">
            <Amount
              {...shared}
              value={convert(gain)}
              maximumFractionDigits={2}
              signDisplay="always"
              isHidden={isHidden}
            />
            {gain_percent !== null && <Change value={gain_percent} locale={locale} labels={changeLabels} />}
          </span>,
        )}
    </>
  );
}
