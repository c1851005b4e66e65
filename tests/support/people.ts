import type { Session } from '../../contract/auth.ts';

/** A signed-in person, as a provider tells it. */
export const vera: Session = {
  token: 'token-of-vera',
  user: {
    id: 'user-1',
    first_name: 'Vera',
    last_name: 'Stone',
    username: 'vera',
    email: 'vera@example.com',
    phone: '+79161234567',
    date_of_birth: '1990-05-17',
    country: 'RU',
    gender: null,
    address: null,
    city: null,
    zip_code: null,
    avatar_file: null,
    status: 'active',
    kyc_status: 'notStarted',
    created_at: '2026-11-01T10:00:00.000Z',
  },
};

/** Another one. */
export const oleg: Session = {
  token: 'token-of-oleg',
  user: { ...vera.user, id: 'user-2', first_name: 'Oleg', username: 'oleg', email: 'oleg@example.com' },
};
