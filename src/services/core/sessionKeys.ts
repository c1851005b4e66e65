/** Spec section 3: where the session is held. */
export const tokenKey = 'auth_token';
export const userKey = 'user';
/** What was read last in a session. */
export const lastReadKey = 'last_read';
