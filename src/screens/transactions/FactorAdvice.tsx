import { Link } from '../../components/base/Link.tsx';
import { sectionAddress } from '../core/profileSections.ts';
import { useTexts } from '../core/useTexts.ts';

/** Advises a person without a second factor to add one before their first payment. They may continue without. */
export function FactorAdvice() {
  const { t } = useTexts('transactions');
  return (
    <p className="rounded-card border border-wait p-4 text-sm">
      {t('transactions:proof.lead')}{' '}
      <Link href={sectionAddress('security')}>{t('transactions:proof.leadLink')}</Link>
    </p>
  );
}
