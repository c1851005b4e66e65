import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { usualFourEyes } from '../../../server/operator/fourEyes.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { register, testServer } from '../../support/server.ts';
import { askFor } from '../../support/tickets.ts';
import { formOf, jpg, postForm } from '../../support/uploads.ts';

// Who waits for whom has tests of its own.
const server = testServer({ fourEyes: { ...usualFourEyes, setting: 'off' } });

let made = 0;
async function support() {
  made += 1;
  return newOperator(server.it, `support-${made}`, 'support');
}

async function asked(changes = {}) {
  const person = await register(server.it);
  const { body } = await askFor(server.it, person, changes);
  return { person, number: Number(body.data.number), id: String(body.data.id) };
}

const post = (token: string, path: string, body: unknown) =>
  operate(server.it, 'POST', path, body, { token });

test('an answer that is sent again is there once, and its person does not read who wrote it', async () => {
  const { person, number, id } = await asked();
  const { name, token } = await support();
  const answer = { number, seen: 1, text: 'We look into it.', id: randomUUID() };
  const first = await post(token, '/tickets/answer', answer);
  expect(first.body.data.messages).toMatchObject([
    { author: 'me', operator: null },
    { author: 'support', operator: name, text: 'We look into it.' },
  ]);
  expect((await post(token, '/tickets/answer', answer)).body).toEqual(first.body);
  expect((await post(token, '/tickets/answer', { ...answer, text: 'Another.' })).body.code).toBe(
    'IDEMPOTENCY_MISMATCH',
  );
  const other = await asked();
  expect((await post(token, '/tickets/answer', { ...answer, number: other.number })).body.code).toBe(
    'IDEMPOTENCY_MISMATCH',
  );
  const told = await server.it.get(`/support/tickets/${id}`, { token: person.token });
  expect(told.body.data.messages).toHaveLength(2);
  expect(JSON.stringify(told.body)).not.toContain(name);
});

test('who has not read the last message is told who wrote it', async () => {
  const { person, number, id } = await asked();
  const [first, second] = [await support(), await support()];
  expect((await post(first.token, '/tickets/answer', { number, seen: 1, text: 'First.' })).status).toBe(201);
  const late = { number, seen: 1, text: 'Second.' };
  expect(await post(second.token, '/tickets/answer', late)).toMatchObject({
    status: 409,
    body: { code: 'STATUS_CONFLICT', by: first.name },
  });
  expect((await post(second.token, '/tickets/resolve', { number, seen: 1 })).body.by).toBe(first.name);
  await server.it.post(
    `/support/tickets/${id}/messages`,
    { message: 'I have more to say.' },
    { token: person.token, headers: { 'idempotency-key': randomUUID() } },
  );
  const overtaken = await post(second.token, '/tickets/resolve', { number, seen: 2 });
  expect(overtaken.body.code).toBe('STATUS_CONFLICT');
  expect(overtaken.body.by).toBeUndefined();
});

test('a ticket is resolved once, and opened again when that was too soon', async () => {
  const { number } = await asked();
  const [first, second] = [await support(), await support()];
  const resolved = await post(first.token, '/tickets/resolve', { number });
  expect(resolved.body.data).toMatchObject({ status: 'resolved', resolved_by: first.name });
  expect((await post(first.token, '/tickets/resolve', { number })).body).toEqual(resolved.body);
  expect((await post(second.token, '/tickets/resolve', { number })).body).toMatchObject({
    code: 'STATUS_CONFLICT',
    by: first.name,
  });
  const opened = await post(first.token, '/tickets/reopen', { number });
  expect(opened.body.data).toMatchObject({ status: 'open', resolved_by: null });
  expect((await post(first.token, '/tickets/reopen', { number })).body).toEqual(opened.body);
});

test('a ticket says whether its account is frozen', async () => {
  const { person, number } = await asked();
  const { token } = await support();
  const show = async () => (await post(token, '/tickets/show', { number })).body.data.account;
  expect(await show()).toEqual({ id: person.id, freeze: null });
  await server.it.operator('POST', '/accounts/freeze', { email: person.email, reason: 'unusual_activity' });
  expect((await show()).freeze).toMatchObject({ reason: 'unusual_activity' });
});

test('a file of a ticket is read with its own ticket only, as bytes that no browser opens', async () => {
  const person = await register(server.it);
  const bytes = await jpg();
  const sent = await postForm(
    server.it,
    person.token,
    '/support/attachments',
    formOf({ field: 'file', bytes, name: 'screen.jpg' }),
  );
  const file = sent.body.data.id;
  const { body } = await askFor(server.it, person, { attachment_ids: [file] });
  const { number } = body.data;
  const { token } = await support();
  const { data } = (await post(token, '/tickets/show', { number })).body;
  expect(data.messages[0].attachments).toEqual([
    { id: file, name: 'screen.jpg', size: bytes.byteLength, type: 'image/jpeg' },
  ]);
  const read = (path: string) =>
    server.it.operate(
      new Request(`http://localhost:3000/api/operator${path}`, {
        headers: { authorization: `Bearer ${token}` },
      }),
      { address: '203.0.113.9' },
    );
  const answer = await read(`/tickets/${number}/files/${file}`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': "attachment; filename*=UTF-8''screen.jpg",
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
  const other = await asked();
  expect((await read(`/tickets/${other.number}/files/${file}`)).status).toBe(404);
  expect((await read(`/tickets/01/files/${file}`)).status).toBe(404);
});
