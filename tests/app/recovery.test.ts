import { expect, test } from 'vitest';
import { CallError, type Failure } from '../../contract/failure.ts';
import { recoveryActorOf } from '../../src/app/wiring/recovery.ts';
import type { Services } from '../../src/app/wiring/services.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { failure, settled } from '../support/actors.ts';

const over = (fields: Failure['fields'] = {}) => failure('LINK_EXPIRED', { fields, requestId: 'r' });

/** Somebody who opened the link of a recovery, to a server that refuses each password with the next of `refusals`. */
function open(refusals: readonly Failure[]) {
  const left = refusals.values();
  const services: Pick<Services, 'http' | 'clock'> = {
    clock: createClock(),
    http: () => Promise.reject(new CallError(left.next().value ?? failure('GENERAL'))),
  };
  const actor = recoveryActorOf(services as Services, `#token=${'x'.repeat(43)}`);
  const form = () => actor?.getSnapshot().children.newPassword;
  return {
    state: () => actor?.getSnapshot().value,
    failure: () => form()?.getSnapshot().context.failure?.code,
    send: async (password: string) => {
      form()?.send({ type: 'field.changed', name: 'password', value: password });
      form()?.send({ type: 'field.changed', name: 'password_confirmation', value: password });
      form()?.send({ type: 'form.submitted' });
      await settled();
    },
  };
}

test('a recovery whose answer was lost is done when the same password is sent again', async () => {
  const { send, state, failure: told } = open([failure('NETWORK'), over({ token: 'used' })]);
  await send('Walnut2027');
  expect([state(), told()]).toEqual(['choosing', 'NETWORK']);
  await send('Walnut2027');
  expect(state()).toBe('recovered');
});

test.each([
  ['another password', failure('NETWORK'), 'Orange2027', over({ token: 'used' })],
  ['a link that is over without a use', failure('NETWORK'), 'Walnut2027', over()],
  ['a link that was refused before', over({ token: 'used' }), 'Walnut2027', over({ token: 'used' })],
])('a recovery is not done by %s', async (_, first, password, second) => {
  const { send, state, failure: told } = open([first, second]);
  await send('Walnut2027');
  await send(password);
  expect([state(), told()]).toEqual(['choosing', 'LINK_EXPIRED']);
});
