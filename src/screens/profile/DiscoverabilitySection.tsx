import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import { LiveRegion } from '../../components/base/LiveRegion.tsx';
import { Checkbox } from '../../components/fields/Checkbox.tsx';
import type { DiscoverabilityRef } from '../../machines/profile/discoverabilityMachine.ts';
import { failureText } from '../core/failureText.ts';
import { useTexts } from '../core/useTexts.ts';
import { SectionCard } from './SectionCard.tsx';

interface Props {
  discoverability: DiscoverabilityRef;
  user: User;
}

/** Whether others may pay this person by username or email address, and what they then see. */
export function DiscoverabilitySection({ discoverability, user }: Props) {
  const { t } = useTexts('profile');
  const { failure, wanted } = useSelector(discoverability, ({ context }) => context);
  const isBusy = useSelector(discoverability, (state) => state.hasTag('busy'));
  const isOn = user.discoverable === true;
  // After a lost answer the setting may turn out to be as it was wanted: then nothing has failed.
  const error = failure && isOn !== wanted ? t(failureText[failure.code].sentence) : undefined;
  return (
    <SectionCard name="discoverability" title={t('profile:discoverability.title')}>
      <LiveRegion message={error ?? ''} />
      <Checkbox
        isSelected={isBusy ? wanted : isOn}
        isReadOnly={isBusy}
        onChange={(chosen) => discoverability.send({ type: 'discoverability.chosen', wanted: chosen })}
        description={t('profile:discoverability.text')}
        error={error}
      >
        {t('profile:discoverability.label')}
      </Checkbox>
    </SectionCard>
  );
}
