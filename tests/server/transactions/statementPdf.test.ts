import { beforeAll, expect, test } from 'vitest';
import { readCsv } from '../../../contract/csv.ts';
import { statementPages } from '../../../server/history/statementPages.ts';
import { openStatement, statementParts, timesOf } from '../../../server/history/statements.ts';
import { hasEngine } from '../../support/database.ts';
import { exchangeBy, quoteFor, setRate } from '../../support/exchange.ts';
import { longLedger } from '../../support/longLedger.ts';
import { fund, type Person } from '../../support/payments.ts';
import { pdfPages } from '../../support/pdfText.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();

beforeAll(async () => {
  if (!hasEngine()) return;
  await setRate(server.it, 'ZST/USDT', '0.25');
});

function ask({ token }: Pick<Person, 'token'>, path: string, language = 'en'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': language };
  return server.it.fetch(new Request(`http://localhost:3000/api/web-app/statements${path}`, { headers }));
}

async function pagesOf(person: Pick<Person, 'token'>, search: string, language?: string) {
  const response = await ask(person, `/pdf${search}`, language);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  return pdfPages(new Uint8Array(await response.arrayBuffer()));
}

/** The last text of each pair is what the first one is told to be. */
const after = (texts: readonly string[], label: string) => texts[texts.indexOf(label) + 1];

test('it has the figures of the table, with every digit, in either language', async () => {
  const person = await register(server.it, { first_name: 'Anna', last_name: 'Petrova' });
  await fund(server.it, person, 'USDT', '1250');
  const quote = await quoteFor(server.it, person.token, { from: 'USDT', to: 'ZST', pay: '1000' });
  expect((await exchangeBy(server.it, person.token, quote.id)).status).toBe(201);
  server.it.clock.advance(1_000);

  const table = readCsv(await (await ask(person, '?period=2026-11&time_zone=Europe%2FBerlin')).text());
  const names = table[0]?.cells ?? [];
  const lines = table.slice(1).map(
    ({ cells }) =>
      (name: string) =>
        cells?.[names.indexOf(name)] ?? '',
  );
  const english = (decimal: string) => decimal.replace(/\B(?=(\d{3})+(\.|$))(?<!\.\d*)/g, ',');

  const page = (await pagesOf(person, '?period=2026-11&time_zone=Europe%2FBerlin')).flat();
  expect(page.slice(0, 2)).toEqual(['Zesto · Statement, November 2026 · Anna Petrova', 'Page 1 of ']);
  expect(page).toContain('Statement, November 2026');
  expect(after(page, 'Account holder')).toBe('Anna Petrova');
  expect(after(page, 'Time zone')).toBe('Europe/Berlin');
  expect(after(page, 'Period')).toMatch(/^November 2026 \(1 Nov 2026 00:00:00 – 20 Nov 2026 /);
  expect(after(page, 'Created')).toMatch(/^20 Nov 2026 \d\d:\d\d:\d\d$/);
  expect(page).toContain('This period is not over. The statement ends when it was created.');
  for (const line of lines) {
    if (!['opening', 'movement', 'closing', 'total'].includes(line('record'))) continue;
    for (const column of ['amount_in', 'amount_out', 'balance', 'value']) {
      if (line(column) !== '') expect(page).toContain(english(line(column)));
    }
  }
  expect(page).toContain(`Exchange, received ${english(quote.receive)} ZST`);
  expect(page).toContain('Exchange, paid 1,000 USDT');
  // The deposit and the exchange, which is a movement in each of its tokens.
  expect(after(page, 'Transactions')).toBe('2');

  const russian = (await pagesOf(person, '?period=2026-11&time_zone=Europe%2FBerlin', 'ru')).flat();
  expect(russian).toContain('Выписка, ноябрь\u00a02026');
  expect(after(russian, 'Владелец аккаунта')).toBe('Anna Petrova');
  expect(after(russian, 'Часовой пояс')).toBe('Europe/Berlin');
  expect(russian).toContain('Пополнение');
  expect(russian).toContain('Обмен, списано 1\u00a0000 USDT');
  expect(russian).toContain('Остаток на\u00a0конец');
  expect(russian).toContain('1\u00a0250');
  expect(after(russian, 'Операции')).toBe('2');
});

test('a year without movements is one page that says so', async () => {
  const person = await register(server.it);
  const pages = await pagesOf(person, '?period=2026');
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('There were no transactions in this period.');
  const [russian] = await pagesOf(person, '?period=2026', 'ru');
  expect(russian).toContain('За\u00a0этот период операций не\u00a0было.');
});

test('names and tokens of strange characters stand where they belong', async () => {
  const person = await register(server.it, { first_name: 'Ж'.repeat(49), last_name: 'Щ'.repeat(49) });
  const { query } = server.it.database;
  const wide = await pagesOf(person, '?period=2026');
  expect(after(wide[0] ?? [], 'Account holder')).toMatch(/^Ж{49} Щ+…?$/);
  await query(`UPDATE users SET first_name = $2, last_name = $3 WHERE id = $1`, [
    ...[person.id, 'e\u0301\u202eЁлка', '李'],
  ]);
  const [page = []] = await pagesOf(person, '?period=2026');
  expect(after(page, 'Account holder')).toBe('éЁлка ?');
});

test.each(['?period=2027-01', '?period=1970', '?period=2026-13', ''])(
  '%s is refused, and no document is begun',
  async (search) => {
    const person = await register(server.it);
    const response = await ask(person, `/pdf${search}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      422,
      'application/problem+json',
    ]);
    await pagesOf(person, '?period=2026');
  },
);

test('a person has one statement on its way, of either kind', async () => {
  const person = await register(server.it);
  const first = await ask(person, '?period=2026');
  expect((await ask(person, '/pdf?period=2026')).status).toBe(429);
  await first.text();
  const second = await ask(person, '/pdf?period=2026');
  expect((await ask(person, '?period=2026')).status).toBe(429);
  await second.body?.cancel();
  expect((await ask(person, '?period=2026')).status).toBe(200);
});

test('3,000 movements leave page by page: none is lost, each page has its number', {
  tags: 'long',
}, async () => {
  const person = await register(server.it);
  const { query } = server.it.database;
  const at = server.it.clock.now();
  await longLedger(query, person.id, 3_000, at);
  const statement = await openStatement(query, person.id, { period: '2026', time_zone: 'UTC' }, at);
  const times = await timesOf(query, statement, at);
  const pieces: Uint8Array[] = [];
  const parts = statementParts(query, statement, (work) => work());
  for await (const piece of statementPages({ statement, times, language: 'en', at }, parts))
    pieces.push(piece);
  // Only the last piece, which has the typefaces, is more than some pages.
  expect(pieces.length).toBeGreaterThan(80);
  expect(Math.max(...pieces.slice(0, -1).map(({ length }) => length))).toBeLessThan(20_000);
  const pages = pdfPages(Buffer.concat(pieces));
  expect(pages.map(([, number, total]) => `${number}${total}`)).toEqual(
    pages.map((_, index) => `Page ${index + 1} of ${pages.length}`),
  );
  const deposits = pages.flatMap((texts) => texts.filter((text) => text === 'Other transaction'));
  expect(deposits).toHaveLength(3_000);
  const [first, ...more] = pages.filter((texts) => texts.includes('Other transaction'));
  expect(first).not.toContain('USDT, continued');
  for (const texts of more) expect(texts).toContain('USDT, continued');
});

test('of twenty asked for at once one is written, whatever its kind, and others are still answered', async () => {
  const [greedy, other] = [await register(server.it), await register(server.it)];
  await fund(server.it, greedy, 'USDT', '25');
  await fund(server.it, other, 'USDT', '7');
  server.it.clock.advance(1_000);
  const asked = Array.from({ length: 20 }, (_, at) =>
    ask(greedy, at % 2 === 0 ? '?period=2026' : '/pdf?period=2026'),
  );
  const beside = ask(other, '/pdf?period=2026');
  const answers = await Promise.all(asked);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(19);
  for (const { status, headers } of answers)
    expect(headers.get('retry-after')).toBe(status === 429 ? '10' : null);
  // The one that is not read yet holds up nobody else.
  const theirs = await beside;
  expect(theirs.status).toBe(200);
  expect(pdfPages(new Uint8Array(await theirs.arrayBuffer())).flat()).toContain('7');
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  const after = await ask(greedy, '?period=2026');
  expect(after.status).toBe(200);
  await after.text();
});
