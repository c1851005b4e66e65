import { Secret, TOTP } from 'otpauth';
import { brandName } from '../../contract/brand.ts';

/** The parameters that every authenticator app supports (RFC 6238): SHA-1, six digits, 30 seconds. */
const period = 30;
const settings = { algorithm: 'SHA1', digits: 6, period, issuer: brandName };
/** A code of one step earlier or later is valid: people type slowly, and clocks differ by seconds. */
const allowedSteps = 1;
/** A code of up to five minutes earlier or later is reported as a wrong clock. */
const tellableSteps = 10;

const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({ ...settings, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** 160 random bits, as RFC 4226 (section 4, R6) recommends. */
export function newTotpSecret(): Uint8Array {
  return new Secret({ size: 20 }).bytes;
}

/** The secret for an authenticator app: as text, and as the content of its QR code. `label`: the name of the account. */
export function tellTotpSecret(secret: Uint8Array, label: string): { secret: string; uri: string } {
  const totp = totpOf(secret, label);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step of a code, counted since 1970, and whether its codes are valid now. */
interface CodeStep {
  readonly step: number;
  readonly isTimely: boolean;
}

/** The step nearest to `at` with this six-digit code; null when none within five minutes has it. */
export function stepOfCode(secret: Uint8Array, code: string, at: Date): CodeStep | null {
  const timestamp = at.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: tellableSteps });
  if (delta === null) return null;
  return { step: TOTP.counter({ period, timestamp }) + delta, isTimely: Math.abs(delta) <= allowedSteps };
}
