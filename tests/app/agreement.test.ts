import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Session } from '../../contract/auth.ts';
import { providedAgreement } from '../../src/app/wiring/agreement.ts';
import type { Services } from '../../src/app/wiring/services.ts';
import type { AppRef } from '../../src/machines/appMachine.ts';
import { settled } from '../support/actors.ts';
import { oleg, vera } from '../support/people.ts';

const agreed = { type: 'profile.changed', user: vera.user };

test.each<[string, Session | null, readonly object[]]>([
  ['is told while they are logged in', vera, [agreed]],
  ['is not told once they have logged out', null, []],
  ['is not told to whoever has logged in meanwhile', oleg, []],
])('that a person agreed %s', async (_, later, told) => {
  let session: Session | null = vera;
  const sent: object[] = [];
  const app = {
    getSnapshot: () => ({ context: { session } }),
    send: (event: object) => void sent.push(event),
  };
  const services = {
    http: async () => {
      session = later;
      return { data: vera.user };
    },
    outdateData: () => {},
  };
  const actor = createActor(
    providedAgreement(services as unknown as Services, app as unknown as AppRef),
  ).start();
  actor.send({ type: 'agreement.given' });
  await settled();
  expect(sent).toEqual(told);
});
