import { expect, test } from 'vitest';
import { addressProof, saveAddress, strangeAddress } from '../../support/addressBook.ts';
import { proofBy } from '../../support/factors.ts';
import { addressOf, outside, type Person } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';

const server = testServer();
const another = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

async function importFile(person: Person, csv: string) {
  return server.it.post('/addresses/import', { csv }, await addressProof(server.it, person));
}

async function exported({ token }: Person): Promise<string> {
  const request = new Request('http://localhost:3000/api/web-app/addresses/export', {
    headers: { authorization: `Bearer ${token}` },
  });
  const answer = await server.it.fetch(request);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return answer.text();
}

const labels = async ({ token }: Person) =>
  (await server.it.get('/addresses', { token })).body.data.addresses.map(
    ({ label }: { label: string }) => label,
  );

test('what was exported is imported as it was, formulas and quotes too', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  const entries = [
    { label: '=HYPERLINK("https://x.example")', note: '+1, "quoted"', token: 'USDT' },
    { label: "'=already", note: "'plain", token: null },
    { label: '@home', note: '-1', token: null },
  ];
  for (const [index, entry] of entries.entries()) {
    await saveAddress(it, person, { ...entry, address: strangeAddress(index + 1) });
  }
  const table = await exported(person);
  expect(table.split('\r\n')[0]).toBe('label,address,token,note,created_at,usable_from');
  for (const line of table.split('\r\n')) expect(line).not.toMatch(/(^|,)"?[=+@-]/);
  expect((await importFile(other, table)).body.data).toEqual({ added: 3, unchanged: 0, looks_like: [] });
  const told = (await it.get('/addresses', other)).body.data.addresses;
  expect(told.map(({ label, note, token }: Record<string, unknown>) => ({ label, note, token }))).toEqual(
    expect.arrayContaining(entries),
  );
  // Again: nothing is saved twice.
  expect((await importFile(other, table)).body.data).toEqual({ added: 0, unchanged: 3, looks_like: [] });
});

test.each([
  ['semicolons and a mark of the byte order', `\ufeffLabel;Address;Note\r\nДом;${outside};a,b\r\n`],
  [
    'another order, unknown columns and no last break',
    `usable_from,address,label\n2020-01-01,${outside},Дом`,
  ],
  ['empty lines and a quoted label', `label,address\n\n\n"Дом",${outside}\n,\n`],
])('a table with %s is read', async (_, csv) => {
  const person = await register(server.it);
  expect((await importFile(person, csv)).body.data).toMatchObject({ added: 1 });
  const [saved] = (await server.it.get('/addresses', person)).body.data.addresses;
  // When an address may be paid is never the file's to say.
  expect(saved).toMatchObject({ label: 'Дом', usable_from: '2026-11-21T09:00:00.000Z' });
});

test('what is wrong is told by line and column, and nothing of the file is saved', async () => {
  const person = await register(server.it);
  const own = await addressOf(server.it, person);
  const csv = [
    'label,address,token',
    `Right,${outside},USDT`,
    `,${another},`,
    'Wrong,0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed,',
    `Twice,${outside.toLowerCase()},USDT`,
    `"Long\n${'x'.repeat(10)}",${another},`,
    `Token,${another},usdt`,
    `None,${another},NONE`,
    `Short,${another.slice(0, -1)}`,
  ].join('\n');
  const refused = await importFile(person, csv);
  expect(refused).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED' } });
  expect(refused.body.fields).toEqual({
    '3.label': 'required',
    '4.address': 'checksum',
    '5.address': 'taken',
    '6.label': 'characters',
    '8.token': 'format',
    '9.token': 'format',
    '10.address': 'format',
  });
  expect(await labels(person)).toEqual([]);
  expect((await importFile(person, `label,address\nMe,${own}`)).body.fields).toEqual({ '2.address': 'own' });
});

test('what saving refuses is refused by its line: tokens’ contracts, the address of a closed account', async () => {
  const { it } = server;
  const [person, leaver] = [await register(it), await register(it)];
  const gone = await addressOf(it, leaver);
  const proof = await proofBy(it, leaver.token, { method: 'password', password: leaver.password }, 'close');
  expect((await it.post('/profile/close', undefined, proof)).status).toBe(204);
  const { data } = (await it.get('/tokens', person)).body;
  const contracts: string[] = data
    .flatMap((token: { contract_address: string | null }) => token.contract_address ?? [])
    .slice(0, 100);
  expect(contracts.length).toBeGreaterThan(0);
  const lines = [outside, gone, ...contracts].map((address, index) => `Line ${index + 2},${address}`);
  const { body } = await importFile(person, ['label,address', ...lines].join('\n'));
  expect(body.code).toBe('VALIDATION_FAILED');
  expect(body.fields).toEqual({
    '3.address': 'closed',
    ...Object.fromEntries(contracts.map((_, index) => [`${index + 4}.address`, 'contract'])),
  });
  expect(await labels(person)).toEqual([]);
});

test.each([
  ['', { csv: 'required' }],
  ['label,address', { csv: 'required' }],
  [`name,to\nA,${outside}`, { '1.label': 'required', '1.address': 'required' }],
  [`label,address\n"A,${outside}`, { '2.quotes': 'format' }],
  [`label,address\n"A"x,${outside}`, { '2.quotes': 'format' }],
  [`label,address\n${`A,${outside}\n`.repeat(201)}`, { csv: 'too_long' }],
  ['x'.repeat(100_001), { csv: 'too_long' }],
])('a file like %.20s is refused', async (csv, fields) => {
  const person = await register(server.it);
  expect((await importFile(person, csv)).body).toMatchObject({ code: 'VALIDATION_FAILED', fields });
});

test('the most expensive tables are read at once', async () => {
  const person = await register(server.it);
  const quotes = await importFile(person, `label,address\n${'"'.repeat(99_000)}`);
  const commas = await importFile(person, `label,address\n${','.repeat(99_000)}`);
  const lines = await importFile(person, `label,address\n${'\n'.repeat(99_000)}`);
  expect([quotes, commas, lines].map(({ status }) => status)).toEqual([422, 422, 422]);
});

test('an import asks for one proof, and a file that is refused leaves it', async () => {
  const { it } = server;
  const person = await register(it);
  const csv = `label,address\nA,${outside}`;
  expect((await it.post('/addresses/import', { csv }, person)).body.code).toBe('STEP_UP_REQUIRED');
  const proof = await addressProof(it, person);
  expect((await it.post('/addresses/import', { csv: 'label,address\n,x' }, proof)).status).toBe(422);
  expect((await it.post('/addresses/import', { csv }, proof)).status).toBe(201);
  expect((await it.post('/addresses/import', { csv }, proof)).body.code).toBe('STEP_UP_REQUIRED');
});

test('addresses of a file that look like others are told', async () => {
  const { it } = server;
  const person = await register(it);
  await saveAddress(it, person, { label: 'A', address: outside });
  const alike = `0xfb69${'1'.repeat(32)}d359`;
  const { body } = await importFile(person, `label,address\nB,${alike}`);
  expect(body.data.looks_like).toEqual([{ address: expect.stringMatching(/^0x/), looks_like: outside }]);
});
