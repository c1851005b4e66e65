import {
  changeEmailCall,
  changePasswordCall,
  endOtherSessionsCall,
  endSessionCall,
  sessionsCall,
  waysCall,
} from '../../contract/security.ts';
import type { Db } from '../database/db.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route } from '../http/routes.ts';
import { chainIssuer, identitiesOf } from '../identity/identities.ts';
import type { Post } from '../letters/post.ts';
import { voidTokens } from '../letters/tokens.ts';
import { forgetDevices } from './knownDevices.ts';
import type { Passwords } from './passwords.ts';
import { closeSession, closeSessions, type Session, sessionsOf } from './sessions.ts';
import { giveBackAll, guessesBySession, lettersByEmail, takeUse, tryUse } from './throttle.ts';
import { changeEmail, userByEmail } from './users.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly post: Post;
}

/** Registers the calls about where and by what a person signs in. */
export function securityCalls(route: Route, { database, passwords, post }: World) {
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

  route(waysCall, async ({ session: { user }, at }) => {
    const identities = await identitiesOf(database.query, user.id);
    const [pending] = await database.query<{ email: string }>(
      `SELECT email FROM letter_tokens
       WHERE user_id = $1 AND purpose = 'confirm' AND expires_at > $2 AND email IS DISTINCT FROM $3`,
      [user.id, at, user.email],
    );
    return {
      password: user.password_hash !== null,
      google: identities.some(({ issuer }) => issuer !== chainIssuer),
      metamask: identities.filter(({ issuer }) => issuer === chainIssuer).map(({ subject }) => subject),
      email_confirmed: user.email_confirmed_at !== null,
      pending_email: pending?.email ?? null,
    };
  });

  route(changePasswordCall, async ({ body, session, device, language, at }) => {
    const { user } = session;
    await requirePassword(session, 'current_password', body.current_password, at);
    const password_hash = await passwords.hash(user.id, body.password);
    await database.transaction(async (query) => {
      await query('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, password_hash]);
      await closeSessions(query, user.id, session.id);
      await forgetDevices(query, user.id, device.shown);
      await voidTokens(query, user.id);
    });
    const { email } = user;
    if (email !== null) post.later(() => post.notice('passwordChanged', email, language));
    return undefined;
  });

  route(changeEmailCall, async ({ body, session, language, at }) => {
    const { user } = session;
    await requirePassword(session, 'password', body.password, at);
    if (body.email === user.email) return { email: user.email, pending_email: null };
    if (!post.isOpen) {
      await database.transaction((query) => changeEmail(query, user.id, body.email, null));
      return { email: body.email, pending_email: null };
    }
    // Whether anybody has the address is for its reader to know.
    post.later(async () => {
      if (!(await tryUse(database.query, lettersByEmail, body.email, at))) return;
      const isKnown = (await userByEmail(database.query, body.email)) !== null;
      await (isKnown
        ? post.notice('known', body.email, language)
        : post.confirmation(user, body.email, language, at));
    });
    return { email: user.email, pending_email: body.email };
  });

  /** A session alone may be somebody else's by now. An account that has no password yet has nothing to be asked for. */
  async function requirePassword(
    { id, user }: Session,
    field: string,
    password: string,
    at: Date,
  ): Promise<void> {
    const { password_hash } = user;
    if (password_hash === null) return;
    await takeUse(database.query, guessesBySession, id, at);
    // Not a 401, which would say that the session is over.
    if (!(await passwords.verify(user.id, password_hash, password))) {
      throw new Refusal('VALIDATION_FAILED', {
        fields: { [field]: password === '' ? 'required' : 'mismatch' },
      });
    }
    await giveBackAll(database.query, guessesBySession, id);
  }
}
