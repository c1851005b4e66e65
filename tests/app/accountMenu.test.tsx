import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createInstance } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { AccountMenu } from '../../src/app/layouts/AccountMenu.tsx';
import common from '../../src/locales/en/common.json';
import { type HeaderRef, headerMachine } from '../../src/machines/shell/headerMachine.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', initAsync: false, resources: { en: { common } } });

const waiting = fromPromise<void, void>(() => new Promise(() => {}));
const startHeader = () => createActor(headerMachine.provide({ actors: { awaitFirstPage: waiting } })).start();

function draw(header: HeaderRef, onSignOut = () => {}) {
  render(
    <I18nextProvider i18n={i18n}>
      <AccountMenu
        header={header}
        user={undefined}
        links={[]}
        language={{ label: 'Language', options: [], value: 'en', onChange: () => {} }}
        theme={{
          label: 'Theme',
          labels: { system: 'System', light: 'Light', dark: 'Dark' },
          value: 'system',
          onChange: () => {},
        }}
        onSignOut={onSignOut}
      />
    </I18nextProvider>,
  );
}

test('the menu that is asked for before its code is here opens once it is, by keyboard too', async () => {
  const user = userEvent.setup();
  draw(startHeader());

  await user.tab();
  await user.keyboard('{Enter}');

  expect(await screen.findByRole('menuitem', { name: 'Log out' })).toBeTruthy();
  expect(document.activeElement?.closest('[role="menu"]')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account menu' })),
  );
});

test('logging out, which ends the header, closes the menu without a word to the header', async () => {
  const user = userEvent.setup();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const header = startHeader();
  draw(header, () => header.stop());
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(header.getSnapshot().status).toBe('stopped');
  expect(warn).not.toHaveBeenCalled();
});
