import type { Logger } from 'pino';
import type { Language } from '../../contract/news.ts';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import {
  addPasskeyCall,
  type PasskeyAssertion,
  passkeyCreationCall,
  passkeyRequestCall,
  passkeySignInCall,
  removePasskeyCall,
  renamePasskeyCall,
} from '../../contract/passkeys.ts';
import { forgetDevices } from '../accounts/knownDevices.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import { closeSessions, type Session } from '../accounts/sessions.ts';
import type { UserRow } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { lockFactors, requireAddable, secondFactorsOf, settleFactors } from './factors.ts';
import {
  admitPasskey,
  creationOptions,
  keepPasskey,
  renamePasskey,
  requestOptions,
  tellPasskeysOf,
} from './keptPasskeys.ts';
import { createPasskeyLogins, type PasskeyLogins } from './passkeyLogins.ts';
import { makeRecoveryCodes } from './recoveryCodes.ts';
import { requireProof, takeProof } from './stepUp.ts';
import type { Site } from './walletMessage.ts';
import {
  type Party,
  type Purpose,
  passkeysOfPeople,
  type ShownPasskey,
  verifyRegistration,
} from './webauthn.ts';
import { withinSession } from './withinSession.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
  readonly site: Site;
  readonly log: Logger;
}

/** An assertion of a passkey, within a session. */
interface Shown {
  readonly assertion: PasskeyAssertion;
  readonly purpose: Purpose;
  readonly session: Session;
  readonly language: Language;
  readonly at: Date;
}

export interface Passkeys {
  /** The options with which the browser asks the device for one of the session's person's passkeys. */
  request(query: Query, purpose: Purpose, session: Session, at: Date): Promise<PasskeyRequestOptions>;
  /** Records a use by the session's person. CREDENTIAL_INVALID when the assertion is not valid. */
  admit(shown: Shown): Promise<void>;
  readonly logins: PasskeyLogins;
}

export function createPasskeys({ database, site, log }: Omit<World, 'outbox'>): Passkeys {
  const party = partyOf(site);
  const tellCopy =
    (language: Language, at: Date) =>
    async ({ id, ownerId: userId }: ShownPasskey) => {
      log.warn({ event: 'passkey_copied', account: userId, passkey: id }, 'security');
      await keepNotices(database.query, [{ userId, occasion: 'passkeyCopied', language, at }]);
    };
  return {
    request(query, purpose, session, at) {
      return requestOptions(query, party, session.user.id, { purpose, sessionId: session.id, at });
    },
    admit({ assertion, purpose, session, language, at }) {
      const shown = { assertion, purpose, sessionId: session.id, ownerId: session.user.id, at };
      return admitPasskey(database, party, shown, {
        work: async () => undefined,
        copied: tellCopy(language, at),
      });
    },
    logins: createPasskeyLogins({ database, party, tellCopy }),
  };
}

/** The app's address, and the tables of people's passkeys. */
function partyOf({ url }: Site): Party {
  return { keeping: passkeysOfPeople, url };
}

/** Registers the calls that add, rename and remove passkeys, and that log in by one (decision 107). */
export function passkeyCalls(
  route: Route,
  { database, outbox, site, passkeys }: Omit<World, 'log'> & { readonly passkeys: Passkeys },
) {
  const party = partyOf(site);

  route(passkeyCreationCall, async ({ session, address, stepUp, at }) => {
    const { user } = session;
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    await requireAddable(database.query, user.id, at);
    await requireProof(database.query, session, 'factors', { shown: stepUp, hasEmails: outbox.isOpen, at });
    const ceremony = { purpose: 'add', sessionId: session.id, at } as const;
    return creationOptions(database.query, party, { id: user.id, name: nameOf(user) }, ceremony);
  });

  route(addPasskeyCall, async ({ body, session, address, stepUp, language, at }) => {
    const { user } = session;
    const { name, registration } = body;
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    const proof = { shown: stepUp, hasEmails: outbox.isOpen, at };
    // Before the challenge is used up, so that after a missing proof the same passkey can be sent again.
    await requireProof(database.query, session, 'factors', proof);
    const ceremony = { purpose: 'add', sessionId: session.id, at } as const;
    const made = await withinSession(() =>
      verifyRegistration(database.query, party, { registration, ...ceremony }),
    );
    return database.transaction(async (query) => {
      await lockFactors(query, user.id);
      await requireAddable(query, user.id, at);
      await takeProof(query, session, 'factors', proof);
      const isFirst = (await secondFactorsOf(query, user.id)).length === 0;
      const { transports = [] } = registration.response;
      const passkey = await keepPasskey(query, passkeysOfPeople, {
        ownerId: user.id,
        made,
        transports,
        name,
        at,
      });
      await settleFactors(query, user.id);
      await keepNotices(query, [{ userId: user.id, occasion: 'passkeyAdded', language, at }]);
      const recovery_codes = isFirst ? await makeRecoveryCodes(query, user.id, at) : null;
      return { passkey, recovery_codes };
    });
  });

  route(renamePasskeyCall, ({ body: { name }, params: { id }, session }) =>
    renamePasskey(database.query, passkeysOfPeople, { id, ownerId: session.user.id, name }),
  );

  route(removePasskeyCall, async ({ params, session, device, stepUp, language, at }) => {
    const { user } = session;
    await database.transaction(async (query) => {
      await lockFactors(query, user.id);
      const mine = await tellPasskeysOf(query, passkeysOfPeople, user.id);
      if (!mine.some(({ id }) => id === params.id)) throw new Refusal('NOT_FOUND');
      await requireUnlocked(query, user.id, at);
      await takeProof(query, session, 'factors', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await query('DELETE FROM passkeys WHERE id = $1', [params.id]);
      await settleFactors(query, user.id);
      await closeSessions(query, user.id, session.id);
      await forgetDevices(query, user.id, device.shown);
      await keepNotices(query, [{ userId: user.id, occasion: 'passkeyRemoved', language, at }]);
    });
    return undefined;
  });

  route(passkeyRequestCall, ({ address, at }) => passkeys.logins.request(address, at));

  route(passkeySignInCall, ({ body: { assertion, remember = false }, device, language, at }) =>
    passkeys.logins.logIn({ assertion, remember, device, language, at }),
  );
}

/** The name under which devices and authenticator apps list the account. */
export function nameOf({ email, username, id }: UserRow): string {
  return email ?? username ?? id;
}
