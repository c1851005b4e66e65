import { expect, test } from 'vitest';
import { withoutSecrets } from '../../src/app/devtools/withoutSecrets.ts';
import { vera } from '../support/people.ts';

test('whatever is inspected tells nobody who somebody is', () => {
  const inspected = {
    type: '@xstate.snapshot',
    sessionId: 'x:3',
    event: { type: 'session.opened', session: vera },
    snapshot: {
      value: { signedIn: 'showing' },
      context: {
        session: vera,
        returnTo: '/wallet',
        values: { email: 'vera@example.com', password: 'Secret-pass-1', remember: true },
        errors: { email: 'taken' },
      },
      children: [{ output: { token: vera.token } }],
    },
  };

  const clean = withoutSecrets(inspected);

  expect(JSON.stringify(clean)).not.toMatch(/token-of-vera|vera|Vera|Stone|Secret|7916|1990/);
  expect(clean).toMatchObject({
    type: '@xstate.snapshot',
    sessionId: 'x:3',
    snapshot: {
      value: { signedIn: 'showing' },
      context: { returnTo: '/wallet', values: { password: '(string)', remember: true } },
    },
  });
});

test('what is typed is not shown, whatever the field', () => {
  expect(withoutSecrets({ type: 'field.changed', name: 'nickname', value: 'vera' })).toEqual({
    type: 'field.changed',
    name: 'nickname',
    value: '(string)',
  });
  expect(withoutSecrets({ type: 'fields.changed', values: { to: '0x16' } })).toEqual({
    type: 'fields.changed',
    values: '(object)',
  });
});
