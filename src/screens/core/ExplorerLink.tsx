import { ExternalLink } from '../../components/base/ExternalLink.tsx';
import { useTexts } from './useTexts.ts';

/** A link to a page of a block explorer; nothing without one. */
export function ExplorerLink({ url }: { url: string | null | undefined }) {
  const { t } = useTexts('common');
  return url ? (
    <ExternalLink href={url} newTabLabel={t('common:newTab')}>
      {t('common:explorer')}
    </ExternalLink>
  ) : null;
}
