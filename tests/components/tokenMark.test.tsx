import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TokenMark } from '../../src/components/money/TokenMark.tsx';
import { tokenColour } from '../../src/components/money/tokenColour.ts';

/** Of the letters (`chalk` of styles.css), in sRGB from 0 to 1. */
const chalk = [0xed / 255, 0xf2 / 255, 0xe7 / 255] as const;

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** CSS Color 4, section 7: `hsl()` as sRGB. */
function channelsOf(colour: string): number[] {
  const [hue = 0, saturation = 0, lightness = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100);
  return [0, 8, 4].map((offset) => {
    const turn = (offset + hue / 30) % 12;
    return lightness / 100 - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1));
  });
}

test('the colour of a symbol is always the same, another symbol’s is another, and letters read on all of them', () => {
  const symbols = Array.from({ length: 2_000 }, (_, index) => `T${index.toString(36).toUpperCase()}`);
  const colours = symbols.map(tokenColour);
  expect(symbols.map(tokenColour)).toEqual(colours);
  expect(new Set(colours).size).toBeGreaterThan(300);
  expect(tokenColour('USDT')).not.toBe(tokenColour('USDC'));
  const worst = Math.min(
    ...colours.map((colour) => (luminance(chalk) + 0.05) / (luminance(channelsOf(colour)) + 0.05)),
  );
  expect(worst).toBeGreaterThanOrEqual(4.5);
});

test('a mark is its own picture or its first letters of 12 px, and no part of the text', () => {
  const { container } = render(
    <>
      <TokenMark symbol="ZST" />
      <TokenMark symbol="STO" size="sm" />
      <TokenMark symbol="usdt" />
      <TokenMark symbol="usdt" size="sm" />
    </>,
  );
  expect(container.textContent).toBe('');
  expect(container.querySelectorAll('svg')).toHaveLength(2);
  const lettered = [...container.querySelectorAll('[data-letters]')];
  expect(lettered.map((mark) => mark.getAttribute('data-letters'))).toEqual(['US', 'U']);
  for (const mark of lettered) expect(mark.className).toMatch(/\btext-xs\b/);
});
