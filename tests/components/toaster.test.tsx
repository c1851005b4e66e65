import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Dialog } from '../../src/components/base/Dialog.tsx';
import { Toaster } from '../../src/components/shell/Toaster.tsx';
import { expectAccessible } from '../support/axe.ts';

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      <h1>Outside</h1>
      <Toaster label="Notifications" dismissLabel="Dismiss" />
    </>,
  );
});
afterEach(() => {
  act(() => toast.removeAll());
  vi.useRealTimers();
});

const texts = () => screen.queryAllByRole('listitem').map((item) => item.textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('the newest three are shown, the newest first', () => {
  act(() => {
    for (const text of ['one', 'two', 'three', 'four']) toast.success(text);
  });
  expect(texts()).toEqual(['four', 'three', 'two']);
});

test.each(['success', 'error'] as const)('%s goes after four seconds', (kind) => {
  act(() => void toast[kind]('Saved'));
  pass(3999);
  expect(texts()).toEqual(['Saved']);
  pass(1);
  expect(texts()).toEqual([]);
});

test('waits while the pointer is on it', () => {
  act(() => void toast.success('Saved'));
  pass(3000);
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }));
  pass(10_000);
  expect(texts()).toEqual(['Saved']);
  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications' }));
  pass(1000);
  expect(texts()).toEqual([]);
});

test('go by themselves after the toasts were taken away under a pointer', () => {
  const region = () => screen.getByRole('region', { name: 'Notifications' });
  fireEvent.pointerEnter(region());
  cleanup();
  render(<Toaster label="Notifications" dismissLabel="Dismiss" />);
  act(() => void toast.success('Saved'));
  pass(4000);
  expect(texts()).toEqual([]);
});

test('can be put away', () => {
  act(() => {
    toast.error('Network error');
    toast.success('Saved');
  });
  fireEvent.click(
    within(screen.getByText('Network error').closest('li') ?? document.body).getByRole('button'),
  );
  expect(texts()).toEqual(['Saved']);
});

test('is told and can be put away while a dialog is open', () => {
  render(
    <Dialog isOpen title="Limits" closeLabel="Close">
      Limits
    </Dialog>,
  );
  expect(screen.queryByRole('heading', { name: 'Outside' })).toBeNull();
  act(() => void toast.success('Saved'));
  fireEvent.click(
    within(screen.getByRole('region', { name: 'Notifications' })).getByRole('button', { name: 'Dismiss' }),
  );
  expect(texts()).toEqual([]);
  expect(screen.getByRole('dialog', { name: 'Limits' })).toBeTruthy();
});

test('is announced: the region is there before the first toast', async () => {
  const list = screen.getByRole('list');
  expect(list.getAttribute('aria-live')).toBe('polite');
  act(() => void toast.error('Network error'));
  expect(within(list).getByText('Network error')).toBeTruthy();
  vi.useRealTimers();
  await expectAccessible();
});
