import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { PageReload } from '../../src/components/base/pageReload.ts';
import { lazyPart } from '../../src/screens/core/lazyPart.tsx';
import { draw, expectPresentable, languages } from './draw.tsx';

interface PartProps {
  onClose?: () => void;
}

const missing = () =>
  Promise.reject<{ default: ComponentType<PartProps> }>(
    new TypeError('Failed to fetch dynamically imported module'),
  );

function open({
  isLocked = false,
  language = 'en',
  onClose,
}: {
  isLocked?: boolean;
  language?: 'en' | 'ru';
  onClose?: () => void;
} = {}) {
  const reload = vi.fn();
  const Part = lazyPart<PartProps>(missing);
  draw(
    <PageReload value={{ isLocked, reload }}>
      <h1>The rest of the page</h1>
      <Suspense>
        <Part {...(onClose && { onClose })} />
      </Suspense>
    </PageReload>,
    language,
  );
  return { reload, user: userEvent.setup() };
}

test.each(languages)(
  'in %s a part whose code does not come says so, and the page stays',
  async (language) => {
    open({ language });
    expect((await screen.findByRole('alert')).textContent).not.toMatch(/missing\./);
    expect(screen.getByText('The rest of the page')).toBeTruthy();
    await expectPresentable();
  },
);

test('it offers a reload', async () => {
  const { reload, user } = open();
  await user.click(await screen.findByRole('button', { name: 'Reload page' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('not while money may be moving', async () => {
  const { reload, user } = open({ isLocked: true });
  await user.click(await screen.findByRole('button', { name: /^Reload page/ }));
  expect(reload).not.toHaveBeenCalled();
  expect(document.body.textContent).toContain('A transaction is in progress.');
});

test('a dialog’s place can be closed', async () => {
  const onClose = vi.fn();
  const { user } = open({ onClose });
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
