import { ArrowLeft } from 'lucide-react';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { type SupportQuery, supportAddress } from '../../machines/support/supportQuery.ts';
import { useTexts } from '../core/useTexts.ts';

/** The link back to the list. */
export function AllTickets({ query }: { query: SupportQuery }) {
  const { t } = useTexts('support');
  return (
    <p>
      <Link
        href={supportAddress({ ...query, ticket: null })}
        className="inline-flex min-h-touch items-center gap-1 sm:min-h-0"
      >
        <ArrowLeft {...iconProps} />
        {t('support:all')}
      </Link>
    </p>
  );
}
