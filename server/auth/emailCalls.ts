import {
  askConfirmationCall,
  askResetCall,
  confirmEmailCall,
  resetPasswordCall,
  sendConfirmationCall,
} from '../../contract/accountEmails.ts';
import type { Language } from '../../contract/news.ts';
import { requireUncommon } from '../accounts/commonPasswords.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import { closeSessions, type Device } from '../accounts/sessions.ts';
import { voidPart } from '../accounts/unfreezing.ts';
import { confirmEmail, lockUser, userByEmail } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import {
  confirmationsByAccount,
  emailsByNetwork,
  failuresByAccount,
  giveBackAll,
  networkOf,
  nextUse,
  proofsByAddress,
  takeUse,
} from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import { nextOwnEmail, requireOwnEmail, takeOwnEmail, tryEmail } from '../email/admission.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import { requireToken, takeToken, voidTokens } from '../email/tokens.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { removeOlderIdentities } from './identities.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly outbox: EmailOutbox;
}

/** The origin of a request for an email, and its language. */
interface Asked {
  readonly device: Device;
  readonly language: Language;
  readonly at: Date;
}

/** Registers the calls that request an email, and those that the links in emails lead to. */
export function accountEmailCalls(route: Route, { database, passwords, outbox }: World) {
  route(askResetCall, async ({ body, device, language, at }) => {
    await takeUse(database.query, emailsByNetwork, networkOf(device.address), at);
    write('reset', body.email, { device, language, at });
    return undefined;
  });

  route(askConfirmationCall, async ({ body, device, language, at }) => {
    await takeUse(database.query, emailsByNetwork, networkOf(device.address), at);
    write('confirmation', body.email, { device, language, at });
    return undefined;
  });

  route(sendConfirmationCall, async ({ session: { user }, language, at }) => {
    const { query } = database;
    const { email } = user;
    if (email === null || user.email_confirmed_at !== null) return null;
    if (!outbox.isOpen) throw new Refusal('STATUS_CONFLICT', { detail: 'No mail server is set.' });
    // Of two parallel requests the second finds the use taken by the first.
    await requireOwnEmail(query, 'confirmation', user.id, at);
    await takeUse(query, confirmationsByAccount, user.id, at);
    await takeOwnEmail(query, 'confirmation', user.id, at);
    outbox.later(() => outbox.confirmation(user, email, language, at));
    const free = [
      await nextUse(query, confirmationsByAccount, user.id, at),
      await nextOwnEmail(query, 'confirmation', user.id, at),
    ];
    const again = new Date(Math.max(...free.map((each) => each.getTime())));
    return { sent_at: at.toISOString(), again_at: again.toISOString() };
  });

  route(resetPasswordCall, async ({ body, address, language, at }) => {
    const network = networkOf(address);
    await takeUse(database.query, proofsByAddress, network, at);
    // Checked before the expensive hash, so that an invalid token costs little.
    const addressee = await requireToken(database.query, 'reset', body.token, at);
    requireUncommon(body.password, addressee);
    const password_hash = await passwords.hash(network, body.password);
    await database.transaction(async (query) => {
      // The user is locked before the link's row, because a change of the password, which voids links, locks in this order.
      await lockUser(query, addressee.user_id);
      const { user_id, email } = await takeToken(query, 'reset', body.token, at);
      const changed = await query(
        'UPDATE users SET password_hash = $3 WHERE id = $1 AND email = $2 RETURNING id',
        [user_id, email, password_hash],
      );
      if (changed.length === 0) throw new Refusal('LINK_EXPIRED');
      await removeOlderIdentities(query, user_id);
      // Reading the email proves that the person owns the address.
      await confirmEmail(query, user_id, email, at);
      await voidTokens(query, user_id);
      await closeSessions(query, user_id, null);
      await forgetDevices(query, user_id, null);
      // Whoever knew the old password may have given the proof for lifting the freeze.
      await voidPart(query, user_id, 'proven');
      await giveBackAll(query, failuresByAccount, email);
      await keepNotices(query, [{ userId: user_id, occasion: 'passwordChanged', email, language, at }]);
    });
    return undefined;
  });

  route(confirmEmailCall, async ({ body, address, language, at }) => {
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    await database.transaction(async (query) => {
      const { user_id, email } = await takeToken(query, 'confirm', body.token, at);
      const before = await confirmEmail(query, user_id, email, at);
      if (before === email) return;
      // The link may be older than the settings lock; it and the previous address stay valid. A first address is a new way in, so the lock
      // holds it back too.
      await requireUnlocked(query, user_id, at);
      await voidTokens(query, user_id);
      if (before === null) return;
      await keepNotices(query, [{ userId: user_id, occasion: 'emailChanged', email: before, language, at }]);
    });
    return undefined;
  });

  /** Runs after the answer, beginning with the lookup of the address, so that the answer does not show who has an account. */
  function write(kind: 'reset' | 'confirmation', email: string, { device, language, at }: Asked) {
    outbox.later(async () => {
      const user = await userByEmail(database.query, email);
      if (!user || (kind === 'confirmation' && user.email_confirmed_at)) return;
      const asking = { purpose: kind, to: email, network: networkOf(device.address), device: device.shown };
      if (await tryEmail(database.query, { ...asking, at })) await outbox[kind](user, email, language, at);
    });
  }
}
