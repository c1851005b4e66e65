import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { readQrCode } from '../../src/services/money/readQrCode.ts';

const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

interface Look {
  /** Pixels of a module. */
  readonly size: number;
  /** Quarter turns. */
  readonly turns?: number;
  readonly dark?: number;
  readonly light?: number;
}

/** A drawn code as a camera sees it: red, green, blue and alpha of each pixel, by rows. */
function drawn(text: string, { size, turns = 0, dark = 0, light = 255 }: Look) {
  const { data: modules, size: count } = encode(text, { border: 4 });
  const width = count * size;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [column, row] = [Math.floor(x / size), Math.floor(y / size)];
      for (let turn = 0; turn < turns; turn += 1) [column, row] = [row, count - 1 - column];
      const shade = modules[row]?.[column] ? dark : light;
      data.fill(shade, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  return { width, height: width, data };
}

test.each<[string, string, Look]>([
  ['an address', to, { size: 5 }],
  ['a payment link', `ethereum:${to}@1/transfer?address=${to}&uint256=2.5e18`, { size: 4 }],
  ['what is on its side', to, { size: 5, turns: 1 }],
  ['what is upside down', to, { size: 5, turns: 2 }],
  ['what is grey in a poor light', to, { size: 5, dark: 70, light: 130 }],
  ['words in Russian', 'Кошелёк', { size: 6 }],
])('%s is read from the pixels of a drawn code', (_, text, look) => {
  expect(readQrCode(drawn(text, look))).toBe(text);
});

test('a picture without a code, or with less than a picture, is none', () => {
  const blank = (width: number, height: number) => ({
    ...{ width, height },
    data: new Uint8ClampedArray(width * height * 4).fill(200),
  });
  expect(readQrCode(blank(320, 240))).toBeNull();
  expect(readQrCode(blank(1, 1))).toBeNull();
  expect(readQrCode(blank(0, 0))).toBeNull();
  expect(readQrCode({ width: 320, height: 240, data: new Uint8ClampedArray(4) })).toBeNull();
  const torn = drawn(to, { size: 5 });
  torn.data.fill(255, 0, torn.data.length / 2);
  expect(readQrCode(torn)).toBeNull();
});
