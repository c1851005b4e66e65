import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { ListedToken } from '../../contract/catalogue.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { paletteTokensMachine } from '../../src/machines/shell/paletteArea.ts';
import { type PalettePart, paletteMachine } from '../../src/machines/shell/paletteMachine.ts';
import { preferencesMachine } from '../../src/machines/shell/preferencesMachine.ts';
import { findCommands } from '../../src/screens/palette/findCommands.ts';
import PaletteScreen from '../../src/screens/palette/PaletteScreen.tsx';
import { manualCall, settled } from '../support/actors.ts';
import { expectAccessible } from '../support/axe.ts';
import { plainPreferences } from '../support/preferences.ts';
import { draw, type Language, languages } from './draw.tsx';

const link: ListedToken = {
  symbol: 'LINK',
  ticker: 'LINK',
  name: 'Chainlink',
  decimals: 18,
  network: null,
  contract_address: null,
  issuer: 'Chainlink Labs',
  same_ticker: false,
  added: false,
  hidden: false,
};
const listed = [
  { ...link, symbol: 'ZST', ticker: 'ZST', name: 'Zesto', added: true },
  { ...link, symbol: 'UNI', ticker: 'UNI', name: 'Uniswap', added: true },
  link,
];

async function start(part: PalettePart, language: Language = 'en') {
  const done: string[] = [];
  const load = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
  const kept: unknown[] = [];
  const preferences = createActor(
    preferencesMachine.provide({ actions: { keepPreference: (_, choice) => kept.push(choice) } }),
    {
      input: {
        preferences: plainPreferences,
        notifications: createActor(toastsMachine, { input: { now: () => 0 } }).start(),
      },
    },
  ).start();
  const palette = createActor(paletteMachine, { input: { part } }).start();
  draw(
    <PaletteScreen
      palette={palette}
      preferences={preferences}
      tokens={createActor(paletteTokensMachine.provide({ actors: { load: load.logic } }), {
        input: { now: () => 0 },
      }).start()}
      places={[
        {
          id: 'wallet',
          label: language === 'ru' ? 'Кошелёк' : 'Wallet',
          href: '/wallet',
          keywords: 'wallet',
        },
      ]}
      actions={[{ id: 'logOut', label: 'Log out', run: () => done.push('logOut') }]}
      isApple={false}
    />,
    language,
  );
  await act(async () => {
    load.last().answer({ data: listed, loadedAt: 0 });
    await settled();
  });
  return { palette, done, kept, user: userEvent.setup() };
}

const names = () => screen.getAllByRole('menuitem').map((item) => item.firstElementChild?.textContent);

describe.each(languages)('in %s', (language) => {
  test.each(['commands', 'shortcuts'] as const)('the %s are accessible', async (part) => {
    await start(part, language);
    expect(screen.getByRole('dialog').textContent).not.toMatch(/\{\{|undefined|common:/);
    await expectAccessible();
  });

  test('that nothing is found is said', async () => {
    const { user } = await start('commands', language);
    await user.keyboard('qqqq');
    expect(screen.getByRole('menu').textContent).toMatch(/^(No results|Ничего не найдено)/);
    await expectAccessible();
  });
});

test('all that can be done with a token is what its listing allows', async () => {
  await start('commands');
  expect(names()).toEqual([
    'Wallet',
    'Log out',
    'History of ZST',
    'Send ZST',
    'Receive ZST',
    'Withdraw ZST',
    'Exchange ZST',
    'History of UNI',
    'Add LINK',
  ]);
  expect(screen.getByRole('menuitem', { name: /^Add LINK/ }).getAttribute('href')).toBe('/add-token?q=LINK');
});

test('the focus is in the field, typing narrows, Enter does the first, and it closes', async () => {
  const { user, done, palette } = await start('commands');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.keyboard('lo');
  expect(names()).toEqual(['Log out']);
  await user.keyboard('{Enter}');
  expect(done).toEqual(['logOut']);
  expect(palette.getSnapshot().value).toBe('closed');
});

test('Escape closes, whatever has been typed', async () => {
  const { user, palette } = await start('commands');
  await user.keyboard('lo{Escape}');
  expect(palette.getSnapshot().value).toBe('closed');
});

describe('finding', () => {
  const groups = [
    {
      id: 'places',
      title: 'Pages',
      commands: [
        { id: 'wallet', label: 'Кошелёк', keywords: 'wallet /wallet' },
        { id: 'history', label: 'История', keywords: 'history /transactions/history' },
        { id: 'add', label: 'Добавить токен', hint: 'USD Coin', keywords: 'addToken /add-token' },
      ],
    },
    { id: 'actions', title: 'Actions', commands: [{ id: 'logOut', label: 'Выйти', keywords: 'sign out' }] },
  ];
  const found = (query: string) =>
    findCommands(groups, query).flatMap(({ commands }) => commands.map(({ id }) => id));

  test.each([
    ['', ['wallet', 'history', 'add', 'logOut']],
    ['   ', ['wallet', 'history', 'add', 'logOut']],
    ['кош', ['wallet']],
    ['КОШЕЛЕК', ['wallet']],
    ['rjitktr', ['wallet']],
    ['цфддуе', ['wallet']],
    ['wall', ['wallet']],
    ['токен доб', ['add']],
    ['coin', ['add']],
    ['ошелёк', []],
    ['.*', []],
    ['‮wallet', ['wallet']],
    ['x'.repeat(10_000), []],
  ])('"%s"', (query, ids) => {
    expect(found(query)).toEqual(ids);
  });

  test('leaves out the groups that have nothing', () => {
    expect(findCommands(groups, 'выйти').map(({ id }) => id)).toEqual(['actions']);
  });
});

test('single keys can be turned off where they are listed', async () => {
  const { user, kept } = await start('shortcuts');
  const single = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Use single-key shortcuts (? and H)',
  });
  expect(single.checked).toBe(true);
  await user.click(single);
  expect(single.checked).toBe(false);
  expect(kept).toEqual([{ name: 'singleKeys', value: false }]);
});
