import { brandName } from './brand.ts';
import { commonPasswordList } from './commonPasswordList.ts';
import { tokenSymbols } from './tokens.ts';

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

/**
 * Whether it is one of the ten thousand commonest passwords, a word of the product or one of `own`, whatever letters are capitals, and with
 * the usual endings. The list is long: the app loads this file when somebody types a new password.
 */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const typed = password.toLowerCase();
  const words = new Set(
    own.flatMap((word) => [word, word.split('@', 1)[0] ?? '']).map((word) => word.toLowerCase()),
  );
  return endings.some((end) => {
    const word = typed.slice(0, typed.length - end.length);
    return typed.endsWith(end) && (common.has(word) || (word !== '' && words.has(word)));
  });
}
