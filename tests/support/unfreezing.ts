import type { User } from '../../contract/user.ts';
import type { FreezeDetails } from '../../src/machines/profile/unfreezeMachine.ts';
import { vera } from './people.ts';

type Lifting = NonNullable<NonNullable<User['freeze']>['lifting']>;

/** An account that its own person has frozen by "This was not me". */
export function frozenBySelf(lifting: Partial<Lifting> = {}): User {
  return {
    ...vera.user,
    status: 'frozen',
    freeze: {
      ...{ reason: 'not_me', note: null, since: '2026-11-20T09:00:00.000Z' },
      lifting: { proven_at: null, approved_at: null, ...lifting },
    },
  };
}

/** As it is read: an account with a password and without second factors. */
export function detailsOf(user: User): FreezeDetails {
  return {
    user,
    methods: { password: true, email_confirmed: true, pending_email: null, metamask: [], google: false },
    factors: { totp: null, passkeys: [], recovery_codes_left: 0 },
  };
}
