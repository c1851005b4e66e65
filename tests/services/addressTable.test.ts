import { expect, test } from 'vitest';
import { longestImport } from '../../contract/addressBook.ts';
import { readTable } from '../../src/services/addressBook/addressBook.ts';

const read = (...parts: BlobPart[]) => readTable({ input: { file: new File(parts, 'book.csv') } });

test.each([
  ['plain', 'label,address\r\nÄnn,\t0x1\n'],
  ['empty', ''],
])('a table is read as it is: %s', async (_, text) => {
  expect(await read(text)).toBe(text);
});

test('a long table is cut just above the limit, within a character too', async () => {
  const text = await read('я'.repeat(4 * longestImport));
  expect(text.length).toBeGreaterThan(longestImport);
  expect(await read('a', 'я'.repeat(4 * longestImport))).toMatch(/^aя+$/);
});

test.each([
  ['a spreadsheet with another name', new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0, 6, 0])],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a table in UTF-16', new Uint8Array([0xff, 0xfe, 0x6c, 0, 0x61, 0])],
  ['a table in Windows-1251', new Uint8Array([0xcf, 0xf0, 0xe8, 0x2c])],
  ['text with a NUL', 'label,address\nA\0,0x1'],
])('%s is not read as a table', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow();
});
