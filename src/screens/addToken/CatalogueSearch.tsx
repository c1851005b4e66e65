import { useSelector } from '@xstate/react';
import { SearchField } from '../../components/fields/SearchField.tsx';
import { tokensProblem } from '../../machines/wallet/tokensQuery.ts';
import type { TokensViewRef } from '../../machines/wallet/tokensViewMachine.ts';
import { useWalletWords } from '../wallet/walletWords.ts';

/** What is looked for; what is wrong with it is said once it has been asked. */
export function CatalogueSearch({ view }: { view: TokensViewRef }) {
  const { t } = useWalletWords();
  const { query, typed } = useSelector(view, (state) => state.context);
  const problem = typed === null ? tokensProblem(query) : null;
  return (
    <div>
      <SearchField
        label={t('wallet:catalogue.search')}
        placeholder={t('wallet:catalogue.search')}
        value={typed ?? query}
        onChange={(text) => view.send({ type: 'query.typed', query: text })}
      />
      {problem !== null && (
        <p role="alert" className="pt-1 text-loss text-sm">
          {t(`validation:any.${problem}`)}
        </p>
      )}
    </div>
  );
}
