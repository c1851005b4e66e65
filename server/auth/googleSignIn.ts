import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { email as emailRule, personName } from '../../contract/rules.ts';
import {
  googleLinkCall,
  googleSignInCall,
  type SignInMethods,
  signInMethodsCall,
} from '../../contract/thirdParty.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { registerAccount } from '../accounts/registration.ts';
import { requireUnlocked } from '../accounts/securitySettings.ts';
import type { SignInLog } from '../accounts/signIns.ts';
import { requireSamePassword, type UserRow, userByEmail } from '../accounts/users.ts';
import { Refusal } from '../core/refusal.ts';
import { giveBackAll, guessesByIdentity, networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { keepNotices } from '../notices/notices.ts';
import { signInAs, userOf } from './identities.ts';
import { createIdTokens, type Known, tokenLife } from './idToken.ts';
import type { Issuer } from './issuer.ts';
import type { SecondFactors } from './secondFactor.ts';
import { spend } from './spent.ts';

interface World {
  readonly database: Db;
  readonly passwords: Passwords;
  readonly secondFactors: SecondFactors;
  readonly signIns: SignInLog;
  /** Null when no identity provider is configured. */
  readonly issuer: Issuer | null;
  /** Whether emails can be sent. */
  readonly emails: boolean;
  /** The contact address for people who cannot log in; null for none. */
  readonly support: string | null;
}

/** Registers the calls to log in through an identity provider (OpenID Connect). */
export function googleSignInCalls(route: Route, world: World) {
  const { database, passwords, secondFactors, signIns, issuer, emails, support } = world;
  const tokens = issuer && createIdTokens(issuer);
  const provider = issuer?.name ?? null;

  route(signInMethodsCall, async () => ({
    ...(await wayBy(issuer, tokens)),
    emails,
    support_email: support,
  }));

  route(googleSignInCall, async ({ body, device, language, at }) => {
    if (!tokens) throw new Refusal('NOT_FOUND');
    await takeUse(database.query, proofsByAddress, networkOf(device.address), at);
    const known = await tokens.verify(body.credential, body.nonce, at);
    return signInAs({
      database,
      identity: known.identity,
      device,
      at,
      admit: (user) =>
        signIns.watch({ userId: user.id, method: 'google', device, at }, () =>
          secondFactors.require({ user, device, language, at }, body.otp),
        ),
      begin: (query) => spendNonce(query, body.nonce, at),
      open: (query) => openFor(query, known, at),
    });
  });

  route(googleLinkCall, async ({ body, device, language, at }) => {
    if (!tokens) throw new Refusal('NOT_FOUND');
    const network = networkOf(device.address);
    await takeUse(database.query, proofsByAddress, network, at);
    const known = await tokens.verify(body.credential, body.nonce, at);
    const email = readEmail(known);
    if (email === null) throw new Refusal('INVALID_CREDENTIALS');
    const { issuer, subject } = known.identity;
    await takeUse(database.query, guessesByIdentity, `${issuer} ${subject}`, at);
    const user = await userByEmail(database.query, email);
    return signIns.watch({ userId: user?.id ?? null, method: 'google', device, at }, async () => {
      const matches = await passwords.verify(network, user?.password_hash ?? null, body.password);
      if (!user || !matches) throw new Refusal('INVALID_CREDENTIALS');
      const secondFactor = await secondFactors.require({ user, device, language, at }, body.otp);
      return signInAs({
        database,
        identity: known.identity,
        device,
        at,
        // The second factor belongs to this account, or was refused.
        admit: async () => secondFactor,
        begin: async (query) => {
          await requireSamePassword(query, user);
          await spendNonce(query, body.nonce, at);
          await giveBackAll(query, guessesByIdentity, `${issuer} ${subject}`);
          const owner = await userOf(query, known.identity);
          if (owner && owner.id !== user.id) throw new Refusal('IDENTITY_TAKEN');
        },
        open: async (query) => {
          await requireUnlocked(query, user.id, at);
          const occasion = 'methodAdded' as const;
          await keepNotices(query, [{ userId: user.id, occasion, language, detail: provider, at }]);
          return confirmed(query, user, at);
        },
      });
    });
  });
}

async function wayBy(
  issuer: Issuer | null,
  tokens: ReturnType<typeof createIdTokens> | null,
): Promise<Pick<SignInMethods, 'google' | 'why_not'>> {
  if (!issuer || !tokens) return { google: null, why_not: 'not_configured' };
  try {
    const authorization_endpoint = await tokens.authorizationEndpoint();
    const { name, clientId: client_id } = issuer;
    return {
      google: { name, authorization_endpoint, client_id, scope: 'openid email profile' },
      why_not: null,
    };
  } catch (error) {
    if (error instanceof Refusal) return { google: null, why_not: 'unreachable' };
    throw error;
  }
}

/** Marks a token's nonce as used, so that it opens one session. The token expires before its nonce is deleted. */
export async function spendNonce(query: Query, nonce: string, at: Date): Promise<void> {
  const key = `id-token:${createHash('sha256').update(nonce).digest('base64url')}`;
  const isFresh = await spend(query, key, new Date(at.getTime() + 2 * tokenLife * 1000));
  if (!isFresh) throw new Refusal('CREDENTIAL_INVALID', { fields: { credential: 'used' } });
}

/** Opens an account. If one has the email address already, its owner is identified by the password, not by the issuer. */
async function openFor(query: Query, known: Known, at: Date): Promise<UserRow> {
  const email = readEmail(known);
  if (email !== null && (await userByEmail(query, email))) throw new Refusal('PASSWORD_REQUIRED');
  const person = {
    first_name: readName(known.firstName),
    last_name: readName(known.lastName),
    email,
    password_hash: null,
    ...(email === null ? {} : { email_confirmed_at: at }),
  };
  return registerAccount(query, 'google', person, at).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'EMAIL_TAKEN') throw new Refusal('PASSWORD_REQUIRED');
    throw error;
  });
}

/** Confirms the account's address, because the issuer has verified it. */
async function confirmed(query: Query, user: UserRow, at: Date): Promise<UserRow> {
  await query('UPDATE users SET email_confirmed_at = coalesce(email_confirmed_at, $2) WHERE id = $1', [
    user.id,
    at,
  ]);
  return user;
}

function readEmail({ email }: Known): string | null {
  const read = z.safeParse(emailRule, email);
  return read.success ? read.data : null;
}

// A name that our own form would refuse is asked for again in the profile.
function readName(name: string | null): string | null {
  const read = z.safeParse(personName, name);
  return read.success ? read.data : null;
}
