import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FilesOutage, filesInMemory } from '../../../server/files/files.ts';
import { sweepFiles } from '../../../server/files/records.ts';
import { idempotent, type Person } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';
import { askFor } from '../../support/tickets.ts';
import { filesStored, formOf, pdf, png, postForm, type SentFile, svg } from '../../support/uploads.ts';

const server = testServer();
const day = 86_400_000;

const send = ({ token }: Person, file: Partial<SentFile> & { bytes: Uint8Array }) =>
  postForm(server.it, token, '/support/attachments', formOf({ field: 'file', ...file }));

async function sent(person: Person, name = 'screen.png'): Promise<string> {
  const { status, body } = await send(person, { bytes: await png(), name });
  expect(status).toBe(201);
  return body.data.id;
}

async function fetched({ token }: Person, id: string): Promise<Response> {
  const url = `http://localhost:3000/api/web-app/support/attachments/${id}`;
  return server.it.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
}

test('a file is sent, attached, told with its message, and comes back as it was', async () => {
  const person = await register(server.it);
  const upload = await send(person, { bytes: pdf, name: 'отчёт 🦊.pdf', type: 'application/pdf' });
  expect(upload).toMatchObject({
    status: 201,
    body: { data: { name: 'отчёт 🦊.pdf', size: pdf.byteLength, type: 'application/pdf' } },
  });
  const { id } = upload.body.data;
  expect((await fetched(person, id)).status).toBe(404);
  const { data } = (await askFor(server.it, person, { attachment_ids: [id] })).body;
  expect(data.messages[0].attachments).toEqual([upload.body.data]);
  const answer = await fetched(person, id);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; /);
  expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
  const shown = await server.it.operator('POST', '/tickets/show', { number: data.number });
  expect(shown.body.data.messages[0].attachments).toEqual([upload.body.data]);
});

test('a file whose bytes are not all there is not answered', async () => {
  const person = await register(server.it);
  const id = await sent(person);
  const { data } = (await askFor(server.it, person, { attachment_ids: [id] })).body;
  expect((await fetched(person, id)).status).toBe(200);
  const bytes = (await server.it.files.get(id)) ?? new Uint8Array();
  await server.it.files.put(id, bytes.slice(0, -1));
  expect((await fetched(person, id)).status).toBe(404);
  const path = `/tickets/${data.number}/files/${id}`;
  expect((await server.it.operator('GET', path)).status).toBe(404);
});

test('a later message has its own, in their order', async () => {
  const person = await register(server.it);
  const { id } = (await askFor(server.it, person)).body.data;
  const ids = [await sent(person, 'b.png'), await sent(person, 'a.png')];
  const path = `/support/tickets/${id}/messages`;
  const { body } = await idempotent(server.it, person, path, { message: 'See.', attachment_ids: ids });
  expect(body.data.messages[1].attachments.map(({ name }: { name: string }) => name)).toEqual([
    'b.png',
    'a.png',
  ]);
});

test('only one’s own file that is in no use can be attached, and a refusal opens no ticket', async () => {
  const [person, other] = [await register(server.it), await register(server.it)];
  const [mine, theirs] = [await sent(person), await sent(other)];
  const used = await sent(person);
  await askFor(server.it, person, { attachment_ids: [used] });
  for (const ids of [[theirs], [mine, randomUUID()], [used]]) {
    const { status, body } = await askFor(server.it, person, { attachment_ids: ids });
    expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { attachment_ids: 'unknown' } });
  }
  const list = await server.it.get('/support/tickets', { token: person.token });
  expect(list.body.meta.total).toBe(1);
  expect((await askFor(server.it, person, { attachment_ids: [mine] })).status).toBe(201);
  expect((await fetched(other, mine)).status).toBe(404);
});

test.each([
  ['a text', { bytes: Buffer.from('hello'), name: 'a.txt' }, 415, { file: 'file_type' }],
  ['a drawing that can run', { bytes: svg, name: 'a.png' }, 415, { file: 'file_type' }],
  ['a document under a picture’s name', { bytes: pdf, name: 'a.png' }, 415, { file: 'file_type' }],
  ['nothing', { bytes: Buffer.alloc(0) }, 422, { file: 'required' }],
])('%s is refused at the file', async (_, file, status, fields) => {
  const answer = await send(await register(server.it), file);
  expect({ status: answer.status, fields: answer.body.fields }).toEqual({ status, fields });
});

test('half a picture is refused', async () => {
  const whole = await png();
  const answer = await send(await register(server.it), { bytes: whole.subarray(0, whole.length >> 1) });
  expect({ status: answer.status, fields: answer.body.fields }).toEqual({
    status: 415,
    fields: { file: 'unreadable' },
  });
});

test.each([
  [['x'], 'format'],
  [Array.from({ length: 6 }, () => randomUUID()), 'too_long'],
  [Array.from({ length: 2 }, () => '6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a'), 'format'],
])('attachments %j are refused', async (ids, rule) => {
  const { body } = await askFor(server.it, await register(server.it), { attachment_ids: ids });
  expect(body.fields).toEqual({ attachment_ids: rule });
});

test('a file waits a day for its message, then it is removed; one that is attached stays', async () => {
  const { it } = server;
  const person = await register(it);
  const [waiting, attached] = [await sent(person), await sent(person)];
  await askFor(it, person, { attachment_ids: [attached] });
  const world = { database: it.database, files: it.files };
  await sweepFiles(world, new Date(it.clock.now().getTime() + day));
  expect((await it.database.query('SELECT id FROM files WHERE id = $1', [waiting])).length).toBe(1);
  await sweepFiles(world, new Date(it.clock.now().getTime() + 2 * day));
  expect(await it.database.query('SELECT id FROM files WHERE id = $1', [waiting])).toEqual([]);
  expect((await fetched(person, attached)).status).toBe(200);
  const late = await askFor(it, person, { attachment_ids: [waiting] });
  expect(late.body.fields).toEqual({ attachment_ids: 'unknown' });
});

test('twenty files wait to be attached, and no more until some are', async () => {
  const person = await register(server.it);
  const before = await filesStored(server.it);
  const all = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      // Four of an account are read at once, and ten wait for it.
      const { status, body } = await sendPatiently(person, index);
      return { status, id: body.data?.id, fields: body.fields };
    }),
  );
  const ids = all.flatMap(({ status, id }) => (status === 201 ? [String(id)] : []));
  expect(ids).toHaveLength(20);
  for (const { fields } of all.filter(({ status }) => status !== 201))
    expect(fields).toEqual({ file: 'too_many_files' });
  expect((await filesStored(server.it)).rows).toBe(before.rows + 20);
  await askFor(server.it, person, { attachment_ids: ids.slice(0, 5) });
  server.it.clock.advance(600_000);
  expect((await send(person, { bytes: pdf, name: 'a.pdf' })).status).toBe(201);
  server.it.clock.advance(day + 3_600_001);
  await sweepFiles(server.it, server.it.clock.now());
  expect((await filesStored(server.it)).used).toBe(before.used + 5);
});

async function sendPatiently(person: Person, index: number) {
  for (;;) {
    const answer = await send(person, { bytes: pdf, name: `${index}.pdf` });
    if (answer.status !== 429) return answer;
  }
}

test('all files of a person are a gigabyte at most', async () => {
  const person = await register(server.it);
  const fill = (size: number) =>
    server.it.database.query(
      `INSERT INTO files (id, user_id, name, type, size, created_at) VALUES ($1, $2, 'a.pdf', 'application/pdf', $3, $4)`,
      [randomUUID(), person.id, size, server.it.clock.now()],
    );
  await fill(1_000_000_000 - pdf.byteLength);
  expect((await send(person, { bytes: pdf, name: 'a.pdf' })).status).toBe(201);
  const { status, body } = await send(person, { bytes: pdf, name: 'a.pdf' });
  expect({ status, code: body.code, fields: body.fields }).toEqual({
    status: 422,
    code: 'VALIDATION_FAILED',
    fields: { file: 'storage_full' },
  });
});

test('an upload whose bytes were not kept counts for nothing', async () => {
  const kept = filesInMemory();
  let isAway = true;
  const put = async (key: string, bytes: Uint8Array) => {
    if (isAway) throw new FilesOutage(new Error('away'));
    await kept.put(key, bytes);
  };
  const it = await openTestServer({ files: { ...kept, put } });
  const { token } = await register(it);
  const bytes = await png();
  const upload = () => postForm(it, token, '/support/attachments', formOf({ field: 'file', bytes }));
  // More than a person may have unattached, and more than they may send at once.
  for (let count = 0; count < 31; count += 1) expect((await upload()).status).toBe(503);
  expect(await it.database.query('SELECT id FROM files')).toEqual([]);
  isAway = false;
  for (let count = 0; count < 20; count += 1) expect((await upload()).status).toBe(201);
  expect((await upload()).body.fields).toEqual({ file: 'too_many_files' });
  await it.close();
});
