import { Snowflake } from 'lucide-react';
import type { User } from '../../../contract/user.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

/** Says that the account is frozen, why as far as support gave a reason, and what to do about it. */
export default function FrozenAccount({ freeze }: { freeze: NonNullable<User['freeze']> | null }) {
  const { t } = useTexts('wallet');
  const reason = freeze?.reason ?? null;
  const note = freeze?.note ?? null;
  return (
    <section
      aria-labelledby="frozen-account"
      className="flex gap-3 rounded-card border border-halt bg-surface p-4"
    >
      <Snowflake {...iconProps} className="mt-0.5 shrink-0 text-halt" />
      <div className="flex flex-col gap-1">
        <h2 id="frozen-account" className="font-semibold">
          {t('wallet:frozenAccount.title')}
        </h2>
        <p>{t('wallet:frozenAccount.text')}</p>
        {reason !== null && <p>{t(`wallet:frozenAccount.reasons.${reason}`)}</p>}
        {note !== null && (
          <p dir="auto" className="[overflow-wrap:anywhere]">
            {t('common:supportNote', { note })}
          </p>
        )}
        {freeze?.lifting ? (
          <>
            <p>{t('wallet:frozenAccount.lifting')}</p>
            <Link href="/unfreeze" className="inline-flex min-h-touch items-center self-start">
              {t('wallet:frozenAccount.unfreeze')}
            </Link>
          </>
        ) : (
          <>
            <p>{t(reason === null ? 'wallet:frozenAccount.next' : 'wallet:frozenAccount.nextKnown')}</p>
            <Link href="/support?ticket=new" className="inline-flex min-h-touch items-center self-start">
              {t('wallet:frozenAccount.support')}
            </Link>
          </>
        )}
      </div>
    </section>
  );
}
