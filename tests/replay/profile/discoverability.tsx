import { CallError } from '../../../contract/failure.ts';
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
      <h1>Profile</h1>
      <DiscoverabilitySection discoverability={actor} user={{ ...vera.user, discoverable: false }} />
    </>
  ),
  person: [
    { events: [{ type: 'discoverability.chosen', wanted: true }], by: tick(/^Let others|find|username/) },
  ],
  answers: {
    setDiscoverability: {
      done: [{ ...vera.user, discoverable: true }],
      error: [new CallError(failure('NETWORK'))],
    },
  },
});
