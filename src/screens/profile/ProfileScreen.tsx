import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import { PageTitle } from '../../components/base/PageTitle.tsx';
import { Skeleton } from '../../components/base/Skeleton.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { Freshness } from '../core/Freshness.tsx';
import { ResourceView } from '../core/ResourceView.tsx';
import { useTexts } from '../core/useTexts.ts';
import { AccountDataSection } from './AccountDataSection.tsx';
import { type AppearanceProps, AppearanceSection } from './AppearanceSection.tsx';
import { DiscoverabilitySection } from './DiscoverabilitySection.tsx';
import { IdentitySection } from './IdentitySection.tsx';
import { PersonalSection } from './PersonalSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { SectionIndex } from './SectionIndex.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SessionSection } from './SessionSection.tsx';

interface Props extends AppearanceProps {
  area: ProfileAreaRef;
  user: User;
}

/** The profile: the person's data and how they log in. */
export default function ProfileScreen({ area, user, ...appearance }: Props) {
  const { t } = useTexts('profile');
  const { profile, personal, avatar, discoverability, sessions, endSession } = useSelector(
    area,
    ({ children }) => children,
  );
  const known = useSelector(area, ({ context }) => context.user);
  return (
    <section
      aria-labelledby="page-title"
      className="grid max-w-flow gap-6 min-[75rem]:max-w-none min-[75rem]:grid-cols-[13rem_minmax(0,42rem)] min-[75rem]:items-start min-[75rem]:gap-x-10"
    >
      <div className="min-[75rem]:col-span-2">
        <PageTitle>{t('profile:title')}</PageTitle>
      </div>
      <SectionIndex />
      <div className="flex min-w-0 flex-col gap-6">
        {profile && (
          <ResourceView
            resource={profile}
            placeholder={
              <>
                <Freshness resource={profile} />
                <Skeleton className="h-96 w-full" />
              </>
            }
            failed={t('profile:failed')}
          >
            {() => <Freshness resource={profile} />}
          </ResourceView>
        )}
        {avatar && <PictureSection avatar={avatar} user={user} />}
        {personal && known && <PersonalSection personal={personal} user={known} />}
        {discoverability && <DiscoverabilitySection discoverability={discoverability} user={user} />}
        <IdentitySection user={user} />
        <SecuritySection area={area} user={user} />
        {sessions && endSession && <SessionSection area={area} sessions={sessions} ending={endSession} />}
        <AccountDataSection area={area} terms={user.terms} />
        <AppearanceSection {...appearance} />
      </div>
    </section>
  );
}
