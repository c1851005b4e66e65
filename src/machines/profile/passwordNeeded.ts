import type { FieldErrors } from '../../../contract/rules.ts';

/** The broken rule of a password field that is required only when the account has a password; null when it is valid. */
export function passwordNeeded({
  hasPassword,
  password,
}: {
  readonly hasPassword: boolean;
  readonly password: string;
}): FieldErrors | null {
  return hasPassword && password === '' ? { password: 'required' } : null;
}
