import { ShieldCheck } from 'lucide-react';
import type { User } from '../../../contract/user.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  status: Exclude<User['kyc_status'], 'approved' | 'unknown'>;
}

/** What verification would allow the person, and how far it has come. */
export function VerificationLine({ status }: Props) {
  const { t } = useTexts('wallet');
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm">
      <ShieldCheck {...iconProps} className="shrink-0" />
      <span className="min-w-0 flex-1 basis-64">{t(`wallet:verification.${status}`)}</span>
      <Link href="/kyc" className="inline-flex min-h-touch min-w-touch items-center">
        {t(status === 'pending' ? 'wallet:verification.view' : 'wallet:verification.open')}
      </Link>
    </p>
  );
}
