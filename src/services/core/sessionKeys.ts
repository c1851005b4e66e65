/** Spec section 3: where the session is held. */
export const tokenKey = 'auth_token';
export const userKey = 'user';
/** Until when the session lasts, in milliseconds of the server's time, as a tab was told last. */
export const sessionEndKey = 'session_end';
/** What was read last in a session. */
export const lastReadKey = 'last_read';
