import {
  type Credentials,
  loginCall,
  logoutCall,
  type Registration,
  registerCall,
  registerWithoutCaptchaCall,
  type Session,
} from '../../../contract/auth.ts';
import { failureOf } from '../../../contract/failure.ts';
import type { Http } from '../core/http.ts';

/** The calls that open and close a session. None of them keeps it: that is for whoever owns the session. */
export interface Auth {
  signIn(credentials: Credentials): Promise<Session>;
  register(registration: Registration): Promise<Session>;
  /** Makes a token dead at the server. */
  revoke(token: string): Promise<void>;
}

/** `takeCaptcha` answers a solved captcha that nobody else gets; null where the server has none. */
export function createAuth(http: Http, takeCaptcha: () => Promise<string | null>): Auth {
  /** A call that is refused for its captcha has done nothing, so it may be made again: with a new one. */
  async function withCaptcha<Answer>(
    first: string | null,
    call: (captcha: string | null) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await call(first);
    } catch (error) {
      if (failureOf(error).code !== 'CAPTCHA_FAILED') throw error;
      return call(await takeCaptcha());
    }
  }

  return {
    // After wrong passwords the server wants a captcha; nobody else has to wait for one.
    signIn: (credentials) =>
      withCaptcha(null, async (captcha) => {
        const body = captcha === null ? credentials : { ...credentials, captcha };
        return (await http(loginCall, { body })).data;
      }),
    register: async (registration) =>
      withCaptcha(await takeCaptcha(), async (captcha) => {
        const answer =
          captcha === null
            ? await http(registerWithoutCaptchaCall, { body: registration })
            : await http(registerCall, { body: { ...registration, captcha } });
        return answer.data;
      }),
    revoke: (token) => http(logoutCall, { token }),
  };
}
