import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { ListedToken } from '../../contract/catalogue.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';
import { paletteArea, paletteTokensMachine } from '../../src/machines/shell/paletteArea.ts';
import { type PalettePart, paletteMachine } from '../../src/machines/shell/paletteMachine.ts';
import { manualCall, settled } from '../support/actors.ts';
import { shown, signedInInput, signedInWith } from '../support/areas.ts';
import { expectSound } from '../support/paths.ts';

test.each(['commands', 'shortcuts', null] as const)(
  'from %s every state is reached and can be left',
  (part) => {
    expectSound(paletteMachine, {
      input: { part },
      events: [
        { type: 'part.asked', part: 'commands' },
        { type: 'part.asked', part: 'shortcuts' },
        { type: 'query.typed', query: 'wallet' },
        { type: 'closed' },
      ],
      answers: {},
      distinguish: ({ context }) => context.query,
    });
  },
);

test('the same key opens and closes, and what was typed does not come back', () => {
  const actor = createActor(paletteMachine, { input: { part: 'commands' } }).start();
  actor.send({ type: 'query.typed', query: 'wallet' });
  actor.send({ type: 'part.asked', part: 'shortcuts' });
  expect(actor.getSnapshot().value).toBe('shortcuts');
  actor.send({ type: 'part.asked', part: 'commands' });
  expect(actor.getSnapshot().context.query).toBe('');
  actor.send({ type: 'part.asked', part: 'commands' });
  expect(actor.getSnapshot().value).toBe('closed');
});

describe('over a screen', () => {
  function start() {
    const tokens = manualCall<Loaded<readonly ListedToken[]>, ReadRequest>();
    const notifications = createActor(toastsMachine, { input: { now: () => 0 } });
    const signedIn = createActor(
      signedInWith({
        palette: paletteArea.provide({
          actors: { paletteTokens: paletteTokensMachine.provide({ actors: { load: tokens.logic } }) },
        }),
      }),
      { input: signedInInput(() => 0, notifications) },
    ).start();
    signedIn.send(shown('wallet', null));
    const ask = async (part: PalettePart) => {
      signedIn.send({ type: 'palette.requested', part });
      await settled();
    };
    const palette = () => signedIn.getSnapshot().context.areas.palette?.getSnapshot().children.palette;
    return { signedIn, tokens, ask, isOpen: () => palette()?.getSnapshot().value };
  }

  test('it opens as asked, reads the tokens once, and goes when another screen comes', async () => {
    const { signedIn, tokens, ask, isOpen } = start();
    await ask('shortcuts');
    expect(isOpen()).toBe('shortcuts');
    await ask('commands');
    expect(isOpen()).toBe('commands');
    expect(tokens.calls).toHaveLength(1);
    signedIn.send(shown('notFound', null));
    expect(isOpen()).toBe('closed');
  });

  test('it does not open after the person went to another page before its code was loaded', async () => {
    const { signedIn, isOpen } = start();
    signedIn.send({ type: 'palette.requested', part: 'commands' });
    signedIn.send(shown('notFound', null));
    await settled();
    expect(isOpen()).toBe('closed');
  });
});
