import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser } from '../../src/services/wallet/eventParser.ts';

function heard(...pieces: string[]) {
  const told: string[] = [];
  const parse = createEventParser({
    event: ({ name, data }) => told.push(`${name}=${data}`),
    comment: () => told.push('comment'),
  });
  for (const piece of pieces) parse(piece);
  return told;
}

test.each([
  ['an event with a name', 'event: rates\ndata: 1\n\n', ['rates=1']],
  ['one without', 'data: 1\n\n', ['message=1']],
  ['several lines of data', 'data: 1\ndata: 2\n\n', ['message=1\n2']],
  ['carriage returns', 'event: a\r\ndata: 1\r\n\r\nevent: b\rdata: 2\r\rx', ['a=1', 'b=2']],
  ['comments', ': beat\n\n:\n\n', ['comment', 'comment']],
  ['a name without data', 'event: rates\n\ndata: 1\n\n', ['message=1']],
  ['fields that nobody knows', 'id: 7\nretry: 3000\nmood: good\ndata\ndata:x\n\n', ['message=\nx']],
  ['half an event at the end', 'data: 1\n\nevent: rates\ndata: {"pai', ['message=1']],
  ['garbage, and then an event', '<html>\u0000\n\n}{\ndata: 1\n\n', ['message=1']],
])('%s', (_, text, told) => {
  expect(heard(text)).toEqual(told);
});

test('a byte order mark is gone once the bytes are decoded, as they are on their way here', () => {
  const bytes = new TextEncoder().encode('\uFEFFdata: 1\n\n');
  expect(heard(new TextDecoder().decode(bytes))).toEqual(['message=1']);
});

test('the pieces may be cut anywhere', () => {
  const text = ': beat\r\n\r\nevent: rates\r\ndata: {"a":\r\ndata: 1}\r\n\r\nevent: x\ndata: 2\n\n';
  const whole = heard(text);
  expect(whole).toEqual(['comment', 'rates={"a":\n1}', 'x=2']);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((left, right) => left - right), text.length];
      const pieces = places.slice(1).map((place, index) => text.slice(places[index], place));
      expect(heard(...pieces)).toEqual(whole);
    }),
  );
});

test('an event that does not end is given up, in one line or in many', () => {
  expect(() => heard('data: ', 'x'.repeat(1_000_001))).toThrow(RangeError);
  expect(() => heard(`data: ${'x'.repeat(600_000)}\n`, `data: ${'x'.repeat(600_000)}\n`)).toThrow(RangeError);
});
