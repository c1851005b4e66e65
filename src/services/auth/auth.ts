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
import { isAnswerLost } from '../core/lostAnswer.ts';

/** The calls that open and close a session. They do not store it; the owner of the session does. */
export interface Auth {
  /** `otp`: the code of a second factor, for an account that has one. */
  signIn(credentials: Credentials & { readonly otp?: string }): Promise<Session>;
  register(registration: Registration): Promise<Session>;
  /** Invalidates a token at the server. */
  revoke(token: string): Promise<void>;
}

/** `takeCaptcha` answers a solved captcha, which is used only once; null when the server has none. */
export function createAuth(http: Http, takeCaptcha: () => Promise<string | null>): Auth {
  /** A call refused for its captcha had no effect, so it is repeated with a new one. */
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

  const signIn: Auth['signIn'] = (credentials) =>
    withCaptcha(null, async (captcha) => {
      const body = captcha === null ? credentials : { ...credentials, captcha };
      return (await http(loginCall, { body })).data;
    });

  /** The last registration that was sent and made an account or may have: EMAIL_UNVERIFIED is told of a new one too. Kept in memory. */
  let sent: Registration | null = null;

  /** If the email is taken, the account may be the person's own from an earlier attempt, so try to sign in with what they typed. */
  async function enterOwn({ email, password }: Registration, refusal: unknown): Promise<Session> {
    return signIn({ email, password, remember: false }).catch((error: unknown) => {
      throw failureOf(error).code === 'INVALID_CREDENTIALS' ? refusal : error;
    });
  }

  return {
    // The server requires a captcha only after wrong passwords, so the first attempt sends none.
    signIn,
    register: async (registration) => {
      const before = sent;
      sent = registration;
      try {
        const session = await withCaptcha(await takeCaptcha(), async (captcha) => {
          const answer =
            captcha === null
              ? await http(registerWithoutCaptchaCall, { body: registration })
              : await http(registerCall, { body: { ...registration, captcha } });
          return answer.data;
        });
        sent = null;
        return session;
      } catch (error) {
        const { code } = failureOf(error);
        if (!isAnswerLost(error) && code !== 'EMAIL_UNVERIFIED') sent = before;
        const isTaken = code === 'EMAIL_TAKEN' || code === 'USERNAME_TAKEN';
        const isOwn = before?.email === registration.email && before.password === registration.password;
        if (isTaken && isOwn) return enterOwn(registration, error);
        throw error;
      }
    },
    revoke: (token) => http(logoutCall, { token }),
  };
}
