/** Spec section 3: where the session is held. */
export const tokenKey = 'auth_token';
export const userKey = 'user';
