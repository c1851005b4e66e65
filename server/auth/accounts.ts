import { loginCall, logoutCall, registerCall } from '../../contract/auth.ts';
import type { Language } from '../../contract/news.ts';
import { profileCall } from '../../contract/profile.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { registerAccount } from '../accounts/registration.ts';
import { closeSession, openSession } from '../accounts/sessions.ts';
import { type NewUser, requireFreeUsername, tellUser, type UserRow, userByEmail } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import {
  emailsByRecipient,
  networkOf,
  registrationsByAddress,
  requireUse,
  takeUse,
  tryUse,
} from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import type { Captcha } from './captcha.ts';
import { admitGuess } from './guesses.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly captcha: Captcha;
  readonly outbox: EmailOutbox;
  /** Whether nobody signs in by a password before their email address is confirmed. */
  readonly demandsConfirmation: boolean;
}

/** Registers the calls with which a person comes and goes. */
export function accountCalls(route: Route, world: World) {
  const { database, passwords, captcha, outbox, demandsConfirmation } = world;

  route(registerCall, async ({ body, device, language, at }) => {
    const network = networkOf(device.address);
    const { password, password_confirmation: _, terms: __, captcha: solved, ...person } = body;
    requireUncommon(password);
    await requireUse(database.query, registrationsByAddress, network, at);
    await captcha.require(network, solved, at, 1);
    await takeUse(database.query, registrationsByAddress, network, at);
    const newcomer = { ...person, password_hash: await passwords.hash(network, password) };
    if (demandsConfirmation) return registerUnconfirmed(newcomer, language, at);
    const session = await database.transaction(async (query) => {
      const user = await registerAccount(query, 'email', newcomer, at);
      const token = await openSession(query, user.id, false, device, at);
      return { token, user };
    });
    outbox.later(() => outbox.confirmation(session.user, newcomer.email, language, at));
    return { token: session.token, user: tellUser(session.user) };
  });

  route(loginCall, async ({ body, device, at }) => {
    const attempt = {
      email: body.email,
      network: networkOf(device.address),
      device: device.shown,
      captcha: body.captcha,
    };
    const guess = await admitGuess(database.query, captcha, attempt, at);
    const user = await userByEmail(database.query, body.email);
    const matches = await passwords.verify(attempt.network, user?.password_hash ?? null, body.password);
    if (!user || !matches) throw new Refusal('INVALID_CREDENTIALS');
    const isAdmitted = !demandsConfirmation || user.email_confirmed_at !== null;
    const token = await database.transaction(async (query) => {
      await guess.right(query);
      return isAdmitted ? openSession(query, user.id, body.remember, device, at) : null;
    });
    if (token === null) throw new Refusal('EMAIL_UNVERIFIED');
    return { token, user: tellUser(user) };
  });

  route(logoutCall, async ({ session }) => {
    await closeSession(database.query, session.id);
    return undefined;
  });

  route(profileCall, async ({ session }) => tellUser(session.user));

  /** The answer is the same whether anybody has the address: whoever reads its email learns which it was. */
  async function registerUnconfirmed(
    newcomer: NewUser & { readonly email: string; readonly username: string },
    language: Language,
    at: Date,
  ): Promise<never> {
    await requireFreeUsername(database.query, newcomer.username);
    const user = await database
      .transaction((query) => registerAccount(query, 'email', newcomer, at))
      .catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'EMAIL_TAKEN') return null;
        throw error;
      });
    outbox.later(() => introduce(user, newcomer.email, language, at));
    throw new Refusal('EMAIL_UNVERIFIED');
  }

  async function introduce(user: UserRow | null, email: string, language: Language, at: Date) {
    if (!(await tryUse(database.query, emailsByRecipient, email, at))) return;
    if (user) await outbox.confirmation(user, email, language, at);
    else await outbox.notice('known', email, language);
  }
}
