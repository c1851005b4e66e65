import type { Logger } from 'pino';
import {
  operatorLoginCall,
  operatorLogoutCall,
  operatorPasskeyLoginCall,
  operatorPasskeyRequestCall,
  operatorSessionCall,
} from '../../contract/operatorSessions.ts';
import { problemStatus } from '../../contract/problems.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { admitPasskey, requestOptions } from '../auth/keptPasskeys.ts';
import type { Sealer } from '../auth/sealed.ts';
import { spendTotpCode, totpOfOperators } from '../auth/totpSecrets.ts';
import { passkeysOfOperators, type ShownPasskey } from '../auth/webauthn.ts';
import { Refusal } from '../core/refusal.ts';
import {
  codesByAccount,
  giveBackAll,
  giveBackUse,
  networkOf,
  operatorLogins,
  operatorLoginsByName,
  operatorLoginsByNetwork,
  passkeyOptionsByAddress,
  takeUse,
} from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { subjectOf } from './log.ts';
import { writeLine } from './logChain.ts';
import { type OperatorRow, operatorByName } from './operators.ts';
import { endOperatorSession, openOperatorSession } from './sessions.ts';

export interface LoginWorld {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly sealer: Sealer;
  readonly log: Logger;
  /** The URL that operators open. */
  readonly url: () => string;
}

/** The request of a login. */
export interface Entry {
  readonly verb: string;
  readonly requestId: string;
  readonly address: string;
  readonly at: Date;
}

/** Registers the calls with which operators log in and out. */
export function operatorLoginCalls(route: Route, { database, passwords, sealer, log, url }: LoginWorld) {
  const party = () => ({ keeping: passkeysOfOperators, url: url() });

  route(operatorLoginCall, async ({ body: { name, password, code }, address, requestId, at }) => {
    const giveBack = await admitLogin(name, networkOf(address), at);
    const found = await operatorByName(database.query, name);
    const hashed = found && found.disabled_at === null ? found.password_hash : null;
    const matches = await passwords.verify('operator', hashed, password);
    if (!found || !matches) throw new Refusal('INVALID_CREDENTIALS');
    // Codes are only counted for somebody who has the right password.
    await takeUse(database.query, codesByAccount, found.id, at);
    const shown = { sealer, ownerId: found.id, code, at };
    const mistake = await spendTotpCode(database.query, totpOfOperators, shown);
    if (mistake !== null) throw new Refusal('VALIDATION_FAILED', { fields: { code: mistake } });
    await giveBackUse(database.query, codesByAccount, found.id);
    await giveBack();
    const entry = { verb: 'POST /login', requestId, address, at };
    return database.transaction(async (query) => {
      // The login may have been disabled or changed since the password was checked.
      const [still] = await query<OperatorRow>(
        'SELECT * FROM operators WHERE id = $1 AND password_hash = $2 AND disabled_at IS NULL FOR SHARE',
        [found.id, found.password_hash],
      );
      if (!still) throw new Refusal('INVALID_CREDENTIALS');
      return enter(query, still, entry);
    });
  });

  /** Counted before the password is checked, so that parallel guesses are limited like sequential ones. */
  async function admitLogin(name: string, network: string, at: Date): Promise<() => Promise<void>> {
    const { query } = database;
    const tries = `${name}:${network}`;
    await takeUse(query, operatorLogins, tries, at);
    await takeUse(query, operatorLoginsByNetwork, network, at);
    await takeUse(query, operatorLoginsByName, name, at);
    return async () => {
      await giveBackAll(query, operatorLogins, tries);
      await giveBackUse(query, operatorLoginsByNetwork, network);
      await giveBackUse(query, operatorLoginsByName, name);
    };
  }

  route(operatorPasskeyRequestCall, async ({ address, at }) => {
    await takeUse(database.query, passkeyOptionsByAddress, networkOf(address), at);
    return requestOptions(database.query, party(), null, { purpose: 'sign_in', sessionId: null, at });
  });

  route(operatorPasskeyLoginCall, async ({ body: { assertion }, address, requestId, at }) => {
    const network = networkOf(address);
    await takeUse(database.query, operatorLoginsByNetwork, network, at);
    const entry = { verb: 'POST /login/passkey', requestId, address, at };
    const shown = { assertion, purpose: 'sign_in', sessionId: null, ownerId: null, at } as const;
    try {
      const opened = await admitPasskey(database, party(), shown, {
        async work(query, operator: OperatorRow) {
          if (operator.disabled_at !== null || operator.password_hash === null)
            throw new Refusal('CREDENTIAL_INVALID', { fields: { assertion: 'mismatch' } });
          return enter(query, operator, entry);
        },
        copied: (passkey) => tellCopy(log, passkey),
      });
      await giveBackUse(database.query, operatorLoginsByNetwork, network);
      return opened;
    } catch (error) {
      if (error instanceof Refusal) await writeRefused(assertion.id, error, entry);
      throw error;
    }
  });

  /**
   * Logs that an operator's passkey was refused. An unknown passkey goes only to the security log, because anybody could send any number of
   * them.
   */
  async function writeRefused(credentialId: string, { code, details }: Refusal, entry: Entry) {
    const [owner] = await database.query<{ name: string }>(
      `SELECT operators.name FROM operator_passkeys JOIN operators ON operators.id = operator_id
       WHERE credential_id = $1`,
      [Buffer.from(credentialId, 'base64url')],
    );
    if (!owner) return;
    const { verb, requestId, address, at } = entry;
    const subject = subjectOf({ refused: details.fields?.assertion });
    const line = { requestId, at, operator: owner.name, verb, subject, address };
    await writeLine(database.query, { ...line, status: problemStatus[code], isWhole: true });
  }

  route(operatorSessionCall, async ({ operator: { name, role, session } }) => ({
    name,
    role,
    expires_at: session?.endsAt.toISOString() ?? null,
  }));

  route(operatorLogoutCall, async ({ operator: { session } }) => {
    if (session) await endOperatorSession(database.query, session.id);
    return undefined;
  });
}

/** Opens the session of an operator who has shown all factors, and logs it. */
export async function enter(query: Query, operator: OperatorRow, { verb, requestId, address, at }: Entry) {
  const { token, endsAt } = await openOperatorSession(query, operator, address, at);
  const { name, role } = operator;
  await writeLine(query, {
    requestId,
    at,
    operator: name,
    verb,
    subject: null,
    address,
    status: 200,
    isWhole: true,
  });
  return { token, name, role, expires_at: endsAt.toISOString() };
}

/** Logs that two devices use one key. */
export async function tellCopy(log: Logger, { id, ownerId }: ShownPasskey): Promise<void> {
  log.warn({ event: 'operator_passkey_copied', operator: ownerId, passkey: id }, 'security');
}
