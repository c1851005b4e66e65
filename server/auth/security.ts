import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  loginMethodsCall,
  removeLoginMethodCall,
  sessionsCall,
} from '../../contract/security.ts';
import type { StepUpAction } from '../../contract/stepUp.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { closeSession, closeSessions, type Session, sessionsOf } from '../accounts/sessions.ts';
import { userByEmail } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { emailsByRecipient, giveBackAll, guessesBySession, takeUse, tryUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import { voidTokens } from '../email/tokens.ts';
import type { Route } from '../http/routes.ts';
import { chainIssuer, identitiesOf, removeIdentity } from './identities.ts';
import { takeProof } from './stepUp.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly outbox: EmailOutbox;
}

/** Registers the calls about where and by what a person signs in. */
export function securityCalls(route: Route, { database, passwords, outbox }: World) {
  route(sessionsCall, async ({ session, at }) => sessionsOf(database.query, session, at));

  route(endSessionCall, async ({ params, session, at }) => {
    const mine = await sessionsOf(database.query, session, at);
    if (!mine.some(({ id }) => id === params.id)) throw new Refusal('NOT_FOUND');
    await closeSession(database.query, params.id);
    return undefined;
  });

  route(endOtherSessionsCall, async ({ session }) => {
    await closeSessions(database.query, session.user.id, session.id);
    return undefined;
  });

  route(loginMethodsCall, async ({ session: { user }, at }) => {
    const identities = await identitiesOf(database.query, user.id);
    const [pending] = await database.query<{ email: string }>(
      `SELECT email FROM email_tokens
       WHERE user_id = $1 AND purpose = 'confirm' AND expires_at > $2 AND email IS DISTINCT FROM $3`,
      [user.id, at, user.email],
    );
    return {
      password: user.password_hash !== null,
      google: identities.some(({ issuer }) => issuer !== chainIssuer),
      metamask: identities.filter(({ issuer }) => issuer === chainIssuer).map(({ subject }) => subject),
      email_confirmed: user.email_confirmed_at !== null,
      pending_email: pending?.email ?? user.unproved_email,
    };
  });

  route(changePasswordCall, async ({ body, session, device, stepUp, language, at }) => {
    const { user } = session;
    requireUncommon(body.password);
    await requirePerson(session, 'password', {
      field: 'current_password',
      typed: body.current_password,
      stepUp,
      at,
    });
    const password_hash = await passwords.hash(user.id, body.password);
    await database.transaction(async (query) => {
      await query('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, password_hash]);
      await closeSessions(query, user.id, session.id);
      await forgetDevices(query, user.id, device.shown);
      await voidTokens(query, user.id);
    });
    const { email } = user;
    if (email !== null) outbox.later(() => outbox.notice('passwordChanged', email, language));
    return undefined;
  });

  route(changeEmailCall, async ({ body, session, stepUp, language, at }) => {
    const { user } = session;
    await requirePerson(session, 'email', { field: 'password', typed: body.password, stepUp, at });
    if (body.email === user.email) return { email: user.email, pending_email: null };
    await database.transaction(async (query) => {
      await closeSessions(query, user.id, session.id);
      // Nobody can say here that it is theirs: it is told, and opens nothing.
      if (!outbox.isOpen)
        await query('UPDATE users SET unproved_email = $2 WHERE id = $1', [user.id, body.email]);
    });
    // Whether anybody has the address is for its reader to know.
    outbox.later(async () => {
      if (user.email !== null) await outbox.notice('emailAsked', user.email, language);
      if (!(await tryUse(database.query, emailsByRecipient, body.email, at))) return;
      const isKnown = (await userByEmail(database.query, body.email)) !== null;
      await (isKnown
        ? outbox.notice('known', body.email, language)
        : outbox.confirmation(user, body.email, language, at));
    });
    return { email: user.email, pending_email: body.email };
  });

  route(removeLoginMethodCall, async ({ body, session, device, stepUp, language, at }) => {
    const { user } = session;
    await takeProof(database.query, session, 'methods', { shown: stepUp, hasEmails: outbox.isOpen, at });
    await database.transaction(async (query) => {
      // Of two removals at once the second counts what the first has left.
      await query('SELECT id FROM users WHERE id = $1 FOR UPDATE', [user.id]);
      const identities = await identitiesOf(query, user.id);
      const meant = identities.find(({ issuer, subject }) =>
        body.method === 'wallet'
          ? issuer === chainIssuer && subject === body.address
          : issuer !== chainIssuer,
      );
      if (!meant) throw new Refusal('NOT_FOUND');
      const hasPassword = user.password_hash !== null && user.email !== null;
      if (identities.length === 1 && !hasPassword) throw new Refusal('LAST_LOGIN_METHOD');
      await removeIdentity(query, user.id, meant);
      await closeSessions(query, user.id, session.id);
      await forgetDevices(query, user.id, device.shown);
    });
    const { email } = user;
    if (email !== null) outbox.later(() => outbox.notice('methodRemoved', email, language));
    return undefined;
  });

  /**
   * A session alone may be somebody else's by now: the person shows the password, or, where there is none, a fresh proof by what
   * they come in by.
   */
  async function requirePerson(
    session: Session,
    action: StepUpAction,
    { field, typed, stepUp, at }: { field: string; typed: string; stepUp: string | null; at: Date },
  ): Promise<void> {
    const { id, user } = session;
    if (user.password_hash === null) {
      await takeProof(database.query, session, action, { shown: stepUp, hasEmails: outbox.isOpen, at });
      return;
    }
    await takeUse(database.query, guessesBySession, id, at);
    // Not a 401, which would say that the session is over.
    if (!(await passwords.verify(user.id, user.password_hash, typed))) {
      throw new Refusal('VALIDATION_FAILED', {
        fields: { [field]: typed === '' ? 'required' : 'mismatch' },
      });
    }
    await giveBackAll(database.query, guessesBySession, id);
  }
}
