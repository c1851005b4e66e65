import { ShieldCheck } from 'lucide-react';
import type { User } from '../../../contract/user.ts';
import { iconProps } from '../../components/base/icon.ts';
import { Link } from '../../components/base/Link.tsx';
import { useTexts } from '../core/useTexts.ts';

interface Props {
  status: Exclude<User['kyc_status'], 'approved' | 'unknown'>;
}

/** What a link to the verification says in some statuses. */
const links: {
  readonly [Status in Props['status']]?: 'wallet:verification.view' | 'wallet:verification.replace';
} = {
  pending: 'wallet:verification.view',
  rejected: 'wallet:verification.replace',
};

/** What verification would allow the person, and how far it has come. The link is under the sentence, or follows it on one line. */
export function VerificationLine({ status }: Props) {
  const { t } = useTexts('wallet');
  return (
    <p className="flex items-start gap-x-3 text-muted text-sm sm:items-center">
      <ShieldCheck {...iconProps} className="shrink-0" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 sm:flex-nowrap">
        <span className="min-w-0 basis-full sm:basis-auto">{t(`wallet:verification.${status}`)}</span>
        <Link href="/kyc" className="inline-flex min-h-touch min-w-touch items-center sm:shrink-0">
          {t(links[status] ?? 'wallet:verification.open')}
        </Link>
      </span>
    </p>
  );
}
