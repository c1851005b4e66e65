import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type AmountDigits, amountParts } from '../../contract/amountParts.ts';
import { Amount } from '../../src/components/money/Amount.tsx';
import { Change } from '../../src/components/money/Change.tsx';
import { ExpandableAmount } from '../../src/components/money/ExpandableAmount.tsx';

const labels = { hidden: 'hidden', unknown: 'unknown' };

/** The amount as a person reads it. */
function shown(decimal: string, locale: string, digits?: AmountDigits) {
  const parts = amountParts(decimal, locale, digits);
  return (
    parts &&
    `${parts.isBelowShown ? '< ' : ''}${parts.sign}${parts.whole}${parts.decimalSign}${parts.fraction}`
  );
}

describe('an amount', () => {
  test.each([
    ['1234.560000000000000001', 'en', '1,234.560000000000000001'],
    ['1234.560000000000000001', 'ru', '1\u00a0234,560000000000000001'],
    ['0', 'en', '0.00'],
    ['0.000', 'ru', '0,00'],
    ['-5.1', 'en', '\u22125.10'],
    ['-0', 'en', '0.00'],
    ['1000', 'ru', '1\u00a0000,00'],
    ['9007199254740993', 'en', '9,007,199,254,740,993.00'],
    [
      '123456789012345678901234567890.5',
      'ru',
      '123\u00a0456\u00a0789\u00a0012\u00a0345\u00a0678\u00a0901\u00a0234\u00a0567\u00a0890,50',
    ],
  ])('%s in %s reads %s', (decimal, locale, expected) => {
    expect(shown(decimal, locale)).toBe(expected);
  });

  test.each([
    ['0.999', '0.99'],
    ['1.995', '1.99'],
    ['999999999999999999.999999', '999,999,999,999,999,999.99'],
    ['-0.999', '\u22120.99'],
    ['12.30', '12.30'],
  ])('%s is cut to cents as %s, never rounded up', (decimal, expected) => {
    expect(shown(decimal, 'en', { maximumFractionDigits: 2 })).toBe(expected);
  });

  test('too small for its digits, it is not shown as nothing', () => {
    expect(shown('0.000000000000000742', 'en', { maximumFractionDigits: 8 })).toBe('< 0.00000001');
    expect(shown('0.009', 'ru', { maximumFractionDigits: 2 })).toBe('< 0,01');
    expect(shown('0.9', 'en', { maximumFractionDigits: 0, minimumFractionDigits: 0 })).toBe('< 1');
  });

  test.each([
    ['12345.678901', '12,345.67'],
    ['1234.5678', '1,234.56'],
    ['1.23456789', '1.23456'],
    ['1234567.5', '1,234,567.50'],
    ['0.00012345678', '0.000123456'],
    ['0.5', '0.50'],
    ['0', '0.00'],
    ['-0.0999999999', '\u22120.0999999'],
  ])('%s has six significant digits as %s, and both of its cents', (decimal, expected) => {
    expect(shown(decimal, 'en', { significantDigits: 6 })).toBe(expected);
  });

  test.each(['', '1e3', '1,5', '.5', 'NaN', '1.', ' 1', '--1'])('%j is no amount', (text) => {
    expect(amountParts(text, 'en')).toBeNull();
  });

  test('stands with its token', () => {
    render(<Amount value="18420.5" locale="en" token="ZST" labels={labels} />);
    expect(document.body.textContent).toBe('18,420.50 ZST');
  });

  test.each([
    ['0.242495', '0.242495'],
    ['-0.000000000000000742', '\u22120.000000000000000742'],
    ['1.50', '1'],
    ['18420.5', '18,420'],
    ['0', '0'],
  ])('the significant digits of %s are strong: %s', (value, strong) => {
    const { container } = render(<Amount value={value} locale="en" size="2xl" labels={labels} />);
    const digits = [...container.querySelectorAll('data > span')];
    expect(digits.filter(({ classList }) => classList.contains('text-muted')).length).toBe(
      strong.includes('.') ? 0 : 1,
    );
    expect(
      digits.flatMap((part) => (part.classList.contains('font-semibold') ? part.textContent : [])).join(''),
    ).toBe(strong);
  });

  test('unknown is said, and is not 0', () => {
    render(<Amount value={null} locale="en" token="ZST" labels={labels} />);
    expect(screen.getByText('unknown')).toBeTruthy();
    expect(document.body.textContent).not.toContain('0');
  });

  test('hidden leaves nothing of it in the page, and the mask does not tell its length', () => {
    const { container, rerender } = render(<Amount value="7" locale="en" labels={labels} isHidden />);
    const small = container.innerHTML;
    rerender(<Amount value="777777777.77" locale="en" labels={labels} isHidden />);
    expect(container.innerHTML).toBe(small);
    expect(small).not.toContain('7<');
    expect(container.querySelector('data')).toBeNull();
    expect(container.textContent).toBe('••••••hidden');
  });
});

describe('a change', () => {
  const words = { up: 'up', down: 'down', flat: 'no change', unknown: 'unknown' };
  test.each([
    ['2.415', 'en', 'up+2.41%'],
    ['-0.87', 'ru', 'down\u22120,87\u00a0%'],
    ['0', 'en', 'no change0.00%'],
    ['-0.001', 'en', 'down<\u00a0\u22120.01%'],
    [null, 'en', '—unknown'],
    ['soon', 'en', '—unknown'],
  ])('%s in %s says %s', (value, locale, expected) => {
    const { container } = render(<Change value={value} locale={locale} labels={words} />);
    expect(container.textContent).toBe(expected);
  });
});

test('a change stands on the line of the amount beside it, with its arrow in the middle', () => {
  const words = { up: 'up', down: 'down', flat: 'no change', unknown: 'unknown' };
  const { container } = render(<Change value="2.4" locale="en" labels={words} />);
  expect(container.firstElementChild?.classList.contains('items-baseline')).toBe(true);
  expect(container.querySelector('svg')?.classList.contains('self-center')).toBe(true);
});

describe('an amount of more than six significant digits', () => {
  const draw = (value: string, isHidden = false) =>
    render(
      <ExpandableAmount
        value={value}
        token="ZST"
        locale="en"
        labels={labels}
        isHidden={isHidden}
        more="all digits"
      />,
    );

  test('shows all of them at a press, by keys too, and fewer at the next', async () => {
    const user = userEvent.setup();
    draw('9387.457692307692307201');
    const button = screen.getByRole('button', { name: '9,387.45 ZST, all digits', expanded: false });
    await user.click(button);
    expect(button.textContent).toContain('9,387.457692307692307201 ZST');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Enter}');
    expect(button.textContent).toContain('9,387.45 ZST');
    expect(button.querySelector('data')?.value).toBe('9387.457692307692307201');
  });

  test('is no button where nothing is left out, and tells nothing while balances are hidden', () => {
    draw('12.5');
    draw('9387.457692307692307201', true);
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.body.innerHTML).not.toContain('9387');
  });
});
