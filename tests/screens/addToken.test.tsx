import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { ListedToken } from '../../contract/catalogue.ts';
import { CallError } from '../../contract/failure.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { type TokenChoice, tokenChoiceMachine } from '../../src/machines/wallet/tokenChoiceMachine.ts';
import { catalogueMachine } from '../../src/machines/wallet/tokensArea.ts';
import { tokensViewMachine } from '../../src/machines/wallet/tokensViewMachine.ts';
import AddTokenScreen from '../../src/screens/addToken/AddTokenScreen.tsx';
import { asChild, failure, manualCall } from '../support/actors.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { arrives, describedBy, draw, expectPresentable, type Language, languages } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');
const tether: ListedToken = {
  symbol: 'USDT',
  ticker: 'USDT',
  name: 'Tether USD',
  decimals: 6,
  network: 'Zesto Demo',
  contract_address: '0x514910771AF9Ca656af840dff83E8264EcF986CA',
  issuer: 'Tether',
  same_ticker: true,
  added: true,
  hidden: false,
};
const imitation: ListedToken = {
  ...tether,
  symbol: 'USDT.4FABB1',
  contract_address: '0x4FabB145D646652A948d72533023f6E7A623C7C53',
  issuer: null,
  added: false,
};
const alone: ListedToken = {
  ...tether,
  symbol: 'STO',
  ticker: 'STO',
  network: null,
  contract_address: null,
  same_ticker: false,
};
const tokens = [tether, imitation, alone];

/** The screen over an address, its choice made by hand; its view's parent asks for nothing. */
async function start(language: Language = 'en', search = '', listed = tokens) {
  const choice = manualCall<void, TokenChoice>();
  const read = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
  const catalogue = createActor(catalogueMachine.provide({ actors: { load: read.logic } }), {
    input: { now: () => noon, key: '' },
  }).start();
  const { child: actor } = asChild(
    tokenChoiceMachine.provide({ actors: { showToken: choice.logic } }),
    undefined,
  );
  draw(
    <AddTokenScreen
      catalogue={catalogue}
      view={createActor(tokensViewMachine, { input: { search } }).start()}
      choice={actor}
    />,
    language,
  );
  await arrives(() => read.last().answer({ data: listed, loadedAt: noon }));
  return { choice, arrives, user: userEvent.setup(), read, catalogue };
}

const exploration: Exploration<typeof catalogueMachine> = {
  input: { now: () => noon, key: '' },
  events: [
    { type: 'screen.shown', key: 'q=usdt' },
    { type: 'screen.shown', key: null },
    { type: 'refresh.requested' },
  ],
  answers: {
    load: {
      done: [
        { data: tokens, loadedAt: noon },
        { data: [], loadedAt: noon },
        { data: tokens, loadedAt: noon - 7_200_000, failure: failure('NETWORK') },
      ],
      error: [new CallError(failure('NETWORK'))],
    },
  },
  distinguish: ({ context }) => [context.data?.length, context.failure?.code],
};

const held: ListedToken = { ...alone, symbol: 'ZST', ticker: 'ZST', in_use: true };

describe.each(languages)('in %s', (language) => {
  test.each(
    reachableSnapshots(catalogueMachine, exploration).map((snapshot, index) => [
      `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.failure?.code ?? ''}`,
      snapshot,
    ]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    const search = snapshot.context.key === null ? `?q=${'x'.repeat(200)}` : '';
    draw(
      <AddTokenScreen
        catalogue={actorAt(catalogueMachine, snapshot)}
        view={createActor(tokensViewMachine, { input: { search } })}
        choice={createActor(tokenChoiceMachine)}
      />,
      language,
    );
    await expectPresentable();
  });

  test('a choice is presentable from its making to its undoing', { tags: 'long' }, async () => {
    const { user, choice, arrives } = await start(language);
    await user.click(screen.getByRole('button', { name: /^(Add|Добавить) USDT\.4FABB1/ }));
    await expectPresentable();
    await arrives(() => choice.last().answer());
    await expectPresentable();
    await user.click(screen.getByRole('button', { name: /^(Undo|Вернуть)$/ }));
    await expectPresentable();
    await arrives(() => choice.last().fail('BALANCE_NOT_ZERO'));
    await expectPresentable();
  });
});

const entry = (symbol: string) => {
  const found = screen
    .getAllByRole('listitem')
    .find((item) => within(item).queryByRole('heading', { name: symbol }));
  if (!found) throw new Error(`no ${symbol}`);
  return within(found);
};

test('a token says its issuer and contract, and whether another is called the same', async () => {
  const { user } = await start();
  const contract = () => entry('USDT.4FABB1').getByText(imitation.contract_address ?? '');
  expect(contract().closest('[hidden]')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'About this token: USDT.4FABB1' }));
  expect(contract().closest('[hidden]')).toBeNull();
  expect(entry('USDT.4FABB1').getByText('unknown')).toBeTruthy();
  expect(
    entry('USDT.4FABB1').getByText(
      'Another token also uses the ticker USDT. Check the issuer and contract address before you add it.',
    ),
  ).toBeTruthy();
  expect(entry('STO').queryByText(/Another token also/)).toBeNull();
  // It is in the wallet already, so nothing is to be checked before it is added.
  expect(entry('USDT').queryByText(/Another token also/)).toBeNull();
});

test('one choice at a time: the others say so, and its undo keeps the focus', async () => {
  const { user, choice, arrives } = await start();
  await user.click(screen.getByRole('button', { name: 'Add USDT.4FABB1 to the wallet' }));
  expect(choice.last().input).toEqual({ symbol: 'USDT.4FABB1', isShown: true });
  expect(describedBy(screen.getByRole('button', { name: 'Hide STO from the wallet' }))).toContain(
    'We’re updating another token. Please wait.',
  );
  await arrives(() => choice.last().answer());
  expect(entry('USDT.4FABB1').getByRole('status').textContent).toBe('USDT.4FABB1 is now in your wallet.');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(choice.last().input).toEqual({ symbol: 'USDT.4FABB1', isShown: false });
  expect(document.activeElement?.textContent).toContain('Undo');
});

test('a token in use offers no hiding', async () => {
  await start('en', '', [held, alone]);
  expect(
    screen.getAllByRole('button', { name: /^Hide/ }).map((button) => button.getAttribute('aria-label')),
  ).toEqual(['Hide STO from the wallet']);
});

test('a token in use that was just added keeps its button, which says why it cannot be hidden', async () => {
  const { user, choice, catalogue, read } = await start('en', '', [{ ...held, added: false }]);
  await user.click(screen.getByRole('button', { name: 'Add ZST to the wallet' }));
  await arrives(() => choice.last().answer());
  await arrives(() => catalogue.send({ type: 'refresh.requested' }));
  await arrives(() => read.last().answer({ data: [held], loadedAt: noon }));
  const button = screen.getByRole('button', { name: 'Hide ZST from the wallet' });
  expect(document.activeElement).toBe(button);
  expect(describedBy(button)).toContain(
    'You can’t hide a token that has a balance or a pending transaction.',
  );
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('hiding what is held is refused at the token, in words', async () => {
  const { user, choice, arrives } = await start();
  await user.click(screen.getByRole('button', { name: 'Hide USDT from the wallet' }));
  await arrives(() => choice.last().fail('BALANCE_NOT_ZERO'));
  expect(entry('USDT').getByRole('alert').textContent).toBe(
    'You can’t hide a token that has a balance or a pending transaction. Send or exchange the rest first.',
  );
});

test('a search that could not be read says that what stands below is of the one before', async () => {
  const { catalogue, read } = await start();
  await arrives(() => catalogue.send({ type: 'screen.shown', key: 'q=link' }));
  await arrives(() => read.last().fail('NETWORK'));
  expect(
    screen.getByText(
      /^Network error\..+ Still showing results for your previous filters\. Showing data from/,
    ),
  ).toBeTruthy();
});
