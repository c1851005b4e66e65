import { expect, test } from 'vitest';
import type { AuthCallback } from '../../contract/authCallback.ts';
import { CallError } from '../../contract/failure.ts';
import { followEmailLink } from '../../src/app/wiring/followEmailLink.ts';
import type { Services } from '../../src/app/wiring/services.ts';
import { failure } from '../support/actors.ts';

test.each([
  [failure('LINK_EXPIRED', { fields: { token: 'used' } }), 'plain', 'emailAlreadyConfirmed'],
  [failure('LINK_EXPIRED'), 'loss', 'linkExpired'],
  [failure('NETWORK'), 'loss', 'confirmationFailed'],
])(
  'who is signed in and opens a verification link that answers %o is told %s %s',
  async (refusal, tone, key) => {
    const services: Pick<Services, 'http' | 'authCallbacks'> = {
      http: () => Promise.reject(new CallError(refusal)),
      authCallbacks: {
        isEmpty: () => false,
        take: () => ({ from: 'confirmation', token: 'x'.repeat(43) }),
        putBack: () => {},
        subscribe: () => () => {},
        close: () => {},
      },
    };
    expect(await followEmailLink(services as Services)).toEqual({ tone, key, values: {} });
  },
);

/** Somebody signed in opens a link in an email: what is told, sent and kept. */
async function follow(callback: AuthCallback) {
  const sent: unknown[] = [];
  const kept: AuthCallback[] = [];
  const services: Pick<Services, 'http' | 'authCallbacks'> = {
    http: (call: unknown) => {
      sent.push(call);
      return Promise.reject(new CallError(failure('VALIDATION_FAILED')));
    },
    authCallbacks: {
      isEmpty: () => false,
      take: () => callback,
      putBack: (back) => kept.push(back),
      subscribe: () => () => {},
      close: () => {},
    },
  };
  const toast = await followEmailLink(services as Services);
  return { toast, sent, kept };
}

test.each([
  ['reset', ''],
  ['reset', 'x'.repeat(42)],
  ['confirmation', ''],
  ['confirmation', 'x'.repeat(5_000)],
] as const)('a %s link that was cut (%s) is over at once: nothing is sent or kept', async (from, token) => {
  expect(await follow({ from, token })).toEqual({
    toast: { tone: 'loss', key: 'linkExpired', values: {} },
    sent: [],
    kept: [],
  });
});

test('a whole link for a new password waits for the sign-out', async () => {
  const callback = { from: 'reset', token: 'x'.repeat(43) } as const;
  expect(await follow(callback)).toEqual({
    toast: { tone: 'wait', key: 'letterWaits', values: {} },
    sent: [],
    kept: [callback],
  });
});
