import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { priceDetails, priceList, pricePart, pricesArea } from '../../src/machines/console/pricesArea.ts';
import PricesScreen from '../../src/screens/console/PricesScreen.tsx';
import { answering, areaOf, heldPrice, price, priceChange } from '../support/consoleAreas.ts';
import { arrives, draw, everyState, expectPresentable, languages, text } from './draw.tsx';

function prices(lines: unknown, changes: unknown = [priceChange]) {
  const part = pricePart.provide({
    actors: { load: answering({ data: lines, meta: { next: null } }).load as never },
  });
  return areaOf(
    pricesArea.provide({
      actors: {
        list: priceList.provide({ actors: { part } }),
        details: priceDetails.provide({ actors: { load: answering(changes).load as never } }),
      },
    }),
    { name: 'anna', role: 'treasury' },
  ).child;
}

describe.each(everyState(languages))('in %s', (language) => {
  test('the list of prices, an empty one, and each state of a decision', async () => {
    for (const lines of [[], [price, heldPrice, { ...price, pair: 'NEW/USDT', rate: null, since: null }]]) {
      draw(<PricesScreen area={prices(lines)} />, language);
      await arrives(() => {});
      await expectPresentable();
      cleanup();
    }
    for (const item of [price, heldPrice]) {
      const area = prices(
        [item],
        item === price
          ? []
          : [
              priceChange,
              { ...priceChange, at: '2026-01-01T00:00:00.000Z', operator: null, approved_by: null },
            ],
      );
      draw(<PricesScreen area={area} />, language);
      await arrives(() => area.send({ type: 'item.opened', item }));
      await expectPresentable();
      const decision = area.getSnapshot().context.decisions[item.pair];
      for (const choice of [
        { verdict: 'set', rate: '90', confirm: false },
        { verdict: 'rules', quote_move: '', jump: '' },
      ] as const) {
        await arrives(() => decision?.send({ type: 'choice.made', choice }));
        await expectPresentable();
        await arrives(() => decision?.send({ type: 'choice.confirmed' }));
        await expectPresentable();
        await arrives(() => decision?.send({ type: 'choice.withdrawn' }));
      }
      cleanup();
    }
  });
});

test('a price far from the last is sent only when that is confirmed, and another one is confirmed anew', async () => {
  const user = userEvent.setup();
  const area = prices([price]);
  draw(<PricesScreen area={area} />, 'en');
  await user.click(await screen.findByRole('button', { name: /STO\/USDT/ }));
  await user.click(await screen.findByRole('button', { name: 'Set price' }));
  const field = await screen.findByLabelText('New price in USDT');
  await user.type(field, '9');
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  expect(await screen.findByText('Check the price and confirm it.')).toBeTruthy();
  await user.click(screen.getByRole('checkbox'));
  await user.type(field, '0');
  const box: HTMLInputElement = screen.getByRole('checkbox');
  expect(box.checked).toBe(false);
  await user.click(box);
  await user.click(screen.getByRole('button', { name: 'Set price' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(text(screen.getByRole('dialog'))).toContain('anna, boris');
});
