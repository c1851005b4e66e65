import { expect, test } from 'vitest';
import { readRecipient } from '../../contract/recipients.ts';
import { checkFields } from '../../contract/rules.ts';
import { recipientText } from '../../contract/textRules.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

test.each([
  [address, 'address', address],
  [address.toLowerCase(), 'address', address],
  ['Anna@Example.org', 'email', 'anna@example.org'],
  ['anna.k', 'username', 'anna.k'],
  ['@Anna.K', 'username', 'Anna.K'],
  ['0', 'username', null],
  ['123', 'username', '123'],
])('%j is an %s', (text, kind, value) => {
  const read = readRecipient(text);
  expect(read).toEqual(
    value === null ? { ok: false, problem: 'format' } : { ok: true, value: { kind, value } },
  );
});

test.each([
  // A username may begin like an address: it is never looked for.
  ['0xdeadbeef00', 'format'],
  ['0XdeadBeef00', 'format'],
  [`${address.slice(0, -1)}E`, 'checksum'],
  [address.slice(2), 'format'],
  ['anna k', 'format'],
  ['@@anna', 'format'],
  ['anna@', 'format'],
  ['anna@example', 'format'],
  ['аnna.k', 'format'],
  ['a'.repeat(31), 'format'],
  [`${'a'.repeat(250)}@b.co`, 'format'],
  ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'format'],
])('%j names nobody', (text, problem) => {
  expect(readRecipient(text)).toEqual({ ok: false, problem });
});

test.each([
  ['', 'required'],
  ['ab', 'too_short'],
  ['0x1234567', 'too_short'],
  ['a'.repeat(255), 'too_long'],
  ['an\u0000na', 'characters'],
])('%j is refused before it is read', (text, rule) => {
  expect(checkFields(recipientText, text)).toEqual({ ok: false, fields: { '': rule } });
});

test.each(['abc', '@ab', '0x12345678'])('%j is long enough to be read', (text) => {
  expect(checkFields(recipientText, ` ${text} `)).toEqual({ ok: true, value: text });
});
