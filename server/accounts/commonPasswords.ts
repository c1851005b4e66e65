import { isCommonPassword } from '../../contract/commonPasswords.ts';
import { Refusal } from '../core/refusal.ts';
import type { UserRow } from './users.ts';

/** The person's own words, which are refused as a password. */
type Person = Partial<Pick<UserRow, 'email' | 'username' | 'first_name' | 'last_name'>>;

/** Refuses a common password, and the person's own words. Existing passwords still work. */
export function requireUncommon(password: string, person: Person = {}): void {
  const { email, username, first_name, last_name } = person;
  const own = [email, username, first_name, last_name].filter((word) => word != null);
  if (isCommonPassword(password, own))
    throw new Refusal('VALIDATION_FAILED', { fields: { password: 'common' } });
}
