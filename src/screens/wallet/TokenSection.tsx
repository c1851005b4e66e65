import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { WalletToken } from '../../../contract/wallet.ts';
import { DataTable } from '../../components/base/DataTable.tsx';
import { iconProps } from '../../components/base/icon.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import { SearchField } from '../../components/fields/SearchField.tsx';
import type { WalletViewRef } from '../../machines/wallet/walletViewMachine.ts';
import { useTexts } from '../core/useTexts.ts';
import { findTokens, orderTokens } from './tokens.ts';
import { useTokenColumns } from './useTokenColumns.tsx';

interface Props {
  /** Null while they are loading: their place is kept. */
  tokens: readonly WalletToken[] | null;
  currency: string | undefined;
  view: WalletViewRef;
  isHidden: boolean;
}

/** What the total is made of, token by token. */
export function TokenSection({ tokens, currency, view, isHidden }: Props) {
  const { t } = useTexts('wallet');
  const { order, search } = useSelector(view, (state) => state.context);
  const columns = useTokenColumns(currency, isHidden);
  const found = tokens && orderTokens(findTokens(tokens, search), order);

  return (
    <section aria-labelledby="tokens" aria-busy={!tokens} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="tokens" className="font-semibold text-lg">
          {t('wallet:tokens.title')}
        </h2>
        <div className="flex w-full flex-wrap gap-2 sm:w-auto">
          <div className="min-w-0 flex-1 basis-48 sm:w-64">
            <SearchField
              label={t('wallet:tokens.search')}
              placeholder={t('wallet:tokens.search')}
              value={search}
              onChange={(text) => view.send({ type: 'search.changed', search: text })}
            />
          </div>
          <LinkButton href="/add-token">
            <Plus {...iconProps} />
            {t('wallet:tokens.add')}
          </LinkButton>
        </div>
      </div>
      <p role="status" className="sr-only">
        {found && search !== '' && t('wallet:tokens.found', { count: found.length })}
      </p>
      {found ? (
        <DataTable
          caption={t('wallet:tokens.title')}
          columns={columns}
          rows={found}
          rowKey={(token) => token.symbol}
          sort={order}
          onSortChange={({ column, direction }) => {
            if (column !== 'actions') view.send({ type: 'order.chosen', order: { column, direction } });
          }}
          empty={<p className="py-6 text-muted">{t('wallet:tokens.notFound', { query: search })}</p>}
        />
      ) : (
        <TokenSkeleton />
      )}
    </section>
  );
}

function TokenSkeleton() {
  return (
    <div className="@container">
      <div className="flex flex-col gap-3 @max-xl:pt-14 @xl:gap-1 @xl:pt-13">
        {['first', 'second', 'third'].map((row) => (
          <Skeleton key={row} className="h-48 @xl:h-16" />
        ))}
      </div>
    </div>
  );
}
