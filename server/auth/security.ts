import type { Language } from '../../contract/news.ts';
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
import { closeSession, closeSessions, lockOwner, type Session, sessionsOf } from '../accounts/sessions.ts';
import { listSignIns } from '../accounts/signIns.ts';
import { voidPart } from '../accounts/unfreezing.ts';
import { type UserRow, userByEmail } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { giveBackAll, guessesBySession, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import { takeOwnEmail, tryEmailOfMany } from '../email/admission.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import { makeToken, voidOtherAddresses, voidTokens } from '../email/tokens.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { secondFactorsOf } from './factors.ts';
import { chainIssuer, identitiesOf, removeIdentity } from './identities.ts';
import { requireProof, takeProof } from './stepUp.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly outbox: EmailOutbox;
}

/** The proofs for a change of the password or the address. */
interface Shown {
  /** The field with the current password. */
  readonly field: string;
  readonly typed: string;
  readonly stepUp: string | null;
  readonly at: Date;
}

/** Registers the calls about the sessions and sign-in methods of a person. */
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
       WHERE user_id = $1 AND purpose = 'confirm' AND expires_at > $2 AND used_at IS NULL
         AND email IS DISTINCT FROM $3`,
      [user.id, at, user.email],
    );
    return {
      password: user.password_hash !== null,
      google: identities.some(({ issuer }) => issuer !== chainIssuer),
      metamask: identities.filter(({ issuer }) => issuer === chainIssuer).map(({ subject }) => subject),
      email_confirmed: user.email_confirmed_at !== null,
      pending_email: pending?.email ?? user.unproved_email,
      emails: outbox.isOpen,
    };
  });

  route(changePasswordCall, async ({ body, session, device, stepUp, language, at }) => {
    const { user } = session;
    requireUncommon(body.password, user);
    const shown = { field: 'current_password', typed: body.current_password, stepUp, at };
    // A first password is a new way in. Changing one is not, because somebody with access to the email could reset it anyway.
    if (user.password_hash === null) await requireUnlocked(database.query, user.id, at);
    await requirePerson(session, 'password', shown);
    const password_hash = await passwords.hash(user.id, body.password);
    await database.transaction(async (query) => {
      const owner = await takePerson(query, session, 'password', shown);
      if (owner.password_hash === null) await requireUnlocked(query, owner.id, at);
      await query('UPDATE users SET password_hash = $2 WHERE id = $1', [owner.id, password_hash]);
      await closeSessions(query, owner.id, session.id);
      await forgetDevices(query, owner.id, device.shown);
      await voidTokens(query, owner.id);
      // Whoever knew the old password may have given the proof for lifting the freeze.
      await voidPart(query, owner.id, 'proven');
      await keepNotices(query, [{ userId: owner.id, occasion: 'passwordChanged', language, at }]);
    });
    return undefined;
  });

  route(changeEmailCall, async ({ body, session, stepUp, language, at }) => {
    const shown = { field: 'password', typed: body.password, stepUp, at };
    await requireUnlocked(database.query, session.user.id, at);
    await requirePerson(session, 'email', shown);
    const changed = await database.transaction(async (query) => {
      const owner = await takePerson(query, session, 'email', shown);
      await requireUnlocked(query, owner.id, at);
      const isSame = body.email === owner.email;
      if (isSame) await takeBackEmail(query, owner.id, body.email);
      const token = isSame ? null : await askForEmail(query, session, body.email, { language, at });
      return { isSame, token, owner };
    });
    const { isSame, token, owner } = changed;
    // Only the reader of the email learns whether the address already has an account.
    if (token !== null) outbox.later(() => tellNewAddress(body.email, token, language, at));
    return { email: owner.email, pending_email: isSame ? null : body.email, emails: outbox.isOpen };
  });

  /** Records a requested change of address. Answers the token for its link; null when no email can be sent. */
  async function askForEmail(
    query: Query,
    { id, user }: Session,
    email: string,
    { language, at }: { readonly language: Language; readonly at: Date },
  ): Promise<string | null> {
    await takeOwnEmail(query, 'address', user.id, at);
    await closeSessions(query, user.id, id);
    await keepNotices(query, [{ userId: user.id, occasion: 'emailAsked', language, at }]);
    // In this transaction, and also for a taken address: a link made later would survive a reset of the password.
    if (outbox.isOpen) return makeToken(query, 'confirm', { user_id: user.id, email }, at);
    // Without emails the address cannot be confirmed, so it is shown but cannot be used to sign in.
    await query('UPDATE users SET unproved_email = $2 WHERE id = $1', [user.id, email]);
    return null;
  }

  async function tellNewAddress(email: string, token: string, language: Language, at: Date) {
    if (!(await tryEmailOfMany(database.query, 'address', email, at))) return;
    const isKnown = (await userByEmail(database.query, email)) !== null;
    await (isKnown ? outbox.known(email, language) : outbox.newAddress(email, token, language));
  }

  route(removeLoginMethodCall, async ({ body, session, device, stepUp, language, at }) => {
    const { user } = session;
    await database.transaction(async (query) => {
      // Of two removals at once, the second counts the methods that the first has left.
      const owner = await lockOwner(query, session, at);
      await requireUnlocked(query, user.id, at);
      await takeProof(query, session, 'methods', { shown: stepUp, hasEmails: outbox.isOpen, at });
      const identities = await identitiesOf(query, user.id);
      const meant = identities.find(({ issuer, subject }) =>
        body.method === 'wallet'
          ? issuer === chainIssuer && subject === body.address
          : issuer !== chainIssuer,
      );
      if (!meant) throw new Refusal('NOT_FOUND');
      const hasPassword = owner.password_hash !== null && owner.email !== null;
      if (identities.length === 1 && !hasPassword) throw new Refusal('LAST_LOGIN_METHOD');
      await removeIdentity(query, user.id, meant);
      await closeSessions(query, user.id, session.id);
      await forgetDevices(query, user.id, device.shown);
      await keepNotices(query, [{ userId: user.id, occasion: 'methodRemoved', language, at }]);
    });
    return undefined;
  });

  /**
   * A session may be stolen, so the person proves themselves: with the password, and with a fresh proof if there is no password, or if there is a second
   * factor. Nothing is marked as used, so that no hash is computed before the proof is complete.
   */
  async function requirePerson(session: Session, action: StepUpAction, { field, typed, stepUp, at }: Shown) {
    if (session.user.password_hash !== null) await requirePassword(session, field, typed, at);
    if (await takesProof(database.query, session.user))
      await requireProof(database.query, session, action, { shown: stepUp, hasEmails: outbox.isOpen, at });
  }

  /**
   * In the transaction of the change, after `requirePerson`: locks the account, refuses when its password has changed or
   * the session has ended meanwhile, so that a running change does not undo a reset, and marks the proof as used.
   */
  async function takePerson(
    query: Query,
    session: Session,
    action: StepUpAction,
    { field, stepUp, at }: Shown,
  ): Promise<UserRow> {
    const owner = await lockOwner(query, session, at);
    if (owner.password_hash !== session.user.password_hash)
      throw new Refusal('VALIDATION_FAILED', { fields: { [field]: 'mismatch' } });
    if (await takesProof(query, owner))
      await takeProof(query, session, action, { shown: stepUp, hasEmails: outbox.isOpen, at });
    return owner;
  }

  async function takesProof(query: Query, { id, password_hash }: UserRow): Promise<boolean> {
    return password_hash === null || (await secondFactorsOf(query, id)).length > 0;
  }

  async function requirePassword({ id, user }: Session, field: string, typed: string, at: Date) {
    await takeUse(database.query, guessesBySession, id, at);
    // A 401 would mean that the session has ended.
    if (!(await passwords.verify(user.id, user.password_hash, typed))) {
      throw new Refusal('VALIDATION_FAILED', {
        fields: { [field]: typed === '' ? 'required' : 'mismatch' },
      });
    }
    await giveBackAll(database.query, guessesBySession, id);
  }
}

/** Takes back the address that was asked for instead of the account's own, whose link would still replace this one. */
async function takeBackEmail(query: Query, userId: string, email: string): Promise<void> {
  await voidOtherAddresses(query, userId, email);
  await query('UPDATE users SET unproved_email = NULL WHERE id = $1', [userId]);
}
