import { loginCall, logoutCall, registerCall } from '../../contract/auth.ts';
import { termsVersion } from '../../contract/legal.ts';
import type { Language } from '../../contract/news.ts';
import { profileCall } from '../../contract/profile.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { registerAccount } from '../accounts/registration.ts';
import { closeSession, type Device, openSession } from '../accounts/sessions.ts';
import type { SignInLog } from '../accounts/signIns.ts';
import {
  type NewUser,
  requireFreeUsername,
  requireSamePassword,
  tellUser,
  type UserRow,
  userByEmail,
} from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf, registrationsByAddress, requireUse, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import { tryEmail } from '../email/admission.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import type { Captcha } from './captcha.ts';
import { admitGuess } from './guesses.ts';
import type { SecondFactors } from './secondFactor.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly captcha: Captcha;
  readonly outbox: EmailOutbox;
  readonly secondFactors: SecondFactors;
  readonly signIns: SignInLog;
  /** Whether a password login requires a confirmed email address. */
  readonly demandsConfirmation: boolean;
}

/** The device, language and time of a registration. */
interface Asked {
  readonly device: Device;
  readonly language: Language;
  readonly at: Date;
}

/** The session of a person who has just registered. */
const fresh = { remember: false, method: 'password', secondFactor: null } as const;

/** Registers the calls to register, log in and log out. */
export function accountCalls(route: Route, world: World) {
  const { database, passwords, captcha, outbox, secondFactors, signIns, demandsConfirmation } = world;

  route(registerCall, async ({ body, device, language, at }) => {
    const network = networkOf(device.address);
    const { password, password_confirmation: _, terms: __, captcha: solved, ...person } = body;
    requireUncommon(password, person);
    await requireUse(database.query, registrationsByAddress, network, at);
    await captcha.require(network, solved, at, 1);
    await takeUse(database.query, registrationsByAddress, network, at);
    const newcomer = {
      ...person,
      password_hash: await passwords.hash(network, password),
      terms_version: termsVersion,
    };
    if (demandsConfirmation) return registerUnconfirmed(newcomer, { device, language, at });
    const session = await database.transaction(async (query) => {
      const user = await registerAccount(query, 'email', newcomer, at);
      const token = await openSession(query, user.id, fresh, device, at);
      return { token, user };
    });
    outbox.later(() => outbox.confirmation(session.user, newcomer.email, language, at));
    return { token: session.token, user: tellUser(session.user) };
  });

  route(loginCall, async ({ body, device, language, at }) => {
    const attempt = {
      email: body.email,
      network: networkOf(device.address),
      device: device.shown,
      captcha: body.captcha,
    };
    const guess = await admitGuess(database.query, captcha, attempt, at);
    const user = await userByEmail(database.query, body.email);
    return signIns.watch({ userId: user?.id ?? null, method: 'password', device, at }, async () => {
      const matches = await passwords.verify(attempt.network, user?.password_hash ?? null, body.password);
      if (!user || !matches) throw new Refusal('INVALID_CREDENTIALS');
      await database.transaction((query) => guess.right(query));
      if (demandsConfirmation && user.email_confirmed_at === null) throw new Refusal('EMAIL_UNVERIFIED');
      const secondFactor = await secondFactors.require({ user, device, language, at }, body.otp);
      const opening = { remember: body.remember, method: 'password', secondFactor } as const;
      const token = await database.transaction(async (query) => {
        await requireSamePassword(query, user);
        return openSession(query, user.id, opening, device, at);
      });
      return { token, user: tellUser(user) };
    });
  });

  route(logoutCall, async ({ session }) => {
    await closeSession(database.query, session.id);
    return undefined;
  });

  route(profileCall, async ({ session }) => tellUser(session.user));

  /** The answer is the same whether or not an account has the address; only the email tells. */
  async function registerUnconfirmed(
    newcomer: NewUser & { readonly email: string; readonly username: string },
    asked: Asked,
  ): Promise<never> {
    await requireFreeUsername(database.query, newcomer.username);
    const user = await database
      .transaction((query) => registerAccount(query, 'email', newcomer, asked.at))
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'EMAIL_TAKEN') return null;
        throw error;
      });
    outbox.later(() => introduce(user, newcomer.email, asked));
    throw new Refusal('EMAIL_UNVERIFIED');
  }

  async function introduce(user: UserRow | null, email: string, { device, language, at }: Asked) {
    const asking = { purpose: 'confirmation', to: email, network: networkOf(device.address) } as const;
    if (!(await tryEmail(database.query, { ...asking, device: device.shown, at }))) return;
    if (user) await outbox.confirmation(user, email, language, at);
    else await outbox.known(email, language);
  }
}
