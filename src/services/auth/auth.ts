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

/** The calls that open and close a session. None of them keeps it: that is for whoever owns the session. */
export interface Auth {
  /** `otp`: the code of a second factor, for an account that has one. */
  signIn(credentials: Credentials & { readonly otp?: string }): Promise<Session>;
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

  const signIn: Auth['signIn'] = (credentials) =>
    withCaptcha(null, async (captcha) => {
      const body = captcha === null ? credentials : { ...credentials, captcha };
      return (await http(loginCall, { body })).data;
    });

  /** What was sent last and has not been refused: the account may have been made. Lives as long as the page. */
  let sent: Registration | null = null;

  /** An email that is taken may be the person's own, by what they sent before: then what they have typed opens it. */
  async function enterOwn({ email, password }: Registration, refusal: unknown): Promise<Session> {
    return signIn({ email, password, remember: false }).catch((error: unknown) => {
      throw failureOf(error).code === 'INVALID_CREDENTIALS' ? refusal : error;
    });
  }

  return {
    // After wrong passwords the server wants a captcha; nobody else has to wait for one.
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
        if (!isAnswerLost(error)) sent = before;
        const isTaken = code === 'EMAIL_TAKEN' || code === 'USERNAME_TAKEN';
        const isOwn = before?.email === registration.email && before.password === registration.password;
        if (isTaken && isOwn) return enterOwn(registration, error);
        throw error;
      }
    },
    revoke: (token) => http(logoutCall, { token }),
  };
}
