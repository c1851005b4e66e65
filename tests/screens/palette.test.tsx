import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { AddressBook } from '../../contract/addressBook.ts';
import type { DepositAddress } from '../../contract/addresses.ts';
import type { ListedToken } from '../../contract/catalogue.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import type { TicketSummary } from '../../contract/support.ts';
import type { Transaction } from '../../contract/transactions.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import {
  paletteAddressesMachine,
  paletteBookMachine,
  paletteFoundMachine,
  paletteRecentMachine,
  paletteTicketsMachine,
  paletteTokensMachine,
} from '../../src/machines/shell/paletteArea.ts';
import { type PalettePart, paletteMachine } from '../../src/machines/shell/paletteMachine.ts';
import { preferencesMachine } from '../../src/machines/shell/preferencesMachine.ts';
import { findCommands } from '../../src/screens/palette/findCommands.ts';
import PaletteScreen from '../../src/screens/palette/PaletteScreen.tsx';
import { amountOf, readRequest } from '../../src/screens/palette/readRequest.ts';
import { manualCall, settled } from '../support/actors.ts';
import { expectAccessible } from '../support/axe.ts';
import { paymentDone } from '../support/moneyFlow.ts';
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
        toasts: createActor(toastsMachine, { input: { now: () => 0 } }).start(),
      },
    },
  ).start();
  const palette = createActor(paletteMachine, { input: { part } }).start();
  const calls = {
    found: manualCall<Loaded<Page<Transaction>>, ReadRequest>(),
    recent: manualCall<Loaded<Page<Transaction>>, ReadRequest>(),
    book: manualCall<Loaded<AddressBook>, ReadRequest>(),
    tickets: manualCall<Loaded<Page<TicketSummary>>, ReadRequest>(),
    addresses: manualCall<Loaded<readonly DepositAddress[]>, ReadRequest>(),
  };
  const input = { now: () => 0, key: null };
  const lists = {
    found: createActor(paletteFoundMachine.provide({ actors: { load: calls.found.logic } }), {
      input,
    }).start(),
    recent: createActor(paletteRecentMachine.provide({ actors: { load: calls.recent.logic } }), {
      input,
    }).start(),
    book: createActor(paletteBookMachine.provide({ actors: { load: calls.book.logic } }), { input }).start(),
    tickets: createActor(paletteTicketsMachine.provide({ actors: { load: calls.tickets.logic } }), {
      input,
    }).start(),
    addresses: createActor(paletteAddressesMachine.provide({ actors: { load: calls.addresses.logic } }), {
      input,
    }).start(),
  };
  const ask = () =>
    act(async () => {
      for (const list of Object.values(lists)) list.send({ type: 'screen.shown', key: 'asked' });
      await settled();
    });
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
      lists={lists}
      copied={null}
      onCopy={(address) => address !== null && done.push(address)}
      isApple={false}
    />,
    language,
  );
  await act(async () => {
    load.last().answer({ data: listed, loadedAt: 0 });
    await settled();
  });
  return { palette, done, kept, calls, ask, user: userEvent.setup() };
}

const names = () =>
  screen
    .getAllByRole('menuitem')
    .map((item) => item.querySelector('span > span')?.textContent?.replace(/\s/g, ' '));

describe.each(languages)('in %s', (language) => {
  test.each(['commands', 'shortcuts'] as const)('the %s are accessible', async (part) => {
    await start(part, language);
    expect(screen.getByRole('dialog').textContent).not.toMatch(/\{\{|undefined|common:/);
    await expectAccessible();
  });

  test('that nothing is found is said', async () => {
    const { user } = await start('commands', language);
    await user.paste('qqqq');
    await waitFor(() => expect(screen.getByRole('menu').textContent).not.toMatch(/(Searching|Ищем)/));
    expect(screen.getByRole('menu').textContent).toMatch(/^(No results|Ничего не найдено)/);
    const told = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(told).toContain(screen.getByRole('menu').textContent);
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

describe.each(languages)('what is found, in %s', (language) => {
  const page = <Item,>(data: readonly Item[]) => ({
    data: { data, meta: { page: 1, per_page: 5, total: data.length } },
    loadedAt: 0,
  });
  const day = '2026-11-20T09:00:00.000Z';

  test('transactions, saved addresses, tickets, and my address to copy', async () => {
    const { user, calls, ask, done } = await start('commands', language);
    await user.paste('0x');
    await ask();
    expect(screen.getByRole('status').textContent).toMatch(/Searching|Ищем/);
    const address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    await act(async () => {
      calls.found.last().answer(page([{ ...paymentDone, id: 'tx-1', counterparty: address }]));
      calls.recent.last().answer(page([]));
      calls.book.last().answer({
        data: {
          addresses: [
            {
              id: 'a',
              label: 'Alice',
              address,
              token: null,
              note: null,
              created_at: day,
              usable_from: day,
              looks_like: null,
            },
          ],
          rules: { wait_hours: 24, small_limit: '100', small_left: '100' },
        },
        loadedAt: 0,
      });
      calls.tickets.last().answer(
        page([
          {
            id: 't-1',
            number: 7,
            subject: '0x never arrived',
            category: 'technical',
            priority: 'low',
            status: 'open',
            unread: false,
            created_at: day,
            updated_at: day,
          } as const,
        ]),
      );
      calls.addresses.last().answer({ data: [], loadedAt: 0 });
      await settled();
    });
    expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'))).toEqual([
      '/transactions/history?id=tx-1',
      '/addresses',
      '/support?ticket=t-1',
    ]);
    await expectAccessible();
    expect(done).toEqual([]);
  });

  const printed = {
    en: [
      ['100.00', 'whole'],
      ['12.50', 'half'],
      ['1,250.75', 'groups'],
      ['1,250', 'groups'],
    ],
    ru: [
      ['100,00', 'whole'],
      ['12,50', 'half'],
      ['1 250,75', 'groups'],
      ['1,250', 'small'],
    ],
  }[language];

  test.each(printed)('an amount is found as it is printed: %s', async (query, id) => {
    const { user, calls, ask } = await start('commands', language);
    await user.paste(query);
    await ask();
    const sent = { whole: '100', part: '100.25', half: '12.5', groups: '1250.75', small: '1.2503' };
    const recent = Object.entries(sent).map(([name, amount]) => ({
      ...paymentDone,
      id: name,
      amount,
      total: amount,
    }));
    await act(async () => {
      calls.recent.last().answer(page(recent));
      await settled();
    });
    expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'))).toEqual([
      `/transactions/history?id=${id}`,
    ]);
  });

  test('that the lists could not be searched is said, and asked again', async () => {
    const { user, calls, ask } = await start('commands', language);
    await user.paste('alice');
    await ask();
    await act(async () => {
      calls.found.last().fail('INTERNAL');
      for (const each of [calls.recent, calls.book, calls.tickets]) each.last().answer(page([]) as never);
      await settled();
    });
    expect(screen.getByRole('status').textContent).toMatch(/couldn’t search|Не удалось поискать/);
    await expectAccessible();
    await user.click(screen.getByRole('button', { name: /Try again|Повторить/ }));
    expect([calls.found.calls.length, calls.tickets.calls.length]).toEqual([2, 1]);
    await act(async () => {
      calls.found.last().fail('NETWORK');
      await settled();
    });
    expect(screen.getByRole('status').textContent).toMatch(/offline|Нет интернета/);
  });

  test('my address that was made is copied, and another is shown where it is made', async () => {
    const { user, calls, ask, done, palette } = await start('commands', language);
    await user.keyboard(language === 'en' ? 'my address' : 'мой адрес');
    await ask();
    const made = { token: 'ZST', network: 'ethereum', address: '0xabc', uri: 'ethereum:0xabc' };
    await act(async () => {
      calls.addresses.last().answer({ data: [made], loadedAt: 0 });
      await settled();
    });
    const items = screen.getAllByRole('menuitem');
    expect(items.map((item) => item.getAttribute('href'))).toEqual([
      null,
      '/transactions?tab=receive&token=STO',
      '/transactions?tab=receive&token=USDT',
    ]);
    await user.keyboard('{Enter}');
    expect(done).toEqual(['0xabc']);
    expect(palette.getSnapshot().value).not.toBe('closed');
  });
});

test.each([
  ['typed', 'Log out', ''],
  ['pasted', '', 'log out'],
  ['pasted and corrected', '{Backspace}', 'log outs'],
])('Enter chooses the first command of a text that was %s', async (_, keys, pasted) => {
  const { user, done } = await start('commands');
  if (pasted !== '') await user.paste(pasted);
  await user.keyboard(`${keys}{Enter}`);
  expect(done).toEqual(['logOut']);
});

test('Enter chooses what is marked, and nothing before there is a text', async () => {
  const { user, done, palette } = await start('commands');
  await user.keyboard('{Enter} {Enter}');
  expect(done).toEqual([]);
  expect(palette.getSnapshot().matches('commands')).toBe(true);
  await user.keyboard('{Backspace}l');
  expect(names().slice(0, 2)).toEqual(['Log out', 'Add LINK']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(done).toEqual([]);
  expect(palette.getSnapshot().matches('closed')).toBe(true);
});

describe('asked in words', () => {
  test.each([
    ['send 5 zst', 'Send 5 ZST', '/transactions?tab=send&token=ZST&amount=5'],
    ['отправить 5 zst', 'Send 5 ZST', '/transactions?tab=send&token=ZST&amount=5'],
    ['ыутв 5 яые', 'Send 5 ZST', '/transactions?tab=send&token=ZST&amount=5'],
    ['5zst send', 'Send 5 ZST', '/transactions?tab=send&token=ZST&amount=5'],
    ['вывести 1 000,5 usdt', 'Withdraw 1,000.50 USDT', '/transactions?tab=withdraw&token=USDT&amount=1000.5'],
    ['exchange 10 usdt to zst', 'Exchange 10 USDT to ZST', '/exchange?from=USDT&to=ZST&amount=10'],
    ['обменять usdt на zst', 'Exchange USDT to ZST', '/exchange?from=USDT&to=ZST'],
    ['send 0 zst', 'Send ZST', '/transactions?tab=send&token=ZST'],
    ['send 1.23.45 zst', 'Send ZST', '/transactions?tab=send&token=ZST'],
  ])('"%s" opens a form', async (query, label, href) => {
    const { user } = await start('commands');
    await user.paste(query);
    expect(names()[0]).toBe(label);
    expect(screen.getAllByRole('menuitem')[0]?.getAttribute('href')).toBe(href);
  });

  test.each([
    'send 5 zst to bob',
    'send 5 6 zst',
    'send exchange 5 zst',
    'send 5 zst usdt',
    '5',
    'send',
    'x'.repeat(10_000),
  ])('nothing is guessed for "%s"', (query) => expect(readRequest(query)).toBeNull());

  test.each([
    ['5', 'en', '5'],
    ['0,000001', 'en', '0.000001'],
    ['1,250.75', 'ru', '1250.75'],
    ['20,500', 'en', '20500'],
    ['20,500', 'ru', '20.5'],
    ['20.500', 'ru', null],
    ['0.0000001', 'en', null],
    ['9'.repeat(61), 'en', null],
  ])('%s USDT in %s is %s', (typed, locale, amount) => expect(amountOf(typed, 'USDT', locale)).toBe(amount));
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
