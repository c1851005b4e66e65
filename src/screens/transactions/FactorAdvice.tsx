import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

/** Before the first payment of somebody without a second factor: where they add one. They may go on without. */
export function FactorAdvice() {
  const { t } = useTexts('transactions');
  return (
    <p className="rounded-card border border-wait p-4 text-sm">
      {t('transactions:proof.lead')} <Link href="/profile">{t('transactions:proof.leadLink')}</Link>
    </p>
  );
}
