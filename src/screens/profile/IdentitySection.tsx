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

/** There is nothing to do, or nobody knows whether there is. */
const toView: readonly User['kyc_status'][] = ['pending', 'approved', 'unknown'];

/** Whether the person has proved who they are, and the way to do it. */
export function IdentitySection({ user: { kyc_status } }: { user: User }) {
  const { t } = useTexts('profile');
  return (
    <SectionCard name="identity" title={t('profile:identity.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StatusBadge tone={tones[kyc_status]}>{t(`profile:identity.statuses.${kyc_status}`)}</StatusBadge>
        <LinkButton href="/kyc">
          {t(toView.includes(kyc_status) ? 'profile:identity.open' : 'profile:identity.verify')}
        </LinkButton>
      </div>
    </SectionCard>
  );
}
