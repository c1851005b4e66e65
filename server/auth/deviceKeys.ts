import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { deviceProofLife, deviceProofText, registerDeviceKeyCall } from '../../contract/deviceKeys.ts';
import type { Session } from '../accounts/sessions.ts';
import { Refusal } from '../core/refusal.ts';
import { networkOf, proofsByAddress, takeUse } from '../core/throttle.ts';
import type { Db } from '../database/db.ts';
import type { EmailOutbox } from '../email/outbox.ts';
import type { DeviceSigned, Route } from '../http/routes.ts';
import { methodsOf, takeProof } from './stepUp.ts';

interface World {
  readonly database: Db;
  readonly outbox: EmailOutbox;
}

/** Registers the call that binds a session to a key of its device (decision 112). */
export function deviceKeyCalls(route: Route, { database, outbox }: World) {
  route(registerDeviceKeyCall, async ({ body, session, address, stepUp, at }) => {
    await takeUse(database.query, proofsByAddress, networkOf(address), at);
    const key = Buffer.from(body.public_key, 'base64url');
    if (publicKeyIn(key) === null)
      throw new Refusal('VALIDATION_FAILED', { fields: { public_key: 'format' } });
    await database.transaction(async (query) => {
      const [kept] = await query<{ device_key: Uint8Array | null }>(
        'SELECT device_key FROM sessions WHERE id = $1 FOR UPDATE',
        [session.id],
      );
      if (!kept) throw new Refusal('UNAUTHENTICATED');
      // The answer to an earlier request was lost.
      if (kept.device_key !== null && key.equals(kept.device_key)) return;
      if (kept.device_key !== null)
        await takeProof(query, session, 'factors', { shown: stepUp, hasEmails: outbox.isOpen, at });
      await query('UPDATE sessions SET device_key = $2 WHERE id = $1', [session.id, key]);
    });
    return { session_id: session.id };
  });
}

/**
 * Refuses with DEVICE_PROOF_REQUIRED, with the methods for registering another key, unless the session has no key or the call is signed by it. A
 * replayed proof can only repeat its own call, which gets the stored answer of its idempotency key.
 */
export function createDeviceProofs({ database, outbox }: World) {
  return async (session: Session, { proof, at, ...signed }: DeviceSigned): Promise<void> => {
    if (session.deviceKey === null) return;
    const [, digits = '', signature = ''] = /^(\d{1,16})\.([\w-]{86})$/.exec(proof) ?? [];
    const time = Number(digits);
    const isFresh = digits !== '' && Math.abs(at.getTime() - time) <= deviceProofLife;
    const key = publicKeyIn(session.deviceKey);
    const text = deviceProofText({ ...signed, time, sessionId: session.id });
    if (isFresh && key !== null && isSigned(key, text, signature)) return;
    throw new Refusal('DEVICE_PROOF_REQUIRED', {
      methods: await methodsOf(database.query, session, outbox.isOpen),
    });
  };
}

function isSigned(key: KeyObject, text: string, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64url');
  return verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes);
}

/** Null for anything but a public key on P-256. */
function publicKeyIn(der: Uint8Array): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    return null;
  }
}
