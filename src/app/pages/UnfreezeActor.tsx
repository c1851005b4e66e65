import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import UnfreezeScreen from '../../screens/profile/UnfreezeScreen.tsx';
import type { Services } from '../wiring/services.ts';
import { providedUnfreeze } from '../wiring/unfreezing.ts';

export function UnfreezeActor({ services }: { services: Services }) {
  const [machine] = useState(() => providedUnfreeze(services));
  return <UnfreezeScreen actor={useActorRef(machine, { input: { now: services.clock.now } })} />;
}
