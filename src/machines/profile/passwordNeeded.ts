import type { FieldErrors } from '../../../contract/rules.ts';

/** What is wrong with the password of a form that asks for it where the account has one; null when nothing is. */
export function passwordNeeded({
  hasPassword,
  password,
}: {
  readonly hasPassword: boolean;
  readonly password: string;
}): FieldErrors | null {
  return hasPassword && password === '' ? { password: 'required' } : null;
}
