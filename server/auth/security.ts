import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  loginMethodsCall,
  removeLoginMethodCall,
  sessionsCall,
} from '../../contract/security.ts';
import { signInsCall } from '../../contract/signIns.ts';
import type { StepUpAction } from '../../contract/stepUp.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import { closeSession, closeSessions, type Session, sessionsOf } from '../accounts/sessions.ts';
import { listSignIns } from '../accounts/signIns.ts';
import { userByEmail } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { emailsByRecipient, giveBackAll, guessesBySession, takeUse, tryUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import { voidTokens } from '../email/tokens.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { secondFactorsOf } from './factors.ts';
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

  route(signInsCall, async ({ search, session, at }) =>
    listSignIns(database.query, session.user.id, { ...search, at }),
  );

  route(endSessionCall, async ({ params, session, stepUp, at }) => {
    const mine = await sessionsOf(database.query, session, at);
    if (!mine.some(({ id }) => id === params.id)) throw new Refusal('NOT_FOUND');
    await database.transaction(async (query) => {
      if (params.id !== session.id)
        await takeProof(query, session, 'sessions', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await closeSession(query, params.id);
    });
    return undefined;
  });

  route(endOtherSessionsCall, async ({ session, stepUp, at }) => {
    await database.transaction(async (query) => {
      await takeProof(query, session, 'sessions', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await closeSessions(query, session.user.id, session.id);
    });
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
    requireUncommon(body.password, user);
    // A first password is another way in. To change one is not: whoever reads the email can reset it all the same.
    if (user.password_hash === null) await requireUnlocked(database.query, user.id, at);
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
      await keepNotices(query, [{ userId: user.id, occasion: 'passwordChanged', language, at }]);
    });
    return undefined;
  });

  route(changeEmailCall, async ({ body, session, stepUp, language, at }) => {
    const { user } = session;
    await requireUnlocked(database.query, user.id, at);
    await requirePerson(session, 'email', { field: 'password', typed: body.password, stepUp, at });
    if (body.email === user.email) return { email: user.email, pending_email: null };
    await database.transaction(async (query) => {
      await closeSessions(query, user.id, session.id);
      // Nobody can say here that it is theirs: it is told, and opens nothing.
      if (!outbox.isOpen)
        await query('UPDATE users SET unproved_email = $2 WHERE id = $1', [user.id, body.email]);
      await keepNotices(query, [{ userId: user.id, occasion: 'emailAsked', language, at }]);
    });
    // Whether anybody has the address is for its reader to know.
    outbox.later(async () => {
      if (!(await tryUse(database.query, emailsByRecipient, body.email, at))) return;
      const isKnown = (await userByEmail(database.query, body.email)) !== null;
      await (isKnown
        ? outbox.known(body.email, language)
        : outbox.confirmation(user, body.email, language, at));
    });
    return { email: user.email, pending_email: body.email };
  });

  route(removeLoginMethodCall, async ({ body, session, device, stepUp, language, at }) => {
    const { user } = session;
    await requireUnlocked(database.query, user.id, at);
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
      await keepNotices(query, [{ userId: user.id, occasion: 'methodRemoved', language, at }]);
    });
    return undefined;
  });

  /**
   * A session alone may be somebody else's by now: the person shows the password, and a fresh proof where there is none, or a second factor
   * beside it.
   */
  async function requirePerson(
    session: Session,
    action: StepUpAction,
    { field, typed, stepUp, at }: { field: string; typed: string; stepUp: string | null; at: Date },
  ): Promise<void> {
    const { user } = session;
    const takesProof =
      user.password_hash === null || (await secondFactorsOf(database.query, user.id)).length > 0;
    if (user.password_hash !== null) await requirePassword(session, field, typed, at);
    if (takesProof)
      await takeProof(database.query, session, action, { shown: stepUp, hasEmails: outbox.isOpen, at });
  }

  async function requirePassword({ id, user }: Session, field: string, typed: string, at: Date) {
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
