import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createInstance } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { AccountMenu } from '../../src/app/layouts/AccountMenu.tsx';
import common from '../../src/locales/en/common.json';
import { headerMachine } from '../../src/machines/shell/headerMachine.ts';

const i18n = createInstance();
void i18n.init({ lng: 'en', initAsync: false, resources: { en: { common } } });

test('the menu that is asked for before its code is here opens once it is, by keyboard too', async () => {
  const user = userEvent.setup();
  const neverStanding = fromPromise<void, void>(() => new Promise(() => {}));
  const header = createActor(headerMachine.provide({ actors: { awaitFirstPage: neverStanding } })).start();
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
        onSignOut={() => {}}
      />
    </I18nextProvider>,
  );

  await user.tab();
  await user.keyboard('{Enter}');

  expect(await screen.findByRole('menuitem', { name: 'Log out' })).toBeTruthy();
  expect(document.activeElement?.closest('[role="menu"]')).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account menu' })),
  );
});
