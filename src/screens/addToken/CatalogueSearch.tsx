import { useSelector } from '@xstate/react';
import { tokensProblem } from '../../machines/wallet/tokensQuery.ts';
import type { TokensViewRef } from '../../machines/wallet/tokensViewMachine.ts';
import { SearchFilter } from '../core/SearchFilter.tsx';
import { useTexts } from '../core/useTexts.ts';

export function CatalogueSearch({ view }: { view: TokensViewRef }) {
  const { t } = useTexts('wallet');
  const { query, typed } = useSelector(view, (state) => state.context);
  return (
    <SearchFilter
      label={t('wallet:catalogue.search')}
      short={t('wallet:catalogue.searchShort')}
      value={query}
      typed={typed.q}
      problem={tokensProblem(query) ?? undefined}
      onChange={(value) => view.send({ type: 'filter.typed', name: 'q', value })}
    />
  );
}
