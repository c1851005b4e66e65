import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import type { WalletToken } from '../../../contract/wallet.ts';
import { classes } from '../../components/base/classes.ts';
import { DataTable } from '../../components/base/DataTable.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { idle } from '../../components/base/idle.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { useIsNarrow } from '../../components/base/useIsNarrow.ts';
import { SearchField } from '../../components/fields/SearchField.tsx';
import type { PreferencesRef } from '../../machines/shell/preferencesMachine.ts';
import type { WalletViewRef } from '../../machines/wallet/walletViewMachine.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';
import type { SparklineOf } from './PricesLink.tsx';
import { findTokens, orderTokens, smallTokens } from './tokens.ts';
import { useTokenColumns } from './useTokenColumns.tsx';

/** After the tokens, which people wait for, have been drawn. */
const HideSmall = lazyPart(async () => {
  await idle();
  return import('./HideSmall.tsx');
});
const TokenRow = lazyPart(() => import('./TokenRow.tsx'), MissingRow);

/** A short line, because a full notice in each row would repeat itself. */
function MissingRow({ token }: { token: WalletToken }) {
  const { t } = useTexts('wallet');
  return (
    <p className="py-3">
      {token.symbol} · <span className="text-muted">{t('common:missing.title')}</span>
    </p>
  );
}

interface Props {
  tokens: readonly WalletToken[];
  currency: string | undefined;
  view: WalletViewRef;
  preferences: PreferencesRef;
  isHidden: boolean;
  sparkline: SparklineOf;
}

/** The tokens that make up the total. */
export function TokenSection({ tokens, currency, view, preferences, isHidden, sparkline }: Props) {
  const { t } = useTexts('wallet');
  const { order, search } = useSelector(view, (state) => state.context);
  const isSmallHidden = useSelector(preferences, (state) => state.context.hideSmall);
  const columns = useTokenColumns(currency, isHidden, sparkline);
  const isNarrow = useIsNarrow();
  // A few tokens need no search field; on a phone its space is better used for the first rows.
  const isSearchable = !isNarrow || search !== '' || tokens.length > 6;
  const small = smallTokens(tokens);
  // A search also finds small tokens.
  const hidden = isSmallHidden && search === '' ? small : none;
  const found = orderTokens(
    findTokens(tokens, search).filter((token) => !hidden.has(token)),
    order,
  );

  return (
    <section aria-labelledby="tokens" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="tokens" className="font-semibold text-lg">
          {t('wallet:tokens.title')}
        </h2>
        <div className={classes('flex flex-wrap gap-2', isSearchable && 'max-sm:w-full')}>
          {isSearchable && (
            <div className="min-w-0 flex-1 basis-48 sm:w-64">
              <SearchField
                label={t('wallet:tokens.search')}
                placeholder={t('wallet:tokens.search')}
                value={search}
                onChange={(text) => view.send({ type: 'search.changed', search: text })}
              />
            </div>
          )}
          <LinkButton href="/add-token">
            <Plus {...iconProps} />
            {t('wallet:tokens.add')}
          </LinkButton>
        </div>
      </div>
      <p role="status" className="sr-only">
        {search !== '' && t('wallet:tokens.found', { count: found.length })}
      </p>
      {currency !== undefined && small.size > 0 && (
        <Suspense fallback={<Skeleton className="h-11" />}>
          <HideSmall preferences={preferences} currency={currency} count={hidden.size} />
        </Suspense>
      )}
      <DataTable
        caption={t('wallet:tokens.title')}
        columns={columns}
        rows={found}
        rowKey={(token) => token.symbol}
        line={(token) => (
          <Suspense fallback={<Skeleton className="h-14" />}>
            <TokenRow token={token} currency={currency} isHidden={isHidden} sparkline={sparkline} />
          </Suspense>
        )}
        sort={order}
        onSortChange={({ column, direction }) => {
          if (column !== 'actions') view.send({ type: 'order.chosen', order: { column, direction } });
        }}
        empty={<p className="py-6 text-muted">{t('wallet:tokens.notFound', { query: search })}</p>}
      />
    </section>
  );
}

const none: ReadonlySet<WalletToken> = new Set();

/** The place of the section while its tokens are read. Without its title, because an empty wallet begins with something else here. */
export function TokenPlaces() {
  return (
    <div aria-busy className="flex flex-col gap-3">
      <Skeleton className="h-11" />
      <div className="flex flex-col gap-1 md:pt-13">
        {['first', 'second', 'third'].map((row) => (
          <Skeleton key={row} className="h-14 md:h-16" />
        ))}
      </div>
    </div>
  );
}
