import { createActor } from 'xstate';
import type { OpenSession } from '../../../contract/security.ts';
import { PageTitle } from '../../../src/components/base/PageTitle.tsx';
import { endSessionMachine } from '../../../src/machines/profile/endSessionMachine.ts';
import { loginMethodsMachine } from '../../../src/machines/profile/loginMethodsMachine.ts';
import { factorsResource, sessionsMachine } from '../../../src/machines/profile/profileAreaSetup.ts';
import { SessionSection } from '../../../src/screens/profile/SessionSection.tsx';
import { resourceMap, standingResource } from '../../support/replay/resourceMap.ts';

const here: OpenSession = {
  id: 's-1',
  device: 'Chrome · Linux',
  ip: '203.0.113.1',
  current: true,
  created_at: '2026-11-20T09:00:00.000Z',
  last_seen_at: '2026-11-20T09:00:00.000Z',
};
const children = {
  loginMethods: standingResource(loginMethodsMachine, { password: true, email_confirmed: true }),
  factors: standingResource(factorsResource, { totp: null, passkeys: [], recovery_codes_left: 0 }),
};
const area = {
  getSnapshot: () => ({ children }),
  subscribe: () => ({ unsubscribe: () => {} }),
} as unknown as Parameters<typeof SessionSection>[0]['area'];
const ending = createActor(endSessionMachine, { input: { now: () => 0 } }).start();

export const map = resourceMap({
  machine: sessionsMachine,
  data: [[here, { ...here, id: 's-2', current: false }], [here]],
  screen: (actor) => (
    <>
      <PageTitle>Settings</PageTitle>
      <SessionSection area={area} sessions={actor} ending={ending} />
    </>
  ),
  // Those of the dialog that ends sessions.
  views: [/^End/, /^Log out/],
});
