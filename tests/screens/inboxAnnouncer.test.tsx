import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import type { Inbox, Notification } from '../../contract/notifications.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { InboxAnnouncer } from '../../src/app/layouts/InboxAnnouncer.tsx';
import type { AppRef } from '../../src/machines/appMachine.ts';
import { inboxArea, inboxMachine } from '../../src/machines/shell/inboxArea.ts';
import { asChild, manualCall } from '../support/actors.ts';
import { notice } from '../support/emails.ts';
import { preferencesActor } from '../support/preferences.ts';
import { standing } from '../support/replay/standingArea.ts';
import { arrives, draw, text } from './draw.tsx';

/** The announcer of an inbox that was empty at first. `arrive` lets the inbox be read again, with these notifications. */
async function start() {
  const read = manualCall<Loaded<Inbox>, ReadRequest>();
  const { child: inbox } = asChild(
    inboxArea.provide({
      actors: {
        inbox: inboxMachine.provide({ actors: { load: read.logic } }),
        watchLanguage: fromCallback<AnyEventObject>(() => {}),
      },
    }),
    { now: () => 0 },
  );
  const preferences = preferencesActor();
  const signedIn = standing({ context: { areas: { inbox } }, children: {} });
  const app: AppRef = standing({ context: { signedIn, preferences }, children: {} });
  draw(<InboxAnnouncer app={app} />);
  const answer = (data: readonly Notification[]) => {
    const meta = { page: 1, per_page: 20, total: data.length, unread: data.length };
    return arrives(() => read.last().answer({ data: { data, meta }, loadedAt: 0 }));
  };
  await answer([]);
  return {
    region: () => screen.getByRole('status'),
    toggleBalances: () => act(() => preferences.send({ type: 'balances.toggled' })),
    async arrive(data: readonly Notification[]) {
      await arrives(() => inbox.send({ type: 'inbox.outdated' }));
      await answer(data);
    },
  };
}

test('a notification whose sentence is that of the last one is announced too', async () => {
  const { region, arrive } = await start();
  expect(text(region())).toBe('');
  await arrive([notice]);
  expect(text(region())).toBe('Support replied: Where is it?');
  const said = region().firstChild;
  await arrive([{ ...notice, id: 'again', created_at: '2026-11-19T11:00:00.000Z' }, notice]);
  expect(text(region())).toBe('Support replied: Where is it?');
  expect(region().firstChild).not.toBe(said);
});

test('hiding and showing balances announces nothing that was announced before', async () => {
  const { region, arrive, toggleBalances } = await start();
  await arrive([{ ...notice, kind: 'receive', token: 'ZST', amount: '12.5', title: null }]);
  expect(text(region())).toBe('Received: 12.50 ZST');
  toggleBalances();
  expect(text(region())).toBe('');
  toggleBalances();
  expect(text(region())).toBe('');
});
