import { randomBytes } from 'node:crypto';
import { recoverMessageAddress } from 'viem/utils';
import { walletNonceCall, walletSignInCall } from '../../contract/walletSignIn.ts';
import { registerAccount } from '../accounts/registration.ts';
import type { SignInLog } from '../accounts/signIns.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db, Query } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { chainIssuer, signInAs } from './identities.ts';
import type { SecondFactors } from './secondFactor.ts';
import { messageLife, mismatchOf, nonceIn, type Site, walletMessage } from './walletMessage.ts';

interface World {
  readonly database: Db;
  readonly site: Site;
  readonly secondFactors: SecondFactors;
  readonly signIns: SignInLog;
}

/** Registers the calls that log in by the key of a wallet's account (EIP-4361, EIP-191). */
export function walletSignInCalls(route: Route, { database, site, secondFactors, signIns }: World) {
  route(walletNonceCall, async ({ body, address, at }) => {
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    return { message: await issueMessage(database.query, site, { address: body.address, userId: null, at }) };
  });

  route(walletSignInCall, async ({ body, device, language, at }) => {
    await takeUse(database.query, proofsByAddress, networkOf(device.address), at);
    const subject = await signedAddress(database.query, site, at, body);
    const nobody = { first_name: null, last_name: null, email: null, password_hash: null };
    return signInAs({
      database,
      identity: { issuer: chainIssuer, subject },
      device,
      at,
      admit: (user) =>
        signIns
          .watch({ userId: user.id, method: 'wallet', device, at }, () =>
            secondFactors.require({ user, device, language, at }, body.otp),
          )
          .catch(async (error: unknown) => {
            // The signature was valid, so the person need not sign another message to send a code.
            await giveBackMessage(database.query, body.message);
            throw error;
          }),
      open: (query) => registerAccount(query, 'metamask', nobody, at),
    });
  });
}

/** Issues a message for an address to sign: for a login, or with a `userId` for adding the wallet to that account. */
export async function issueMessage(
  query: Query,
  site: Site,
  { address, userId, at }: { address: string; userId: string | null; at: Date },
): Promise<string> {
  const nonce = randomBytes(16).toString('hex');
  const message = walletMessage(site, { address, nonce, userId, at });
  await query(
    'INSERT INTO wallet_nonces (nonce, address, message, expires_at, user_id) VALUES ($1, $2, $3, $4, $5)',
    [nonce, address, message, new Date(at.getTime() + messageLife), userId],
  );
  return message;
}

interface SignedMessage {
  readonly metamask_address: string;
  readonly message: string;
  readonly signature: string;
}

/**
 * The address whose key signed a message of this server; the message is marked as used even if the proof fails. `userId`: the account that
 * the message was issued for, null for a login. A message of the other kind, or for another account, is treated as unknown.
 */
export async function signedAddress(
  query: Query,
  site: Site,
  at: Date,
  body: SignedMessage,
  userId: string | null = null,
): Promise<string> {
  // In its own transaction, so that the message stays used even if the proof fails.
  const issued = await takeMessage(query, body.message, userId, at);
  const mismatch = mismatchOf(body.message, issued.message, site);
  if (mismatch) throw new Refusal('SIGNATURE_INVALID', { fields: mismatch });
  if (issued.address !== body.metamask_address) {
    throw new Refusal('SIGNATURE_INVALID', { fields: { metamask_address: 'mismatch' } });
  }
  const signer = await signerOf(body.message, body.signature);
  if (signer !== issued.address) {
    throw new Refusal('SIGNATURE_INVALID', { fields: { signature: 'signature' } });
  }
  return issued.address;
}

interface Issued {
  readonly address: string;
  readonly message: string;
}

/** Takes the message issued with this nonce. NONCE_UNKNOWN when there is none, or it has expired or was used. */
async function takeMessage(query: Query, message: string, userId: string | null, at: Date): Promise<Issued> {
  const nonce = nonceIn(message);
  if (nonce === null) throw new Refusal('NONCE_UNKNOWN', { fields: { message: 'mismatch' } });
  const [taken] = await query<Issued>(
    `UPDATE wallet_nonces SET used_at = $2 WHERE nonce = $1 AND used_at IS NULL AND expires_at > $2
       AND user_id IS NOT DISTINCT FROM $3::uuid RETURNING address, message`,
    [nonce, at, userId],
  );
  if (taken) return taken;
  const [known] = await query<{ used_at: Date | null }>(
    'SELECT used_at FROM wallet_nonces WHERE nonce = $1 AND user_id IS NOT DISTINCT FROM $2::uuid',
    [nonce, userId],
  );
  const why = known ? (known.used_at ? 'used' : 'expired') : 'mismatch';
  throw new Refusal('NONCE_UNKNOWN', { fields: { message: why } });
}

async function giveBackMessage(query: Query, message: string): Promise<void> {
  await query('UPDATE wallet_nonces SET used_at = NULL WHERE nonce = $1', [nonceIn(message)]);
}

/** EIP-191: the signer of the text; null when the signature is invalid. */
async function signerOf(message: string, signature: string): Promise<string | null> {
  try {
    return await recoverMessageAddress({ message, signature: signature as `0x${string}` });
  } catch {
    return null;
  }
}
