import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CrashBoundary } from '../../src/app/boot/CrashBoundary.tsx';
import { expectAccessible } from '../support/axe.ts';

let isBroken = true;

function Fragile() {
  if (isBroken) throw new Error('secret-value');
  return <p>All is well</p>;
}

beforeEach(() => {
  isBroken = true;
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  vi.spyOn(console, 'error').mockReturnValue(undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.documentElement.lang = 'en';
});

test.each([
  ['en', 'We couldn’t open this page.', 'Try again'],
  ['ru', 'Не удалось открыть страницу.', 'Попробовать ещё раз'],
])('in %s a broken screen is told, with ways on, and can come back', async (language, title, retry) => {
  document.documentElement.lang = language;
  render(
    <CrashBoundary>
      <Fragile />
    </CrashBoundary>,
  );
  expect(screen.getByRole('alert').textContent).toContain(title);
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  expect(document.body.textContent).not.toContain('secret-value');
  await expectAccessible();

  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: retry }));

  expect(screen.getByText('All is well')).toBeTruthy();
});
