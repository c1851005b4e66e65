import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { articleSource } from '../../../contract/publishing.ts';
import { publishArticle } from '../../../server/news/articles.ts';
import { tellOfNews, tellSome } from '../../../server/news/telling.ts';
import { sweepNotifications } from '../../../server/notifications/store.ts';
import { plannedDatabase } from '../../support/plannedDatabase.ts';
import { openTestServer, register, type TestServer, testServer } from '../../support/server.ts';
import { listenTo } from '../../support/streams.ts';

const server = testServer();

function publish(slug: string, language: 'en' | 'ru', title: string, text = 'Text.') {
  const source = `---\ntitle: ${title}\nsummary: In short.\nslug: ${slug}\ncategory: product\n---\n${text}`;
  return server.it.operator('POST', '/news', { language, source });
}

async function titles({ get }: TestServer, token: string, language: string, search = '') {
  const { body } = await get(`/news${search}`, { token, headers: { 'accept-language': language } });
  return body.data.map(({ title }: { title: string }) => title);
}

test('an article is one thing in two languages: each reader gets theirs, or the one there is', async () => {
  const { it } = server;
  const { token } = await register(it);
  expect((await publish('first', 'en', 'First')).status).toBe(201);
  it.clock.advance(1_000);
  await publish('second', 'ru', 'Вторая');
  const both = await publish('first', 'ru', 'Первая');
  expect(both.body.data).toMatchObject({ slug: 'first', languages: ['en', 'ru'], title: 'First' });
  expect(await titles(it, token, 'ru-RU,ru;q=0.9,en;q=0.8')).toEqual(['Вторая', 'Первая']);
  expect(await titles(it, token, 'en')).toEqual(['Вторая', 'First']);
  expect(await titles(it, token, 'de, ru;q=0.4, en;q=0.2')).toEqual(['Вторая', 'Первая']);
  expect(await titles(it, token, 'ru;q=0')).toEqual(['Вторая', 'First']);
  expect(await titles(it, token, '')).toEqual(['Вторая', 'First']);
  expect(await titles(it, token, ';;q=,,ru;q=x')).toEqual(['Вторая', 'First']);
});

test('an article is told as blocks, with its demoProviders in time', async () => {
  const { it } = server;
  const { token } = await register(it);
  it.clock.advance(1_000);
  await publish('third', 'en', 'Third', '## Head\n\n<script>x</script>');
  const list = (await it.get('/news', { token })).body;
  expect(list.meta).toEqual({ page: 1, per_page: 20, total: 3 });
  const [third, second, first] = list.data;
  const { data } = (await it.get(`/news/${second.id}`, { token })).body;
  expect(data).toMatchObject({ language: 'ru', previous_id: first.id, next_id: third.id });
  const newest = (await it.get(`/news/${third.id}`, { token })).body.data;
  expect(newest).toMatchObject({ previous_id: second.id, next_id: null });
  expect(newest.body).toEqual([
    { type: 'heading', level: 2, spans: [{ type: 'text', text: 'Head' }] },
    { type: 'paragraph', spans: [{ type: 'text', text: '<script>x</script>' }] },
  ]);
  expect(await titles(it, token, 'en', '?per_page=2&page=2')).toEqual(['First']);
});

test('what a person has read is marked for them alone, and so is what told them of it', async () => {
  const { it } = server;
  const [reader, other] = [await register(it), await register(it)];
  it.clock.advance(1_000);
  await publish('fourth', 'en', 'Fourth');
  const { data } = (await it.get('/news', { token: reader.token })).body;
  expect(data[0]).toMatchObject({ title: 'Fourth', read: false });
  const notices = async (token: string) => (await it.get('/notifications', { token })).body;
  expect(await notices(reader.token)).toMatchObject({
    data: [{ kind: 'news', subject_id: data[0].id, title: 'Fourth', read: false }],
    meta: { unread: 1 },
  });
  for (let time = 0; time < 2; time += 1) {
    expect((await it.post(`/news/${data[0].id}/read`, undefined, { token: reader.token })).status).toBe(204);
  }
  expect((await it.get('/news', { token: reader.token })).body.data[0].read).toBe(true);
  expect((await it.get('/news', { token: other.token })).body.data[0].read).toBe(false);
  expect((await notices(reader.token)).meta.unread).toBe(0);
  expect((await notices(other.token)).meta.unread).toBe(1);
});

test('a new article reaches open pages once, whatever language comes after', async () => {
  const { it } = server;
  const { token } = await register(it);
  const page = await listenTo(it, token, { 'accept-language': 'ru' });
  await publish('fifth', 'en', 'Fifth');
  expect((await page.next('notification')).data).toMatchObject({ unread: 1, newest: { title: 'Fifth' } });
  await publish('fifth', 'ru', 'Пятая');
  const { body } = await it.get('/notifications', { token, headers: { 'accept-language': 'ru' } });
  expect(body).toMatchObject({ data: [{ title: 'Пятая' }], meta: { total: 1 } });
  await page.leave();
});

test('what is unpublished is gone for readers, with what told of it, and comes back as new to those who have not read it', async () => {
  const { it } = server;
  const [{ token }, reader] = [await register(it), await register(it)];
  await publish('sixth', 'en', 'Sixth');
  const { id } = (await it.get('/news', { token })).body.data.find(
    ({ slug }: { slug: string }) => slug === 'sixth',
  );
  expect((await it.post(`/news/${id}/read`, undefined, reader)).status).toBe(204);
  expect((await it.operator('POST', '/news/unpublish', { slug: 'sixth' })).status).toBe(200);
  expect(await titles(it, token, 'en')).not.toContain('Sixth');
  expect((await it.get(`/news/${id}`, { token })).status).toBe(404);
  expect((await it.post(`/news/${id}/read`, undefined, { token })).status).toBe(404);
  expect((await it.get('/notifications', { token })).body.meta.total).toBe(0);
  it.clock.advance(1_000);
  await publish('sixth', 'en', 'Sixth again');
  expect((await titles(it, token, 'en'))[0]).toBe('Sixth again');
  expect((await it.get('/notifications', { token })).body).toMatchObject({
    data: [{ subject_id: id, title: 'Sixth again', read: false, created_at: it.clock.now().toISOString() }],
    meta: { total: 1 },
  });
  expect((await it.get('/notifications', reader)).body.meta.total).toBe(0);
});

test('what is not there, and what cannot be published, is refused', async () => {
  const { it } = server;
  const { token } = await register(it);
  expect((await it.get(`/news/${randomUUID()}`, { token })).status).toBe(404);
  expect((await it.get('/news/nonsense', { token })).status).toBe(404);
  expect((await it.get('/news')).status).toBe(401);
  expect((await it.operator('POST', '/news/unpublish', { slug: 'nothing' })).status).toBe(404);
  const bad = await it.operator('POST', '/news', { language: 'de', source: 'x' });
  expect(bad.body.fields).toEqual({ language: 'format' });
  const empty = await publish('a b', 'en', 'Bad slug');
  expect({ status: empty.status, fields: empty.body.fields }).toEqual({
    status: 422,
    fields: { slug: 'format' },
  });
});

const written = {
  title: 'A "quiet" week: #1',
  summary: 'Ничего не сломалось.',
  slug: 'quiet',
  category: 'product',
};

test('what the console writes is read as it was typed, shown without being published, and changed', async () => {
  const { it } = server;
  const text = '## Really\n\n**nothing** — ---\n\n- one';
  const source = articleSource({ ...written, image: null }, text);
  const shown = await it.operator('POST', '/news/preview', { source });
  expect(shown.body.data).toEqual({
    title: written.title,
    summary: written.summary,
    category: 'product',
    body: [
      { type: 'heading', level: 2, spans: [{ type: 'text', text: 'Really' }] },
      {
        type: 'paragraph',
        spans: [
          { type: 'strong', text: 'nothing' },
          { type: 'text', text: ' — ---' },
        ],
      },
      { type: 'list', ordered: false, items: [[{ type: 'text', text: 'one' }]] },
    ],
  });
  expect((await it.operator('GET', '/news/quiet')).status).toBe(404);
  await it.operator('POST', '/news', { language: 'en', source, seen: null });
  const { body } = await it.operator('GET', '/news/quiet');
  expect(body.data).toMatchObject({
    slug: 'quiet',
    image: null,
    withdrawn_at: null,
    texts: [{ language: 'en', title: written.title, source: text, updated_at: it.clock.now().toISOString() }],
  });
});

test('a text that another operator has changed since is not written over', async () => {
  const { it } = server;
  const publish = (text: string, seen?: string | null) =>
    it.operator('POST', '/news', {
      language: 'en',
      source: articleSource({ ...written, slug: 'twice', image: null }, text),
      ...(seen !== undefined && { seen }),
    });
  expect((await publish('One.', null)).status).toBe(201);
  const first = it.clock.now().toISOString();
  expect((await publish('Another article.', null)).body.code).toBe('STATUS_CONFLICT');
  it.clock.advance(1_000);
  expect((await publish('Two.', first)).status).toBe(201);
  expect((await publish('Three.', first)).body.code).toBe('STATUS_CONFLICT');
  expect((await publish('Not there yet.', '2026-01-01')).body.fields).toEqual({ seen: 'format' });
  const { body } = await it.operator('GET', '/news/twice');
  expect(body.data.texts).toMatchObject([{ source: 'Two.' }]);
  // The command writes over what there is.
  expect((await publish('Four.')).status).toBe(201);
});

test('a new article does not take over one that has its name in another language', async () => {
  const { it } = server;
  const publish = (language: 'en' | 'ru', category: string, sent: object) =>
    it.operator('POST', '/news', {
      language,
      source: articleSource({ ...written, slug: 'named', category, image: null }, 'Text.'),
      ...sent,
    });
  expect((await publish('en', 'product', { seen: null })).status).toBe(201);
  expect((await publish('ru', 'company', { seen: null })).body.code).toBe('STATUS_CONFLICT');
  const { body } = await it.operator('GET', '/news/named');
  expect(body.data).toMatchObject({ category: 'product', languages: ['en'] });
  const shared = { category: 'product', image: null, is_withdrawn: false };
  expect((await publish('ru', 'product', { seen: null, shared })).status).toBe(201);
  // The command writes over what there is.
  expect((await publish('ru', 'company', {})).status).toBe(201);
});

test('an article that another operator has withdrawn since does not come back with an edit that has not seen that', async () => {
  const { it } = server;
  const publish = (language: 'en' | 'ru', seen: string | null, is_withdrawn: boolean) =>
    it.operator('POST', '/news', {
      language,
      source: articleSource({ ...written, slug: 'gone', image: null }, 'Text.'),
      seen,
      shared: { category: written.category, image: null, is_withdrawn },
    });
  expect((await publish('en', null, false)).status).toBe(201);
  const seen = it.clock.now().toISOString();
  it.clock.advance(1_000);
  await it.operator('POST', '/news/unpublish', { slug: 'gone' });
  expect((await publish('en', seen, false)).body.code).toBe('STATUS_CONFLICT');
  expect((await publish('ru', null, false)).body.code).toBe('STATUS_CONFLICT');
  const { body } = await it.operator('GET', '/news/gone');
  expect(body.data).toMatchObject({ languages: ['en'], withdrawn_at: it.clock.now().toISOString() });
  expect((await publish('en', seen, true)).body.data).toMatchObject({ withdrawn_at: null });
});

test('a category and a picture that were not changed stay as another language has set them meanwhile', async () => {
  const { it } = server;
  const publish = (language: 'en' | 'ru', head: object, shared?: object) =>
    it.operator('POST', '/news', {
      language,
      source: articleSource({ ...written, slug: 'shared', image: null, ...head }, 'Text.'),
      ...(shared && { shared: { ...shared, is_withdrawn: false } }),
    });
  const stored = async () => {
    const { category, image } = (await it.operator('GET', '/news/shared')).body.data;
    return { category, image };
  };
  await publish('en', {});
  const seen = await stored();
  const changed = { category: 'security', image: '/news/a.png' };
  await publish('ru', changed, seen);
  expect(await stored()).toEqual(changed);
  expect((await publish('en', {}, seen)).status).toBe(201);
  expect(await stored()).toEqual(changed);
  await publish('en', { category: 'company' }, seen);
  expect(await stored()).toEqual({ ...changed, category: 'company' });
  // The command writes over what there is.
  await publish('en', {});
  expect(await stored()).toEqual(seen);
});

test.each(['/news/A%20B', `/news/${'x'.repeat(101)}`])('%s names no article', async (path) => {
  expect([404, 422]).toContain((await server.it.operator('GET', path)).status);
});

/** So many people more, who have an account and nothing else. */
const crowd = (it: TestServer, count: number) =>
  it.database.query(
    'INSERT INTO users (id, created_at) SELECT gen_random_uuid(), $1 FROM generate_series(1, $2::int)',
    [it.clock.now(), count],
  );
const told = async (it: TestServer, id: string) => {
  const [counted] = await it.database.query<{ told: number; people: number }>(
    `SELECT count(*)::int AS told, count(DISTINCT user_id)::int AS people FROM notifications WHERE subject_id = $1`,
    [id],
  );
  return counted;
};

test('everybody is told in batches, and who was told is taken back from in batches, each once', async () => {
  const it = await openTestServer();
  await crowd(it, 2_500);
  // One who comes first, and one who comes last, in the order of ids.
  for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'])
    await it.database.query('INSERT INTO users (id, created_at) VALUES ($1, $2)', [id, it.clock.now()]);
  const source = '---\ntitle: All\nsummary: In short.\nslug: all\ncategory: product\n---\nText.';
  expect((await it.operator('POST', '/news', { language: 'en', source })).status).toBe(201);
  const [news] = await it.database.query<{ id: string; pending: string | null }>(
    'SELECT id, pending FROM news',
  );
  expect(news?.pending).toBeNull();
  const id = news?.id ?? '';
  expect(await told(it, id)).toEqual({ told: 2_502, people: 2_502 });
  expect((await it.operator('POST', '/news/unpublish', { slug: 'all' })).status).toBe(200);
  expect(await told(it, id)).toEqual({ told: 0, people: 0 });
  await it.close();
});

test('a server that stops in the middle of telling goes on where it was', async () => {
  const it = await openTestServer();
  await crowd(it, 2_500);
  const { database } = it;
  const id = randomUUID();
  await database.query(
    `INSERT INTO news (id, slug, category, published_at, pending) VALUES ($1, 'half', 'product', $2, 'telling')`,
    [id, it.clock.now()],
  );
  expect(await database.transaction(tellSome)).toBe(true);
  expect(await told(it, id)).toEqual({ told: 1_000, people: 1_000 });
  // The second batch was not committed.
  const killed = database.transaction(async (query) => {
    await tellSome(query);
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
  await tellOfNews(database);
  expect(await told(it, id)).toEqual({ told: 2_500, people: 2_500 });
  expect(await database.transaction(tellSome)).toBe(false);
  await it.close();
});

test('what is published again while its notifications are still taken back is told to everybody once', async () => {
  const it = await openTestServer();
  await crowd(it, 2_500);
  const { database, clock } = it;
  const id = randomUUID();
  await database.query(
    `INSERT INTO news (id, slug, category, published_at, pending) VALUES ($1, 'back', 'product', $2, 'telling')`,
    [id, clock.now()],
  );
  expect(await database.transaction(tellSome)).toBe(true);
  await database.query("UPDATE news SET withdrawn_at = $1, pending = 'withdrawing'", [clock.now()]);
  const again = { ...written, slug: 'back', image: null, markdown: 'Text.', body: [] };
  await database.transaction((query) =>
    publishArticle(query, { written: again, language: 'en', at: clock.now() }),
  );
  expect(await told(it, id)).toEqual({ told: 1_000, people: 1_000 });
  await tellOfNews(database);
  expect(await told(it, id)).toEqual({ told: 2_500, people: 2_500 });
  await it.close();
});

test('notifications of an article and old ones are looked up by an index, however many there are', async () => {
  const it = await openTestServer();
  await crowd(it, 20);
  const { database } = it;
  const id = randomUUID();
  await database.query(
    `INSERT INTO notifications (id, user_id, kind, subject_id, created_at)
    SELECT gen_random_uuid(), users.id, 'news', CASE WHEN n = 1 THEN $1::uuid ELSE gen_random_uuid() END, $2
    FROM users, generate_series(1, 1000) AS n`,
    [id, it.clock.now()],
  );
  await database.query(
    `INSERT INTO news (id, slug, category, published_at, pending, withdrawn_at)
    VALUES ($1, 'gone', 'product', $2, 'withdrawing', $2)`,
    [id, it.clock.now()],
  );
  await database.query('ANALYZE');
  const reads: string[] = [];
  const watched = plannedDatabase(database, 'notifications', (some) => void reads.push(...some));
  await tellOfNews(watched);
  expect(await told(it, id)).toEqual({ told: 0, people: 0 });
  await sweepNotifications(watched.query, it.clock.now());
  expect(reads.length).toBeGreaterThan(3);
  expect(reads.filter((read) => !/\((?:id|subject_id|created_at) /.test(read))).toEqual([]);
  await it.close();
});

test('a notification goes after 180 days', async () => {
  const it = await openTestServer();
  await register(it);
  const day = 86_400_000;
  const at = it.clock.now();
  await it.database.query(
    `INSERT INTO notifications (id, user_id, kind, created_at)
    SELECT gen_random_uuid(), users.id, 'kyc', $1 FROM users, generate_series(1, 5001)`,
    [at],
  );
  const left = async () =>
    (await it.database.query("SELECT id FROM notifications WHERE kind = 'kyc'")).length;
  await sweepNotifications(it.database.query, new Date(at.getTime() + 180 * day - 1));
  expect(await left()).toBe(5_001);
  await sweepNotifications(it.database.query, new Date(at.getTime() + 180 * day));
  expect(await left()).toBe(0);
  await it.close();
});
