import { expect, test } from 'vitest';
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
