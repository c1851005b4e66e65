import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { CallError } from '../../contract/failure.ts';
import type { Sparklines } from '../../contract/rates.ts';
import { Sparkline } from '../../src/components/chart/Sparkline.tsx';
import { sparklinesMachine } from '../../src/machines/wallet/portfolioArea.ts';
import { TokenSparkline } from '../../src/screens/portfolio/TokenSparkline.tsx';
import { failure } from '../support/actors.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';

const pathOf = (figures: readonly number[], most: number) => {
  const { container } = render(<Sparkline figures={figures} most={most} tone="muted" />);
  return container.querySelector('path')?.getAttribute('d');
};

describe('the line', () => {
  test('goes from the left to the right, and from the lowest to the highest', () => {
    expect(pathOf([1, 3, 2], 3)).toBe('M2.0 22.0L32.0 2.0L62.0 12.0');
  });

  test('of what did not change stands in the middle', () => {
    expect(pathOf([0.3, 0.3], 2)).toBe('M2.0 12.0L62.0 12.0');
  });

  test('of fewer figures stands at the end', () => {
    expect(pathOf([2, 1], 3)).toBe('M32.0 2.0L62.0 22.0');
  });
});

const told: Sparklines = {
  as_of: '2026-11-20T12:00:00.000Z',
  lines: [{ symbol: 'ZST', prices: ['0.25', '0.000000000000000001', '9999999999999.5'] }],
};
const exploration: Exploration<typeof sparklinesMachine> = {
  input: { now: () => 0, key: 'day' },
  events: [],
  answers: {
    load: { done: [{ data: told, loadedAt: 0 }], error: [new CallError(failure('NETWORK'))] },
  },
};

test.each([
  ['1.25', 'text-gain'],
  ['-1.25', 'text-loss'],
  ['0.00', 'text-muted'],
  [null, 'text-muted'],
])('after a change of %s the line is of the colour of the change beside it', (change, colour) => {
  const ready = reachableSnapshots(sparklinesMachine, exploration).find((snapshot) =>
    snapshot.matches('ready'),
  );
  if (!ready) throw new Error('it is never ready');
  const { container } = render(
    <TokenSparkline symbol="ZST" change={change} sparklines={actorAt(sparklinesMachine, ready)}>
      <span>none</span>
    </TokenSparkline>,
  );
  const line = container.querySelector('svg');
  expect(line?.getAttribute('class')).toContain(colour);
  expect(line?.getAttribute('aria-hidden')).toBe('true');
  expect(container.querySelector('path')?.getAttribute('d')).not.toMatch(/NaN|Infinity/);
});

test('what has no line keeps what stands in its place, in every state', () => {
  for (const snapshot of reachableSnapshots(sparklinesMachine, exploration)) {
    const { unmount } = render(
      <TokenSparkline symbol="STO" change="1.00" sparklines={actorAt(sparklinesMachine, snapshot)}>
        <span>none</span>
      </TokenSparkline>,
    );
    expect(screen.getByText('none')).toBeTruthy();
    unmount();
  }
});
