import { useSelector } from '@xstate/react';
import { SearchX } from 'lucide-react';
import { classes } from '../../components/base/classes.ts';
import { Empty } from '../../components/base/Empty.tsx';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import type { CatalogueRef } from '../../machines/wallet/tokensArea.ts';
import { tokensAddress } from '../../machines/wallet/tokensQuery.ts';
import type { TokensViewRef } from '../../machines/wallet/tokensViewMachine.ts';
import { ReadFailure } from '../core/ReadFailure.tsx';
import { useWalletWords } from '../wallet/walletWords.ts';
import { TokenEntry } from './TokenEntry.tsx';

interface Props {
  catalogue: CatalogueRef;
  view: TokensViewRef;
  choice: TokenChoiceRef;
}

/** What was found; while something else is looked for, it keeps its place. */
export function CatalogueResults({ catalogue, view, choice }: Props) {
  const { t } = useWalletWords();
  const state = useSelector(catalogue, (snapshot) => snapshot);
  const query = useSelector(view, (snapshot) => snapshot.context.query);
  const { key, data, dataKey, failure } = state.context;
  const isBusy = state.hasTag('busy');

  if (key === null) return null;
  if (!data && failure) {
    return (
      <ReadFailure
        failure={failure}
        title={t('wallet:catalogue.failed')}
        isRetrying={isBusy && !state.hasTag('slow')}
        onRetry={() => catalogue.send({ type: 'refresh.requested' })}
      />
    );
  }
  if (!data) {
    return (
      <div aria-busy className="flex flex-col gap-3">
        <p role="status" className="sr-only">
          {t('wallet:catalogue.loading')}
        </p>
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} className="h-44" />
        ))}
      </div>
    );
  }
  return (
    <div
      aria-busy={isBusy}
      className={classes('flex flex-col gap-3 transition-opacity', key !== dataKey && 'opacity-60')}
    >
      <p role="status" className="text-muted text-sm">
        {t('wallet:tokens.found', { count: data.length })}
      </p>
      {data.length === 0 ? (
        <Empty
          icon={SearchX}
          title={t('wallet:tokens.notFound', { query })}
          action={<LinkButton href={tokensAddress('')}>{t('wallet:catalogue.all')}</LinkButton>}
        >
          {t('wallet:catalogue.notListed')}
        </Empty>
      ) : (
        <ul className="flex flex-col gap-3">
          {data.map((token) => (
            <TokenEntry key={token.symbol} token={token} choice={choice} />
          ))}
        </ul>
      )}
    </div>
  );
}
