import { Secret, TOTP } from 'otpauth';
import type { AppCall } from './person.ts';
import type { TestServer } from './server.ts';

/** What an authenticator app shows for a secret (Base32), `steps` time steps after the moment. */
export function codeOf(secret: string, at: Date, steps = 0): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: at.getTime() + steps * 30_000 });
}

/** A fresh proof, as a header. Throws what was answered when there is none. */
export async function proofBy(
  server: TestServer,
  token: string,
  shown: Readonly<Record<string, unknown>>,
  action = 'factors',
) {
  const { status, body } = await server.post('/auth/step-up', { for: { action }, ...shown }, { token });
  if (status !== 200) throw new Error(`no proof: ${JSON.stringify(body)}`);
  return { token, headers: { 'step-up': String(body.data.proof) } };
}

/** Turns an authenticator app on by the password, and lets the time step of its first code pass. */
export async function turnOnTotp(server: TestServer, person: { token: string; password: string }) {
  const proof = await proofBy(server, person.token, { method: 'password', password: person.password });
  const { secret } = (await server.post('/auth/totp', undefined, proof)).body.data;
  const code = codeOf(secret, server.clock.now());
  const { body } = await server.post('/auth/totp/confirm', { code }, person);
  server.clock.advance(60_000);
  return { secret: String(secret), recoveryCodes: body.data.recovery_codes as string[] };
}

/** The same at a served product, whose clock goes on by itself: the code of the time step before is used up. */
export async function turnOnApp(call: AppCall, { password }: { password: string }) {
  const shown = { for: { action: 'factors' }, method: 'password', password };
  const { proof } = await call('/auth/step-up', shown);
  const { secret } = await call('/auth/totp', {}, { 'step-up': proof });
  const { recovery_codes } = await call('/auth/totp/confirm', { code: codeOf(secret, new Date(), -1) });
  return { secret: String(secret), recoveryCodes: recovery_codes as string[] };
}
