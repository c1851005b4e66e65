import type { Page } from 'playwright-core';
import { enterWallet, type Person, until, type World } from './world.ts';

/** The wallets on the screen show what the ledger has, after a reload as well. */
export async function compareScreens(world: World): Promise<void> {
  for (const person of world.people) {
    await enterWallet(world, person);
    await untilShown(world, person);
  }
}

/** What the wallet of a person shows comes to what the ledger has, without a press. */
export async function untilShown({ server }: World, { page, name, token }: Person): Promise<void> {
  const { tokens } = await server.ask<{ tokens: { symbol: string; total: string; available: string }[] }>(
    'GET',
    '/wallet',
    token,
  );
  for (const { symbol, total, available } of tokens) {
    const expected = available === total ? [total] : [total, available];
    await until(
      `${name} must see ${expected.join(' and ')} ${symbol}`,
      () => amountsIn(page, symbol),
      (seen) => JSON.stringify(seen.slice(0, expected.length)) === JSON.stringify(expected),
    );
  }
}

/** The amounts in the line of a token, as on the wire. */
function amountsIn(page: Page, symbol: string): Promise<string[]> {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: symbol, exact: true }) })
    .first()
    .locator('data')
    .evaluateAll((all) => all.map((each) => each.getAttribute('value') ?? ''))
    .catch(() => []);
}
