import {
  type Credentials,
  loginCall,
  logoutCall,
  type Registration,
  registerCall,
  type Session,
} from '../../contract/auth.ts';
import type { Http } from './http.ts';

/** The calls that open and close a session. None of them keeps it: that is for whoever owns the session. */
export interface Auth {
  signIn(credentials: Credentials): Promise<Session>;
  register(registration: Registration): Promise<Session>;
  /** Makes a token dead at the provider. */
  revoke(token: string): Promise<void>;
}

export function createAuth(http: Http): Auth {
  return {
    signIn: async (credentials) => (await http(loginCall, { body: credentials })).data,
    register: async (registration) => (await http(registerCall, { body: registration })).data,
    revoke: (token) => http(logoutCall, { token }),
  };
}
