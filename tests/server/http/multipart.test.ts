import { expect, test } from 'vitest';
import { readParts } from '../../../server/http/multipart.ts';

const type = 'multipart/form-data; boundary=b';
const part = (name: string, content: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const read = (text: string, contentType = type) =>
  readParts(Buffer.from(text), contentType, 3)?.map(({ name, filename, content }) => [
    name,
    filename,
    content.toString(),
  ]) ?? null;

test('a form is its parts, in their order', () => {
  const file = part('file', '\u0000\r\n--c\r\n', '; filename="a%22é.png"\r\ncontent-type: image/png');
  expect(read(`${part('type', 'passport')}${file}--b--\r\n`)).toEqual([
    ['type', null, 'passport'],
    ['file', 'a"é.png', '\u0000\r\n--c\r\n'],
  ]);
  expect(read(`${part('a', '')}--b--`, 'Multipart/Form-Data;boundary="b"; charset=utf-8')).toEqual([
    ['a', null, ''],
  ]);
});

test.each([
  ['nothing', ''],
  ['no parts but an end of another form', '--c--\r\n'],
  ['a form that was cut off in a content', part('a', 'x').slice(0, -2)],
  ['a form that was cut off in a head', '--b\r\ncontent-disposition: form-data; name="a"\r\n'],
  ['a form without its end', part('a', 'x')],
  ['a part without a name', '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n'],
  ['more parts than are read', `${part('a', '').repeat(4)}--b--\r\n`],
  ['a head of 17 kB', `${part('a', 'x', `; filename="${'x'.repeat(17_000)}"`)}--b--\r\n`],
])('%s is none', (_, text) => expect(read(text)).toBeNull());

test('a boundary of more than seventy characters, or none, is none', () => {
  expect(read(`${part('a', 'x')}--b--`, `multipart/form-data; boundary=${'b'.repeat(71)}`)).toBeNull();
  expect(read(`${part('a', 'x')}--b--`, 'multipart/form-data; boundary=')).toBeNull();
});
