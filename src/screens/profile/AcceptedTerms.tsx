import type { User } from '../../../contract/user.ts';
import { Link } from '../../components/base/Link.tsx';
import { dayText, instantDayText } from '../core/dates.ts';
import { useTexts } from '../core/useTexts.ts';

const target = 'inline-flex min-h-touch items-center';

/** The version of the terms that the person agreed to, its time, and a link to the current version. */
export function AcceptedTerms({ terms: { accepted, accepted_at } }: { terms: NonNullable<User['terms']> }) {
  const { t, locale } = useTexts('profile');
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t pt-2">
      <p className="min-w-0 flex-1 basis-64">
        {accepted !== null && accepted_at !== null
          ? t('profile:terms.accepted', {
              version: dayText(accepted, locale),
              date: instantDayText(accepted_at, locale),
            })
          : t('profile:terms.none')}
      </p>
      <span className="flex flex-wrap gap-x-4">
        <Link className={target} href="/terms">
          {t('profile:terms.terms')}
        </Link>
        <Link className={target} href="/privacy">
          {t('profile:terms.privacy')}
        </Link>
      </span>
    </div>
  );
}
