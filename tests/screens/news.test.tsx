import { render, screen, within } from '@testing-library/react';
import { createInstance } from 'i18next';
import { I18nextProvider, initReactI18next } from 'react-i18next';
import { describe, expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { Headline } from '../../contract/news.ts';
import type { Notification } from '../../contract/notifications.ts';
import type { Page } from '../../contract/paging.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { articleMachine, newsMachine } from '../../src/machines/news/newsArea.ts';
import { inboxMachine, inboxMarksMachine } from '../../src/machines/shell/inboxArea.ts';
import { InboxList } from '../../src/screens/inbox/InboxList.tsx';
import { NoticeReason } from '../../src/screens/inbox/NoticeReason.tsx';
import { hrefOf } from '../../src/screens/inbox/notificationText.ts';
import ArticleScreen from '../../src/screens/news/ArticleScreen.tsx';
import { categoryKey } from '../../src/screens/news/categoryKey.ts';
import NewsScreen from '../../src/screens/news/NewsScreen.tsx';
import { failure } from '../support/actors.ts';
import { article, headline, notice } from '../support/emails.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { beNarrow } from '../support/phone.ts';
import { arrives, draw, expectPresentable, languages } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');
const now = () => noon;
const lost = new CallError(failure('NETWORK'));

const named = <Snapshot extends { readonly value: unknown }>(snapshots: readonly Snapshot[]) =>
  snapshots.map((snapshot, index) => [`${index} ${JSON.stringify(snapshot.value)}`, snapshot] as const);

const lists: Exploration<typeof newsMachine> = {
  input: { now, key: 'page=1' },
  events: [{ type: 'screen.shown', key: 'page=2' }, { type: 'refresh.requested' }],
  answers: {
    load: {
      done: [
        { data: [headline, { ...headline, id: 'n-9', read: true, category: 'constructor' }], total: 40 },
        { data: [], total: 0 },
        { data: [], total: 40 },
      ].map(({ data, total }) => ({
        data: { data, meta: { page: 2, per_page: 10, total } },
        loadedAt: noon,
      })),
      error: [lost],
    },
  },
  distinguish: ({ context }) => [context.data?.data.length, context.data?.meta.total, context.failure?.code],
};

const articles: Exploration<typeof articleMachine> = {
  input: { now, key: 'n-1' },
  events: [{ type: 'screen.shown', key: 'n-2' }, { type: 'refresh.requested' }],
  answers: {
    load: {
      done: [article, { ...article, language: 'ru' as const, previous_id: null, next_id: null }].map(
        (data) => ({
          data,
          loadedAt: noon,
        }),
      ),
      error: [lost, new CallError(failure('NOT_FOUND'))],
    },
  },
  distinguish: ({ context }) => [context.key, context.dataKey, context.data?.language, context.failure?.code],
};

const happened: Notification[] = (
  [
    ['deposit', 'completed'],
    ['receive', 'completed'],
    ['send', 'completed'],
    ['send', 'failed'],
    ['withdraw', 'completed'],
    ['withdraw', 'failed'],
    ['withdraw', 'toString'],
    ['kyc', 'approved'],
    ['kyc', 'rejected'],
    ['ticket', null],
    ['news', null],
    ['security', 'newDevice'],
    ['security', 'reported'],
    ['security', 'toString'],
    ['unknown', null],
  ] as const
).map(([kind, outcome], index) => ({
  ...notice,
  id: `n-${index}`,
  kind,
  outcome,
  token: 'ZST',
  amount: '1234.5',
  read: index > 3,
  ...(outcome === 'newDevice' && { detail: 'Firefox · Linux, 203.0.x.x', reportable: true }),
}));

const inboxes: Exploration<typeof inboxMachine> = {
  input: { now },
  events: [{ type: 'refresh.requested' }],
  answers: {
    load: {
      done: [happened, []].map((data) => ({
        data: { data, meta: { total: data.length * 2, unread: data.length } },
        loadedAt: noon,
      })),
      error: [lost],
    },
  },
  distinguish: ({ context }) => [context.data?.data.length, context.failure?.code],
};

test('every category of the demo’s articles has a name of its own', () => {
  const sources = Object.values(
    import.meta.glob<string>('../../server/demo/news/*.md', {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  );
  const used = new Set(sources.map((source) => /^category: (.+)$/m.exec(source)?.[1] ?? ''));
  expect([...used].filter((category) => categoryKey(category) === 'news:categories.other')).toEqual([]);
  expect(used).toContain('fees');
});

/** The list that one came from. */
const listed = (data: readonly Headline[] = [headline]) =>
  createActor(
    newsMachine.provide({
      actors: {
        load: fromPromise<Loaded<Page<Headline>>, ReadRequest>(async () => ({
          data: { data: [...data], meta: { page: 1, per_page: 10, total: data.length } },
          loadedAt: noon,
        })),
      },
    }),
    { input: { now, key: 'page=1' } },
  ).start();

test('an article has the headlines beside it where there is room, its own marked', async () => {
  const read = reachableSnapshots(articleMachine, articles).find(({ context }) => context.data !== null);
  if (!read) throw new Error('no article was read');
  const current = { ...headline, id: read.context.key ?? '' };
  draw(
    <ArticleScreen
      article={actorAt(articleMachine, read)}
      news={listed([current, { ...headline, id: 'n-9', title: 'Another' }])}
    />,
    'en',
  );
  const index = await screen.findByRole('navigation', { name: 'News' });
  const links = within(index).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual([
    [`/news/${current.id}`, 'page'],
    ['/news/n-9', null],
  ]);
});

test('a narrow screen has the article alone', async () => {
  beNarrow(820);
  const read = reachableSnapshots(articleMachine, articles).find(({ context }) => context.data !== null);
  if (!read) throw new Error('no article was read');
  draw(<ArticleScreen article={actorAt(articleMachine, read)} news={listed()} />, 'en');
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('navigation', { name: 'News' })).toBeNull();
});

test('an article that is not there leads to all the news', async () => {
  const list = createActor(newsMachine, { input: { now, key: 'page=1' } });
  const gone = articleMachine.provide({
    actors: { load: fromPromise(() => Promise.reject(new CallError(failure('NOT_FOUND')))) },
  });
  draw(<ArticleScreen article={createActor(gone, { input: { now, key: 'n-1' } }).start()} news={list} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Article not found');
  expect(within(alert).getByRole('link', { name: 'All news' }).getAttribute('href')).toBe('/news');
});

describe.each(languages)('in %s', (language) => {
  test.each(named(reachableSnapshots(newsMachine, lists)))(
    'the news %s are presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(<NewsScreen news={actorAt(newsMachine, snapshot)} />, language);
      await expectPresentable();
    },
  );

  test.each(named(reachableSnapshots(articleMachine, articles)))(
    'an article %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(<ArticleScreen article={actorAt(articleMachine, snapshot)} news={listed()} />, language);
      await expectPresentable();
      expect(document.querySelector('script, iframe, a[href^="javascript"]')).toBeNull();
    },
  );

  test.each(named(reachableSnapshots(inboxMachine, inboxes)))(
    'the inbox %s is presentable',
    { tags: 'long' },
    async (_, snapshot) => {
      draw(
        <section>
          <h1>{'Notifications '.repeat(4)}</h1>
          <InboxList
            inbox={actorAt(inboxMachine, snapshot)}
            marks={createActor(inboxMarksMachine)}
            isHidden={false}
            onLeave={() => {}}
          />
        </section>,
        language,
      );
      await expectPresentable();
    },
  );
});

test('notifications that could not be read can be asked for again while the answer is slow', () => {
  const slow = inboxMachine.resolveState({
    value: { loading: 'slow' },
    context: {
      ...{ now: () => 0, key: 'k', dataKey: 'k', data: null, loadedAt: null },
      ...{ failure: failure('NETWORK'), isOutdated: false },
    },
  });
  draw(
    <InboxList
      inbox={actorAt(inboxMachine, slow)}
      marks={createActor(inboxMarksMachine)}
      isHidden={false}
      onLeave={() => {}}
    />,
  );
  expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-disabled')).not.toBe('true');
});

test('hidden balances are hidden in notifications too', () => {
  const [ready] = reachableSnapshots(inboxMachine, inboxes).filter((each) => each.matches('ready'));
  if (!ready) throw new Error('never ready');
  draw(
    <InboxList
      inbox={actorAt(inboxMachine, ready)}
      marks={createActor(inboxMarksMachine)}
      isHidden
      onLeave={() => {}}
    />,
  );
  expect(document.body.textContent).not.toContain('1,234.5');
  expect(screen.getByRole('link', { name: /Deposit received: •••• ZST/ })).toBeTruthy();
});

test.each([
  ['send', 'en', 'Transaction resumed: 10 ZST'],
  ['withdraw', 'en', 'Withdrawal resumed: 10 ZST'],
  ['withdraw', 'ru', 'Вывод возобновлён: 10 ZST'],
] as const)('that a %s goes on again is told in %s', async (kind, language, text) => {
  const resumed: Notification = { ...notice, kind, outcome: 'resumed', token: 'ZST', amount: '10' };
  const [ready] = reachableSnapshots(inboxMachine, {
    ...inboxes,
    answers: {
      ...inboxes.answers,
      load: {
        done: [{ data: { data: [resumed], meta: { total: 1, unread: 1 } }, loadedAt: noon }],
        error: [],
      },
    },
  }).filter((each) => each.matches('ready'));
  if (!ready) throw new Error('never ready');
  draw(
    <InboxList
      inbox={actorAt(inboxMachine, ready)}
      marks={createActor(inboxMarksMachine)}
      isHidden={false}
      onLeave={() => {}}
    />,
    language,
  );
  expect(screen.getByRole('link', { name: new RegExp(text) })).toBeTruthy();
});

test('why something failed is said once the words are here, and no other word is missed meanwhile', async () => {
  const missed: string[] = [];
  const waiting: ((error: null, words: object) => void)[] = [];
  const i18n = createInstance()
    .use(initReactI18next)
    .use({
      type: 'backend' as const,
      read: (_language: string, _namespace: string, done: (error: null, words: object) => void) => {
        waiting.push(done);
      },
    });
  void i18n.init({
    lng: 'en',
    ns: [],
    initAsync: false,
    parseMissingKeyHandler: (key: string) => {
      missed.push(key);
      return key;
    },
  });
  render(
    <I18nextProvider i18n={i18n}>
      <NoticeReason reason="network_refused" token="ZST" />
    </I18nextProvider>,
  );
  await arrives(() => {
    for (const done of waiting) done(null, { reasons: { network_refused: 'The network said no.' } });
  });
  screen.getByText('The network said no.');
  expect(missed).toEqual([]);
});

test('a notification of a failure says why, in words of this app', () => {
  const refused: Notification = {
    ...notice,
    kind: 'withdraw',
    outcome: 'failed',
    reason: 'legal',
    token: 'ZST',
  };
  const [ready] = reachableSnapshots(inboxMachine, {
    ...inboxes,
    answers: {
      ...inboxes.answers,
      load: {
        done: [{ data: { data: [refused], meta: { total: 1, unread: 1 } }, loadedAt: noon }],
        error: [],
      },
    },
  }).filter((each) => each.matches('ready'));
  if (!ready) throw new Error('never ready');
  draw(
    <InboxList
      inbox={actorAt(inboxMachine, ready)}
      marks={createActor(inboxMarksMachine)}
      isHidden={false}
      onLeave={() => {}}
    />,
  );
  screen.getByText('Legal requirements don’t allow us to process this transaction.');
});

test('what somebody else may have done says from where, and can be reported', () => {
  const [ready] = reachableSnapshots(inboxMachine, inboxes).filter((each) => each.matches('ready'));
  if (!ready) throw new Error('never ready');
  draw(
    <InboxList
      inbox={actorAt(inboxMachine, ready)}
      marks={createActor(inboxMarksMachine)}
      isHidden={false}
      onLeave={() => {}}
    />,
  );
  const [link, ...others] = screen.getAllByRole('link', { name: /^This wasn’t me: / });
  expect(others).toEqual([]);
  expect(link?.getAttribute('aria-label')).toBe(
    'This wasn’t me: Login on a new device: Firefox · Linux, 203.0.x.x',
  );
  const id = happened.find(({ outcome }) => outcome === 'newDevice')?.id;
  expect(link?.getAttribute('href')).toBe(`/not-me?notification=${id}`);
  screen.getByText('Something changed in your account’s security');
});

test('each kind leads to its thing', () => {
  expect(happened.map(hrefOf).filter((href, index, all) => all.indexOf(href) === index)).toEqual([
    `/transactions/history?id=${notice.subject_id}`,
    '/kyc',
    `/support?ticket=${notice.subject_id}`,
    `/news/${notice.subject_id}`,
    null,
  ]);
});
