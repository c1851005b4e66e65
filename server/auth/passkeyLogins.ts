import type { Language } from '../../contract/news.ts';
import type { PasskeyRequestOptions } from '../../contract/passkeyRequest.ts';
import type { PasskeyAssertion } from '../../contract/passkeys.ts';
import type { ToldUser } from '../../contract/user.ts';
import { type Device, openSessions } from '../accounts/sessions.ts';
import { tellUser, type UserRow } from '../accounts/users.ts';
import {
  type Limit,
  networkOf,
  passkeyOptionsByAddress,
  proofsByAddress,
  takeUses,
} from '../core/throttle.ts';
import { coalesce } from '../database/coalesce.ts';
import type { Db } from '../database/db.ts';
import { mayBeOnes } from '../database/outage.ts';
import { admitUse, carryOutUses, requestOf } from './keptPasskeys.ts';
import {
  type Ceremony,
  findPasskeys,
  issueChallenges,
  type Party,
  type ShownPasskey,
  type Use,
} from './webauthn.ts';

/** An assertion with which somebody logs in. */
interface PasskeyLogin {
  readonly assertion: PasskeyAssertion;
  readonly remember: boolean;
  readonly device: Device;
  readonly language: Language;
  readonly at: Date;
}

/** The use of a passkey that opens a session. */
interface OpeningUse extends Use {
  readonly login: PasskeyLogin;
}

export interface PasskeyLogins {
  /** The options with which a browser asks its device for any passkey of this site. RATE_LIMITED by network. */
  request(address: string, at: Date): Promise<PasskeyRequestOptions>;
  /** Opens a session for the owner of the passkey. CREDENTIAL_INVALID when the assertion is not valid, RATE_LIMITED by network. */
  logIn(login: PasskeyLogin): Promise<{ token: string; user: ToldUser }>;
}

interface World {
  readonly database: Db;
  readonly party: Party;
  /** Reports a copied passkey. */
  readonly tellCopy: (language: Language, at: Date) => (passkey: ShownPasskey) => Promise<void>;
}

const together = { most: 64, mayBeOnes };

/** Logins by passkey. Those that arrive together share each statement, and one commit (decision 225). */
export function createPasskeyLogins({ database, party, tellCopy }: World): PasskeyLogins {
  const takeUseOf = coalesce(
    (asked: Parameters<typeof takeUses>[1]) => takeUses(database.queryWithoutSync, asked),
    together,
  );
  const issue = coalesce(
    (ceremonies: readonly Ceremony[]) => issueChallenges(database.queryWithoutSync, party, ceremonies),
    together,
  );
  const find = coalesce((ids: readonly string[]) => findPasskeys(database.query, party, ids), together);
  const open = coalesce(
    (uses: readonly OpeningUse[]) =>
      carryOutUses(database, party, uses, async (query, valid: readonly Valid[]) => {
        const tokens = await openSessions(
          query,
          valid.map(({ item: { login }, owner }) => ({
            userId: owner.id,
            opening: { remember: login.remember, method: 'passkey', secondFactor: null },
            device: login.device,
            at: login.at,
          })),
        );
        return valid.map(({ owner }, index) => ({ token: tokens[index] ?? '', user: tellUser(owner) }));
      }),
    { ...together, nameOf: ({ passkey }) => passkey.ownerId },
  );

  async function requireUse(limit: Limit, address: string, at: Date) {
    const refusal = await takeUseOf({ limit, subject: networkOf(address), at });
    if (refusal) throw refusal;
  }

  return {
    async request(address, at) {
      await requireUse(passkeyOptionsByAddress, address, at);
      return requestOf(party, await issue({ ...signIn, at }));
    },

    async logIn(login) {
      const { assertion, device, language, at } = login;
      await requireUse(proofsByAddress, device.address, at);
      const carryOut = (use: Use) => open({ ...use, login });
      return admitUse(
        database,
        party,
        { assertion, ...signIn, ownerId: null, at },
        { carryOut, copied: tellCopy(language, at), find },
      );
    },
  };
}

interface Valid {
  readonly item: OpeningUse;
  readonly owner: UserRow;
}

const signIn = { purpose: 'sign_in', sessionId: null } as const;
