import { useSelector } from '@xstate/react';
import { SearchX } from 'lucide-react';
import { Empty } from '../../components/base/Empty.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import type { CatalogueRef } from '../../machines/wallet/tokensArea.ts';
import { tokensAddress } from '../../machines/wallet/tokensQuery.ts';
import type { TokensViewRef } from '../../machines/wallet/tokensViewMachine.ts';
import { ListPlaces } from '../core/ListPlaces.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { TokenEntry } from './TokenEntry.tsx';

interface Props {
  catalogue: CatalogueRef;
  view: TokensViewRef;
  choice: TokenChoiceRef;
}

/** The search results; the last ones stay while a new search is running. */
export function CatalogueResults({ catalogue, view, choice }: Props) {
  const { t } = useTexts('wallet');
  const query = useSelector(view, (snapshot) => snapshot.context.query);
  const isAsked = useSelector(catalogue, (snapshot) => !snapshot.matches('unasked'));
  if (!isAsked) return null;
  return (
    <ResourceView
      resource={catalogue}
      placeholder={<ListPlaces label={t('wallet:catalogue.loading')} count={8} size="h-14 md:h-19" />}
      failed={t('wallet:catalogue.failed')}
      className="flex flex-col gap-3"
    >
      {(tokens) => (
        <>
          <p role="status" className="text-muted text-sm">
            {t('wallet:tokens.found', { count: tokens.length })}
          </p>
          {tokens.length === 0 ? (
            <Empty
              icon={SearchX}
              title={t('wallet:tokens.notFound', { query })}
              action={<LinkButton href={tokensAddress('')}>{t('wallet:catalogue.all')}</LinkButton>}
            >
              {t('wallet:catalogue.notListed')}
            </Empty>
          ) : (
            <ul className="grid items-start md:grid-cols-2 md:gap-3 min-[75rem]:grid-cols-3">
              {tokens.map((token) => (
                <TokenEntry key={token.symbol} token={token} choice={choice} />
              ))}
            </ul>
          )}
        </>
      )}
    </ResourceView>
  );
}
