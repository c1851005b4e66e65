import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Settings, Wallet } from 'lucide-react';
import { useState } from 'react';
import { RouterProvider } from 'react-aria-components';
import { expect, test } from 'vitest';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { AppShell } from '../../src/components/shell/AppShell.tsx';
import { LanguageSwitch } from '../../src/components/shell/LanguageSwitch.tsx';
import { SignedOutShell } from '../../src/components/shell/SignedOutShell.tsx';
import { type Theme, ThemeSwitch } from '../../src/components/shell/ThemeSwitch.tsx';
import { UserMenu } from '../../src/components/shell/UserMenu.tsx';
import { expectAccessible } from '../support/axe.ts';
import { beNarrow } from '../support/phone.ts';

const labels = {
  skip: 'Skip to content',
  home: 'Home',
  navigation: 'Places',
  tabs: 'Tabs',
  collapse: 'Collapse the sidebar',
  expand: 'Expand the sidebar',
  openPanel: 'Open the menu',
  closePanel: 'Close the menu',
};
const items = [{ href: '/wallet', label: 'Wallet', icon: Wallet, isCurrent: true }];
const themes = { system: 'As the system', light: 'Light', dark: 'Dark' };
const languages = [
  { value: 'en', label: 'English' },
  { value: 'ru', label: 'Русский' },
] as const;

function Shell({ told = () => {} }: { told?: (what: string) => void }) {
  const [isOpen, setOpen] = useState(true);
  const [isPanelOpen, setPanelOpen] = useState(false);
  return (
    <RouterProvider navigate={(to) => told(`to ${to}`)}>
      <AppShell
        labels={labels}
        homeHref="/wallet"
        sidebarItems={items}
        tabItems={items}
        isSidebarOpen={isOpen}
        onSidebarOpenChange={setOpen}
        isPanelOpen={isPanelOpen}
        onPanelOpenChange={setPanelOpen}
        missingPanel={null}
        user={
          <UserMenu
            label="Account menu"
            firstName="Alexandra"
            lastName="winter"
            src={null}
            links={[{ href: '/profile', label: 'Settings', icon: Settings }]}
            language={{ label: 'Language', options: languages, value: 'en', onChange: told }}
            theme={{ label: 'Theme', labels: themes, value: 'system', onChange: told }}
            signOutLabel="Log out"
            onSignOut={() => told('sign out')}
          />
        }
      >
        <PageTitle>Wallet</PageTitle>
      </AppShell>
    </RouterProvider>
  );
}

test('the skip link comes first and leads over the navigation without touching the address', async () => {
  const user = userEvent.setup();
  render(<Shell />);
  await user.tab();
  expect(document.activeElement?.textContent).toBe('Skip to content');
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(location.hash).toBe('');
});

test('where one is, is said', async () => {
  render(<Shell />);
  for (const name of ['Places', 'Tabs']) {
    const link = within(screen.getByRole('navigation', { name })).getByRole('link', { name: 'Wallet' });
    expect(link.getAttribute('aria-current')).toBe('page');
  }
  await expectAccessible();
});

test('collapsed, the sidebar keeps its names for those who cannot see, and shows them by tooltip', async () => {
  const user = userEvent.setup();
  render(<Shell />);
  const toggle = screen.getByRole('button', { name: 'Collapse the sidebar' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await user.click(toggle);
  expect(screen.getByRole('button', { name: 'Expand the sidebar' }).getAttribute('aria-expanded')).toBe(
    'false',
  );
  await user.tab();
  await user.tab();
  await user.tab();
  const link = within(screen.getByRole('navigation', { name: 'Places' })).getByRole('link', {
    name: 'Wallet',
  });
  expect(document.activeElement).toBe(link);
  expect(screen.getByRole('tooltip').textContent).toBe('Wallet');
});

test('on a tablet the sidebar is icons however it was left, and its words are in the panel', async () => {
  beNarrow(820);
  const user = userEvent.setup();
  render(<Shell />);
  const sidebar = within(screen.getByRole('navigation', { name: 'Places' }));
  expect(sidebar.getByText('Wallet').className).toBe('sr-only');
  await user.click(screen.getByRole('button', { name: 'Open the menu' }));
  await screen.findByRole('dialog', { name: 'Places' });
});

test('the panel takes the focus and gives it back by Escape', async () => {
  const user = userEvent.setup();
  render(<Shell />);
  const opener = screen.getByRole('button', { name: 'Open the menu' });
  await user.click(opener);
  const panel = await screen.findByRole('dialog', { name: 'Places' });
  expect(panel.contains(document.activeElement)).toBe(true);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('the user menu: places, language, theme, the way out', async () => {
  const user = userEvent.setup();
  const told: string[] = [];
  render(<Shell told={(what) => told.push(what)} />);
  const open = () => user.click(screen.getByRole('button', { name: 'Alexandra, Account menu' }));
  await open();
  expect(screen.getAllByRole('menuitemradio', { checked: true }).map((item) => item.textContent)).toEqual([
    'English',
    'As the system',
  ]);
  await user.click(screen.getByRole('menuitemradio', { name: 'Русский' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  await user.click(screen.getByRole('menuitem', { name: 'Log out' }));
  await open();
  await user.click(screen.getByRole('menuitem', { name: 'Settings' }));
  expect(told).toEqual(['ru', 'dark', 'sign out', 'to /profile']);
});

test('initials stand where there is no picture', () => {
  render(<Shell />);
  expect(screen.getByText('AW')).toBeTruthy();
});

function SignedOut({ told }: { told: (what: string) => void }) {
  const [theme, setTheme] = useState<Theme>('system');
  return (
    <SignedOutShell
      skipLabel="Skip to content"
      homeHref="/auth/login"
      homeLabel="Home"
      headline="What is yours"
      controls={
        <>
          <LanguageSwitch label="Language" options={languages} value="en" onChange={(to) => told(to)} />
          <ThemeSwitch
            label="Theme"
            labels={themes}
            value={theme}
            onChange={(to) => {
              told(to);
              setTheme(to);
            }}
          />
        </>
      }
    >
      <PageTitle>Sign in</PageTitle>
    </SignedOutShell>
  );
}

test('signed out: language and theme are at hand, by arrow keys too', async () => {
  const user = userEvent.setup();
  const told: string[] = [];
  render(<SignedOut told={(what) => told.push(what)} />);
  await user.click(screen.getByRole('radio', { name: 'Русский' }));
  await user.click(screen.getByRole('radio', { name: 'Light' }));
  await user.keyboard('{ArrowRight}');
  expect(told).toEqual(['ru', 'light', 'dark']);
  expect(screen.getByRole('radio', { name: 'Dark', checked: true })).toBeTruthy();
  await expectAccessible();
});
