import { brandName } from './brand.ts';
import { commonPasswordList } from './commonPasswordList.ts';
import { tokenSymbols } from './tokens.ts';

/** Passwords that somebody who knows the product tries first. */
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

/** Endings that people add to a common word until a form accepts it. */
const endings = ['', '!', '1', '1!', '12', '123', '123!', '1234'];

/**
 * Whether it is one of the ten thousand most common passwords, a word of the product or one of `own`, ignoring case and the usual endings. The
 * list is long, so the app loads this file when somebody types a new password.
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
