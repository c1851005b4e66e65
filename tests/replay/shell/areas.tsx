import { inboxArea } from '../../../src/machines/shell/inboxArea.ts';
import { sessionArea } from '../../../src/machines/shell/sessionArea.ts';
import { shown } from '../../support/areas.ts';
import { unseenMap } from '../../support/replay/screenMap.ts';

const news = { id: 'n-1', kind: 'kyc', read: false, created_at: '2026-11-20T09:00:00.000Z' };
const inbox = { data: [news], meta: { page: 1, per_page: 20, total: 1, unread: 1 } };

export const area = unseenMap({
  machine: inboxArea,
  why: 'what it reads has screens of its own',
  isTimeless: true,
  input: (now) => ({ now }),
  outside: [
    { event: shown('wallet', 'wallet') },
    { event: { type: 'notification.arrived', notification: { unread: 1, newest: null } } },
    { event: { type: 'data.outdated' } },
    { event: { type: 'inbox.outdated' } },
    { event: { type: 'language.changed' } },
    { at: 'inboxMarks', event: { type: 'mark.requested', target: { ids: ['n-1'] } } },
  ],
  answers: {
    'inbox.load': { done: [(now: number) => ({ data: inbox, loadedAt: now })] },
    'inboxMarks.mark': { done: [undefined] },
    watchLanguage: {},
  },
});

export const session = unseenMap({
  machine: sessionArea,
  why: 'what it runs has screens of its own',
  isTimeless: true,
  input: (now) => ({ now }),
  outside: [{ event: { type: 'update.accepted' } }],
  answers: {
    bindDevice: {},
    'lifetime.watchLifetime': {},
    'update.watchUpdates': { says: [{ type: 'update.ready' }] },
    'update.applyUpdate': {},
  },
});
