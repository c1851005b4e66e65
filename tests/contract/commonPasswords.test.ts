import { expect, test } from 'vitest';
import { isCommonPassword } from '../../contract/commonPasswords.ts';

const own = ['', 'Anna.K@example.com', 'kira_o', 'Lindgren'];

test.each([
  'Password1234',
  'dRaGoN123!',
  'Compliance1',
  'Lindgren123',
  'ANNA.K1',
  'anna.k@example.com',
  '1234',
])('%s is common', (password) => expect(isCommonPassword(password, own)).toBe(true));

test.each(['Correct7horse', 'Password12345', 'Lindgren-1234', '!'])('%s is not', (password) =>
  expect(isCommonPassword(password, own)).toBe(false),
);
