import { Refusal } from '../core/refusal.ts';
import { commonPasswordList } from './commonPasswordList.ts';

const common: ReadonlySet<string> = new Set(commonPasswordList.split(' '));

/** What people add to a common word so that a form takes it. */
const endings = ['', '!', '1', '1!', '12', '123', '123!', '1234'];

/** Refuses the ten thousand commonest passwords, whatever letters are capitals, and with the usual endings. Old ones still sign in. */
export function requireUncommon(password: string): void {
  const typed = password.toLowerCase();
  const isCommon = endings.some(
    (end) => typed.endsWith(end) && common.has(typed.slice(0, typed.length - end.length)),
  );
  if (isCommon) throw new Refusal('VALIDATION_FAILED', { fields: { password: 'common' } });
}
