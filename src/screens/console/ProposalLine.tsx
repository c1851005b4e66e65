import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

/** That another operator decides on it, and where. `children`: who has proposed what. */
export function ProposalLine({ children }: { children: string }) {
  const { t } = useTexts('console');
  return (
    <p>
      {children} <Link href="#/proposals">{t('console:areas.proposals')}</Link>
    </p>
  );
}
