import { brandName } from '../../contract/brand.ts';
import { tokenSymbols } from '../../contract/tokens.ts';
import { Refusal } from '../core/refusal.ts';
import { commonPasswordList } from './commonPasswordList.ts';
import type { UserRow } from './users.ts';

/** What somebody tries first who knows what this is for. */
const ofTheProduct = [
  brandName,
  ...tokenSymbols,
  'wallet',
  'crypto',
  'operator',
  'support',
  'compliance',
  'treasury',
];
const common: ReadonlySet<string> = new Set(
  [...commonPasswordList.split(' '), ...ofTheProduct].map((word) => word.toLowerCase()),
);

/** What people add to a common word so that a form takes it. */
const endings = ['', '!', '1', '1!', '12', '123', '123!', '1234'];

/** What of a person is tried as their password. */
type Person = Partial<Pick<UserRow, 'email' | 'username' | 'first_name' | 'last_name'>>;

/**
 * Refuses the ten thousand commonest passwords, the product's own words and those of the person, whatever letters are capitals, and with
 * the usual endings. Old ones still sign in.
 */
export function requireUncommon(password: string, person: Person = {}): void {
  const { email, username, first_name, last_name } = person;
  const own = [email, email?.split('@', 1)[0], username, first_name, last_name].map((word) =>
    word?.toLowerCase(),
  );
  const typed = password.toLowerCase();
  const isCommon = endings.some((end) => {
    const word = typed.slice(0, typed.length - end.length);
    return typed.endsWith(end) && (common.has(word) || own.includes(word));
  });
  if (isCommon) throw new Refusal('VALIDATION_FAILED', { fields: { password: 'common' } });
}
