import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Awaited } from '../../src/components/base/Awaited.tsx';
import { Spinner, useSpinner } from '../../src/components/base/Spinner.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Place({ isLoading }: { isLoading: boolean }) {
  if (useSpinner(isLoading)) return <Spinner label="Loading" />;
  return isLoading ? null : <p>Wallet</p>;
}
const page = (isLoading: boolean) => <Place isLoading={isLoading} />;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const seen = () =>
  screen.queryByText('Loading') ? 'spinner' : screen.queryByText('Wallet') ? 'page' : 'nothing';

test('a quick load shows no spinner at all', () => {
  const { rerender } = render(page(true));
  pass(499);
  expect(seen()).toBe('nothing');
  rerender(page(false));
  expect(seen()).toBe('page');
  pass(2000);
  expect(seen()).toBe('page');
});

test('the spinner comes at 500 ms and goes with the load when it was seen for longer', () => {
  const { rerender } = render(page(true));
  pass(499);
  expect(seen()).toBe('nothing');
  pass(1);
  expect(seen()).toBe('spinner');
  pass(5000);
  rerender(page(false));
  pass(0);
  expect(seen()).toBe('page');
});

test('once there, it stays for 500 ms', () => {
  const { rerender } = render(page(true));
  pass(500);
  pass(100);
  rerender(page(false));
  pass(399);
  expect(seen()).toBe('spinner');
  pass(1);
  expect(seen()).toBe('page');
});

test('loading again while it stays does not make it blink', () => {
  const { rerender } = render(page(true));
  pass(500);
  rerender(page(false));
  pass(300);
  rerender(page(true));
  pass(5000);
  expect(seen()).toBe('spinner');
});

describe('what is awaited in a part of a screen', () => {
  const part = (isLoading: boolean) => (
    <Awaited isLoading={isLoading} label="Loading">
      <p>Wallet</p>
    </Awaited>
  );
  const mark = () => screen.getByRole('status').querySelector('svg');

  test('is said at once, and comes without a spinner when it is quick', () => {
    const { rerender } = render(part(true));
    pass(499);
    expect([seen(), mark()]).toEqual(['spinner', null]);
    rerender(part(false));
    expect(seen()).toBe('page');
  });

  test('has a spinner from 500 ms on, which stays for 500 ms', () => {
    const { rerender } = render(part(true));
    pass(500);
    expect(mark()).not.toBeNull();
    rerender(part(false));
    pass(499);
    expect(mark()).not.toBeNull();
    pass(1);
    expect(seen()).toBe('page');
  });
});
