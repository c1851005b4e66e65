import type { User } from '../../../contract/user.ts';
import { LinkButton } from '../../components/base/LinkButton.tsx';
import { StatusBadge, type Tone } from '../../components/base/StatusBadge.tsx';
import { useTexts } from '../core/useTexts.ts';
import { SectionCard } from './SectionCard.tsx';

const tones: Readonly<Record<User['kyc_status'], Tone>> = {
  notStarted: 'plain',
  inProgress: 'wait',
  pending: 'wait',
  approved: 'gain',
  rejected: 'loss',
  expired: 'loss',
  unknown: 'plain',
};

/** Statuses in which the person has nothing to do, or this version does not know. */
const toView: readonly User['kyc_status'][] = ['pending', 'approved', 'unknown'];

/** Whether the person's identity is verified, with a link to the verification. */
export function IdentitySection({ user: { kyc_status } }: { user: User }) {
  const { t } = useTexts('profile');
  return (
    <SectionCard name="identity" title={t('profile:identity.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StatusBadge tone={tones[kyc_status]}>{t(`profile:identity.statuses.${kyc_status}`)}</StatusBadge>
        <LinkButton href="/kyc">{t(linkText(kyc_status))}</LinkButton>
      </div>
    </SectionCard>
  );
}

function linkText(status: User['kyc_status']) {
  if (status === 'rejected') return 'profile:identity.replace';
  return toView.includes(status) ? 'profile:identity.open' : 'profile:identity.verify';
}
