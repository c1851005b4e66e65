import { Secret, TOTP } from 'otpauth';
import { brandName } from '../../contract/brand.ts';

/** What every authenticator app takes (RFC 6238): SHA-1, six digits, 30 seconds. */
const period = 30;
const settings = { algorithm: 'SHA1', digits: 6, period, issuer: brandName };
/** A code of one step before or after is good: people type slowly, and clocks differ by seconds. */
const allowedSteps = 1;
/** A code of up to five minutes before or after is told as that of a wrong clock. */
const tellableSteps = 10;

const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({ ...settings, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** 160 random bits, as RFC 4226 (section 4, R6) recommends. */
export function newTotpSecret(): Uint8Array {
  return new Secret({ size: 20 }).bytes;
}

/** How an authenticator app is told a secret: as text, and as what its QR code has. `label`: whose account it is. */
export function tellTotpSecret(secret: Uint8Array, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step whose code this is, counted since 1970, and whether it is one whose codes are good now. */
interface CodeStep {
  readonly step: number;
  readonly isTimely: boolean;
}

/** The nearest step to `at` that has this code of six digits; null when none within five minutes has. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): CodeStep | null {
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: tellableSteps });
  if (delta === null) return null;
  return { step: TOTP.counter({ period, timestamp }) + delta, isTimely: Math.abs(delta) <= allowedSteps };
}
