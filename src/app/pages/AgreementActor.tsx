import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AppRef } from '../../machines/appMachine.ts';
import { selectSession } from '../../machines/appSelectors.ts';
import { Agreement } from '../../screens/legal/Agreement.tsx';
import { providedAgreement } from '../wiring/agreement.ts';
import type { Services } from '../wiring/services.ts';

export function AgreementActor({ app, services }: { app: AppRef; services: Services }) {
  const [machine] = useState(() => providedAgreement(services, app));
  const isChange = useSelector(
    app,
    (snapshot) => (selectSession(snapshot)?.user.terms?.accepted ?? null) !== null,
  );
  return (
    <Agreement
      actor={useActorRef(machine)}
      isChange={isChange}
      onLogOut={() => app.send({ type: 'signOut.confirmed' })}
    />
  );
}
