import { useSelector } from '@xstate/react';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import type { TokenChoiceRef } from '../../machines/wallet/tokenChoiceMachine.ts';
import type { CatalogueRef } from '../../machines/wallet/tokensArea.ts';
import type { TokensViewRef } from '../../machines/wallet/tokensViewMachine.ts';
import { Freshness } from '../core/Freshness.tsx';
import { UnavailableScreen } from '../core/ReadFailure.tsx';
import { isUnavailable } from '../core/unavailable.ts';
import { useTexts } from '../core/useTexts.ts';
import { CatalogueResults } from './CatalogueResults.tsx';
import { CatalogueSearch } from './CatalogueSearch.tsx';

interface Props {
  catalogue: CatalogueRef;
  view: TokensViewRef;
  choice: TokenChoiceRef;
}

/** All tokens that can be held, found by symbol, name or contract, with a choice of those that the wallet shows. */
export default function AddTokenScreen({ catalogue, view, choice }: Props) {
  const { t } = useTexts('wallet');
  const isMissing = useSelector(catalogue, isUnavailable);
  if (isMissing) return <UnavailableScreen title={t('wallet:catalogue.title')} />;
  return (
    <section aria-labelledby="page-title" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-2">
        <div className="mr-auto">
          <PageTitle>{t('wallet:catalogue.title')}</PageTitle>
        </div>
        <LinkButton href="/wallet">{t('wallet:catalogue.toWallet')}</LinkButton>
      </div>
      <p className="max-w-prose text-muted">{t('wallet:catalogue.about')}</p>
      <div className="flex w-full max-w-flow">
        <CatalogueSearch view={view} />
      </div>
      <Freshness resource={catalogue} />
      <CatalogueResults catalogue={catalogue} view={view} choice={choice} />
    </section>
  );
}
