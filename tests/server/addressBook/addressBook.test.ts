import { expect, test } from 'vitest';
import { addressProof, remembered, saveAddress, strangeAddress } from '../../support/addressBook.ts';
import { addressOf, outside } from '../../support/payments.ts';
import { register, type TestServer, testServer } from '../../support/server.ts';

const server = testServer();
const day = 86_400_000;

const book = async (it: TestServer, token: string) => (await it.get('/addresses', { token })).body.data;

test('an address is saved with a fresh proof and waits for a day', async () => {
  const { it } = server;
  const person = await register(it);
  const entry = { label: ' My exchange ', address: outside.toLowerCase(), token: 'USDT', note: '' };
  const refused = await it.post('/addresses', entry, person);
  expect(refused.body).toMatchObject({ code: 'STEP_UP_REQUIRED', methods: ['password'] });
  const proof = await addressProof(it, person);
  const { status, body } = await it.post('/addresses', entry, proof);
  expect(status).toBe(201);
  const saved = {
    id: expect.any(String),
    label: 'My exchange',
    address: outside,
    token: 'USDT',
    note: null,
    created_at: '2026-11-20T09:00:00.000Z',
    usable_from: '2026-11-21T09:00:00.000Z',
    looks_like: null,
  };
  expect(body.data).toEqual(saved);
  expect(await book(it, person.token)).toEqual({
    addresses: [saved],
    rules: {
      ...{ wait_hours: 24, small_limit: '100', small_left: '100' },
      ...{ allow_list_only: false, allow_list_ends: null },
    },
  });
  const used = await it.post('/addresses', { ...entry, token: null }, proof);
  expect(used.body.code).toBe('STEP_UP_REQUIRED');
  // A proof for something else is none, and a book is one person's.
  const other = await register(it);
  expect((await book(it, other.token)).addresses).toEqual([]);
  const stolen = await addressProof(it, other);
  const taken = { token: person.token, headers: stolen.headers };
  expect((await it.post('/addresses', { ...entry, token: null }, taken)).body.code).toBe('STEP_UP_REQUIRED');
});

test.each([
  [{ label: '' }, { label: 'required' }, 422],
  [{ label: 'я'.repeat(51) }, { label: 'too_long' }, 422],
  [{ label: 'Safe\u202Eecafe' }, { label: 'characters' }, 422],
  [{ label: '\u200B' }, { label: 'characters' }, 422],
  [{ note: 'x'.repeat(201) }, { note: 'too_long' }, 422],
  [{ token: 'NONE' }, { token: 'format' }, 422],
  [{ address: '0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, { address: 'checksum' }, 422],
  [{ address: `0x${'0'.repeat(40)}` }, { address: 'format' }, 422],
  [{ address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, { address: 'format' }, 422],
  [{ usable_from: '2020-01-01T00:00:00Z' }, { usable_from: 'unknown' }, 422],
])('an entry with %o is refused by its field', async (changes, fields, status) => {
  const person = await register(server.it);
  const answer = await saveAddress(server.it, person, { label: 'A', address: outside, ...changes });
  expect(answer).toMatchObject({ status, body: { fields } });
  expect((await book(server.it, person.token)).addresses).toEqual([]);
});

test('the longest label and note, with characters outside the basic plane, are kept as they came', async () => {
  const person = await register(server.it);
  const [label, note] = ['🦊'.repeat(50), '🦊'.repeat(200)];
  const { body } = await saveAddress(server.it, person, { label, note, address: outside });
  expect(body.data).toMatchObject({ label, note });
});

test('one’s own address cannot be saved, and another’s once for each token and once for any', async () => {
  const { it } = server;
  const person = await register(it);
  const own = await addressOf(it, person);
  expect((await saveAddress(it, person, { label: 'Me', address: own })).body.fields).toEqual({
    address: 'own',
  });
  for (const token of ['USDT', 'ZST', null]) {
    expect((await saveAddress(it, person, { label: 'A', address: outside, token })).status).toBe(201);
    const again = await saveAddress(it, person, { label: 'B', address: outside.toLowerCase(), token });
    expect(again.body).toMatchObject({ code: 'VALIDATION_FAILED', fields: { address: 'taken' } });
  }
});

test('of the same address saved twice at once one is, and its proof is one use', async () => {
  const { it } = server;
  const person = await register(it);
  const proofs = [await addressProof(it, person), await addressProof(it, person)];
  const answers = await Promise.all(
    proofs.map((proof) => it.post('/addresses', { label: 'A', address: outside }, proof)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
});

test('before it is saved, an address that looks like a known one is told', async () => {
  const { it } = server;
  const person = await register(it);
  await saveAddress(it, person, { label: 'A', address: outside });
  const alike = `0xfb69${'1'.repeat(32)}d359`;
  const check = (address: string) => it.get(`/addresses/check?address=${address}`, person);
  expect((await check(alike)).body.data).toMatchObject({ looks_like: outside });
  expect((await check(strangeAddress(7))).body.data).toEqual({
    address: '0x0000000000000000000700000000000000000007',
    looks_like: null,
  });
  expect((await check(outside)).body.fields).toEqual({ address: 'taken' });
  expect((await check('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).body).toMatchObject({
    code: 'ADDRESS_INVALID',
    fields: { address: 'checksum' },
  });
  const { body } = await saveAddress(it, person, { label: 'B', address: alike });
  expect(body.data.looks_like).toBe(outside);
  const other = await register(it);
  expect((await it.get(`/addresses/check?address=${alike}`, other)).body.data.looks_like).toBeNull();
});

test('a label and a note can be changed, an address cannot, and nothing of another’s', async () => {
  const { it } = server;
  const [person, other] = [await register(it), await register(it)];
  const { id } = (await saveAddress(it, person, { label: 'A', note: 'N', address: outside })).body.data;
  const edit = (body: unknown, who = person) => it.patch(`/addresses/${id}`, body, who);
  expect((await edit({ label: 'B' })).body.data).toMatchObject({ label: 'B', note: 'N' });
  expect((await edit({ note: null })).body.data).toMatchObject({ label: 'B', note: null });
  expect((await edit({ address: strangeAddress(1) })).body.fields).toEqual({ address: 'unknown' });
  expect((await edit({ label: '' })).body.fields).toEqual({ label: 'required' });
  expect((await edit({ label: 'C' }, other)).status).toBe(404);
  expect((await it.delete(`/addresses/${id}`, other)).status).toBe(404);
  expect((await it.post(`/addresses/${id}/restore`, undefined, other)).status).toBe(404);
});

test('a removed address is put back as it was by the session that removed it, for a day', async () => {
  const { it } = server;
  const person = await remembered(it, await register(it));
  const saved = (await saveAddress(it, person, { label: 'A', address: outside })).body.data;
  const path = `/addresses/${saved.id}`;
  it.clock.advance(day - 1);
  expect((await it.delete(path, person)).status).toBe(204);
  expect((await it.delete(path, person)).status).toBe(404);
  expect((await it.patch(path, { label: 'B' }, person)).status).toBe(404);
  expect((await book(it, person.token)).addresses).toEqual([]);
  expect((await it.post(`${path}/restore`, undefined, person)).body.data).toEqual(saved);
  expect((await it.post(`${path}/restore`, undefined, person)).status).toBe(404);
  await it.delete(path, person);
  const elsewhere = await remembered(it, person);
  const refused = await it.post(`${path}/restore`, undefined, elsewhere);
  expect(refused.body.code).toBe('STEP_UP_REQUIRED');
  await it.delete(path, person);
  await saveAddress(it, person, { label: 'Again', address: outside });
  expect((await it.post(`${path}/restore`, undefined, person)).body.code).toBe('STATUS_CONFLICT');
  it.clock.advance(day);
  expect((await it.post(`${path}/restore`, undefined, person)).status).toBe(404);
});

test('an address that another session puts back waits and is told like a new one', async () => {
  const { it } = server;
  const person = await remembered(it, await register(it));
  // Of a thief, who has the password; the owner is told and takes it away.
  const thief = await remembered(it, person);
  const saved = (await saveAddress(it, thief, { label: 'A', address: outside })).body.data;
  it.clock.advance(day - 1);
  await it.delete(`/addresses/${saved.id}`, person);
  const told = async () => (await it.get('/notifications', person)).body.data;
  const before = await told();
  const proof = await addressProof(it, thief);
  const { status, body } = await it.post(`/addresses/${saved.id}/restore`, undefined, proof);
  expect(status).toBe(200);
  const now = it.clock.now();
  expect(body.data).toEqual({
    ...saved,
    created_at: now.toISOString(),
    usable_from: new Date(now.getTime() + day).toISOString(),
  });
  expect((await book(it, person.token)).addresses).toEqual([body.data]);
  const [newest, ...earlier] = await told();
  expect(newest).toMatchObject({ kind: 'security', outcome: 'addressSaved', reportable: true });
  expect(earlier.map(({ id }: { id: string }) => id)).toEqual(before.map(({ id }: { id: string }) => id));
});

test('of a book that is emptied and filled again and again the two hundred that went last can be put back', async () => {
  const { it } = server;
  const person = await register(it);
  const fill = async (from: number) => {
    const lines = Array.from({ length: 101 }, (_, index) => `A,${strangeAddress(from + index)}`);
    await it.post(
      '/addresses/import',
      { csv: `label,address\n${lines.join('\n')}` },
      await addressProof(it, person),
    );
    return (await book(it, person.token)).addresses.map(({ id }: { id: string }) => id) as string[];
  };
  const first = await fill(1);
  for (const id of first) await it.delete(`/addresses/${id}`, person);
  it.clock.advance(1);
  const second = await fill(1_001);
  for (const id of second) await it.delete(`/addresses/${id}`, person);
  const kept = await it.database.query<{ id: string }>('SELECT id FROM saved_addresses WHERE user_id = $1', [
    person.id,
  ]);
  expect(kept).toHaveLength(200);
  const ids = kept.map(({ id }) => id);
  expect(second.filter((id) => !ids.includes(id))).toEqual([]);
  expect((await it.post(`/addresses/${second[0]}/restore`, undefined, person)).status).toBe(200);
});

test('a book has two hundred addresses and not one more, however it comes', async () => {
  const { it } = server;
  const person = await register(it);
  const lines = Array.from({ length: 199 }, (_, index) => `Number ${index},${strangeAddress(index + 1)}`);
  const file = { csv: `label,address\n${lines.join('\n')}` };
  expect((await it.post('/addresses/import', file, await addressProof(it, person))).body.data).toEqual({
    added: 199,
    unchanged: 0,
    looks_like: [],
  });
  const last = (await saveAddress(it, person, { label: 'Last', address: strangeAddress(900) })).body.data;
  const more = { label: 'More', address: strangeAddress(901) };
  expect((await saveAddress(it, person, more)).body.code).toBe('ADDRESS_LIMIT');
  const two = { csv: `label,address\nA,${strangeAddress(902)}\nB,${strangeAddress(903)}` };
  expect((await it.post('/addresses/import', two, await addressProof(it, person))).body.code).toBe(
    'ADDRESS_LIMIT',
  );
  await it.delete(`/addresses/${last.id}`, person);
  expect((await saveAddress(it, person, more)).status).toBe(201);
  expect((await it.post(`/addresses/${last.id}/restore`, undefined, person)).body.code).toBe('ADDRESS_LIMIT');
  expect((await book(it, person.token)).addresses).toHaveLength(200);
});

test('a frozen account saves and puts back nothing, and may remove', async () => {
  const { it } = server;
  const person = await register(it);
  const { id } = (await saveAddress(it, person, { label: 'A', address: outside })).body.data;
  await it.operator('POST', '/accounts/freeze', { email: person.email, reason: 'requested' });
  const another = { label: 'B', address: strangeAddress(5) };
  expect((await saveAddress(it, person, another)).body.code).toBe('ACCOUNT_BLOCKED');
  expect((await it.delete(`/addresses/${id}`, person)).status).toBe(204);
  expect((await it.post(`/addresses/${id}/restore`, undefined, person)).body.code).toBe('ACCOUNT_BLOCKED');
});
