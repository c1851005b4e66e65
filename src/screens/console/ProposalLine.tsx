import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

/** Says that another operator decides, with a link. `children`: who has proposed what. */
export function ProposalLine({ children }: { children: string }) {
  const { t } = useTexts('console');
  return (
    <p>
      {children} <Link href="#/proposals">{t('console:areas.proposals')}</Link>
    </p>
  );
}
