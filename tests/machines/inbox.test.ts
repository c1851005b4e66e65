import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import type { Inbox, Notification } from '../../contract/notifications.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { inboxArea, inboxMachine } from '../../src/machines/shell/inboxArea.ts';
import { asChild, manualCall, settled } from '../support/actors.ts';
import { notice } from '../support/emails.ts';

const answered: Notification = { ...notice, id: 'answered' };
const published: Notification = {
  ...notice,
  id: 'published',
  kind: 'news',
  created_at: '2026-11-19T11:00:00.000Z',
};
const deposited: Notification = {
  ...notice,
  id: 'deposited',
  kind: 'deposit',
  created_at: '2026-11-19T12:00:00.000Z',
};

function start() {
  const read = manualCall<Loaded<Inbox>, ReadRequest>();
  const { child: area } = asChild(
    inboxArea.provide({
      actors: {
        inbox: inboxMachine.provide({ actors: { load: read.logic } }),
        watchLanguage: fromCallback<AnyEventObject>(() => {}),
      },
    }),
    { now: () => 0 },
  );
  /** Answers the read with these notifications, and tells which one was announced last. */
  const answer = async (data: readonly Notification[]) => {
    const meta = { page: 1, per_page: 20, total: data.length, unread: data.length };
    read.last().answer({ data: { data, meta }, loadedAt: 0 });
    await settled();
    return area.getSnapshot().context.arrived?.id ?? null;
  };
  const readAgain = (data: readonly Notification[]) => {
    area.send({ type: 'inbox.outdated' });
    return answer(data);
  };
  return { answer, readAgain };
}

test('what was there at first is not announced, and what arrives is', async () => {
  const { answer, readAgain } = start();
  expect(await answer([answered])).toBeNull();
  expect(await readAgain([answered])).toBeNull();
  expect(await readAgain([published, answered])).toBe('published');
});

test('the first of all is announced', async () => {
  const { answer, readAgain } = start();
  expect(await answer([])).toBeNull();
  expect(await readAgain([answered])).toBe('answered');
});

test('when the newest is withdrawn, the one before it is no news, and the next one is', async () => {
  const { answer, readAgain } = start();
  expect(await answer([answered])).toBeNull();
  expect(await readAgain([published, answered])).toBe('published');
  expect(await readAgain([answered])).toBe('published');
  expect(await readAgain([deposited, answered])).toBe('deposited');
});
