import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { BalanceBar, type BalanceBarProps } from '../../src/components/money/BalanceBar.tsx';
import { expectAccessible } from '../support/axe.ts';

function bar(shares: readonly [number, number, number], state?: BalanceBarProps['state']) {
  const opened: string[] = [];
  const kinds = ['available', 'pending', 'frozen'] as const;
  const { container } = render(
    <BalanceBar
      label="Parts of the balance"
      parts={kinds.map((kind, index) => ({
        kind,
        label: kind,
        share: shares[index] ?? 0,
        amount: <b>1.00</b>,
      }))}
      onOpen={(kind) => opened.push(kind)}
      {...(state && { state })}
    />,
  );
  const drawn = [...container.querySelectorAll<HTMLElement>('[data-part]')];
  return { opened, drawn };
}

test('parts grow by their shares from nothing, and each has a width that can be seen', () => {
  const { drawn } = bar([0.8123, 0.1854, 0.0023]);
  expect(drawn.map((part) => [part.dataset.part, part.style.flexGrow, part.style.flexBasis])).toEqual([
    ['available', '0.8123', '0%'],
    ['pending', '0.1854', '0%'],
    ['frozen', '0.0023', '0%'],
  ]);
  for (const part of drawn) expect(part.className).toContain('min-w-2');
});

test('what is zero takes no place in the bar, and still explains itself', async () => {
  const { drawn, opened } = bar([1, 0, 0]);
  expect(drawn.map((part) => part.dataset.part)).toEqual(['available']);
  await userEvent.click(screen.getByRole('button', { name: /^frozen ?: ?1\.00/ }));
  expect(opened).toEqual(['frozen']);
});

test.each(['hidden', 'unknown'] as const)('%s draws no proportions', (state) => {
  expect(bar([0.5, 0.5, 0], state).drawn).toEqual([]);
});

test('each part opens by keyboard, in order, and by pressing the bar itself', async () => {
  const user = userEvent.setup();
  const { opened, drawn } = bar([0.5, 0.3, 0.2]);
  await user.tab();
  await user.keyboard('{Enter}');
  await user.tab();
  await user.keyboard(' ');
  await user.click(drawn[2] ?? document.body);
  expect(opened).toEqual(['available', 'pending', 'frozen']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^frozen ?: ?1\.00/ }));
  await expectAccessible();
});

test('the rows below the bar begin and end with it, and their colours are in the middle of the first line', () => {
  bar([0.5, 0.3, 0.2]);
  const list = screen.getByRole('list', { name: 'Parts of the balance' });
  const row = screen.getByRole('button', { name: /^pending/ });
  // The margin inside of a row is drawn outside of the bar.
  expect([list.classList.contains('-mx-2'), row.classList.contains('p-2')]).toEqual([true, true]);
  // A line is 28 px high, a colour 14 px, the arrow 16 px.
  expect(row.firstElementChild?.classList.contains('mt-1.75')).toBe(true);
  expect(row.lastElementChild?.classList.contains('mt-1.5')).toBe(true);
});
