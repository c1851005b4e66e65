import { CallError } from '../../../contract/failure.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { discoverabilityMachine } from '../../../src/machines/profile/discoverabilityMachine.ts';
import { DiscoverabilitySection } from '../../../src/screens/profile/DiscoverabilitySection.tsx';
import { failure } from '../../support/actors.ts';
import { vera } from '../../support/people.ts';
import { tick } from '../../support/replay/gestures.ts';
import { screenMap } from '../../support/replay/screenMap.ts';

export const map = screenMap({
  machine: discoverabilityMachine,
  input: () => undefined,
  screen: (actor) => (
    <>
      <PageTitle>Profile</PageTitle>
      <DiscoverabilitySection discoverability={actor} user={{ ...vera.user, discoverable: false }} />
    </>
  ),
  person: [
    { events: [{ type: 'discoverability.chosen', wanted: true }], by: tick(/^Let others|find|username/) },
  ],
  answers: {
    setDiscoverability: {
      done: [{ ...vera.user, discoverable: true }],
      error: [
        new CallError(failure('NETWORK')),
        new CallError(failure('RATE_LIMITED', { requestId: 'r-1' })),
      ],
    },
  },
});
