import type { ListedToken } from '../../../contract/catalogue.ts';
import { CopyButton } from '../../components/base/CopyButton.tsx';
import { Fact, Facts } from '../../components/base/Facts.tsx';
import { MonoGroups } from '../../components/base/MonoGroups.tsx';
import { ExplorerLink } from '../core/ExplorerLink.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  token: Pick<ListedToken, 'issuer' | 'network' | 'contract_address' | 'explorer_url'>;
}

export function TokenFacts({ token: { issuer, network, contract_address, explorer_url } }: Props) {
  const { t } = useTexts('wallet');
  return (
    <Facts>
      <Fact term={t('wallet:catalogue.issuer')}>{issuer ?? t('wallet:catalogue.noIssuer')}</Fact>
      <Fact term={t('wallet:catalogue.network')}>{network ?? t('wallet:catalogue.noNetwork')}</Fact>
      {contract_address !== null && (
        <Fact term={t('wallet:catalogue.contract')} isTall>
          <MonoGroups value={contract_address} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <CopyButton
              value={contract_address}
              label={t('wallet:catalogue.copy')}
              copiedLabel={t('wallet:catalogue.copied')}
              failedLabel={t('wallet:catalogue.copyFailed')}
            />
            <ExplorerLink url={explorer_url} />
          </div>
        </Fact>
      )}
    </Facts>
  );
}
