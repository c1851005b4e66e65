import { expect, test } from 'vitest';
import { usualFourEyes } from '../../../server/operator/fourEyes.ts';
import { sendDocument, submitted } from '../../support/kyc.ts';
import { newOperator, operate } from '../../support/operators.ts';
import { idempotent } from '../../support/payments.ts';
import { operatorToken, register, testServer } from '../../support/server.ts';
import { jpg } from '../../support/uploads.ts';

// Who waits for whom has tests of its own.
const server = testServer({ fourEyes: { ...usualFourEyes, setting: 'off' } });

async function waiting() {
  const person = await register(server.it);
  await submitted(server.it, person);
  return person;
}

const reviewOf = async (id: string) => (await server.it.operator('GET', `/kyc/${id}`)).body.data;

let made = 0;
async function compliance() {
  made += 1;
  return newOperator(server.it, `reviewer-${made}`, 'compliance');
}

const bytesOf = async (path: string, token: string) => {
  const request = new Request(`http://localhost:3000/api/operator${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return server.it.operate(request, { address: '203.0.113.9' });
};

test('a case is read with its documents, and each document as the bytes that were sent', async () => {
  const person = await waiting();
  const review = await reviewOf(person.id);
  expect(review).toMatchObject({ id: person.id, status: 'pending', decided_by: null });
  const types = review.documents.map((each: { type: string; media_type: string }) => [
    each.type,
    each.media_type,
  ]);
  expect(types).toEqual([
    ['passport', 'image/jpeg'],
    ['bank_statement', 'application/pdf'],
    ['selfie', 'image/jpeg'],
  ]);
  const [passport, statement] = review.documents;
  const answer = await bytesOf(`/kyc/${person.id}/files/${passport.file}`, operatorToken);
  expect(Buffer.from(await answer.arrayBuffer()).equals(await jpg())).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': "attachment; filename*=UTF-8''passport.jpg",
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
  const pdf = await bytesOf(`/kyc/${person.id}/files/${statement.file}`, operatorToken);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
});

test('a document is read with its own case only, and a file that is no document not at all', async () => {
  const [one, other] = [await waiting(), await waiting()];
  const { documents } = await reviewOf(one.id);
  const path = `/kyc/${other.id}/files/${documents[0].file}`;
  expect((await bytesOf(path, operatorToken)).status).toBe(404);
  expect((await bytesOf(`/kyc/${one.id}/files/${one.id}`, operatorToken)).status).toBe(404);
});

test('a role that may not read documents is refused, and the log says so; who reads one is written down with it', async () => {
  const person = await waiting();
  const { documents } = await reviewOf(person.id);
  const path = `/kyc/${person.id}/files/${documents[0].file}`;
  for (const role of ['support', 'treasury'] as const) {
    const { name, token } = await newOperator(server.it, `curious-${role}`, role);
    expect((await bytesOf(path, token)).status).toBe(403);
    const { body } = await server.it.operator('GET', '/log');
    expect(body.data[1]).toMatchObject({ operator: name, verb: 'GET /kyc/{id}/files/{file}', status: 403 });
  }
  const { name, token } = await compliance();
  await bytesOf(path, token);
  const { body } = await server.it.operator('GET', '/log');
  expect(body.data[1]).toMatchObject({
    operator: name,
    subject: JSON.stringify({ id: person.id, file: documents[0].file }),
    status: 200,
  });
});

test('an approval that is sent again is answered again, and another operator is told who was first', async () => {
  const person = await waiting();
  const [first, second] = [await compliance(), await compliance()];
  const { submitted_at } = await reviewOf(person.id);
  const approve = (token: string) =>
    operate(server.it, 'POST', '/kyc/approve', { id: person.id, submitted_at }, { token });
  const answers = await Promise.all([approve(first.token), approve(first.token)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body.data).toMatchObject({ status: 'approved', decided_by: first.name });
  expect(answers[1]?.body.data).toEqual(answers[0]?.body.data);
  expect(await approve(second.token)).toMatchObject({
    status: 409,
    body: { code: 'STATUS_CONFLICT', by: first.name, detail: `${first.name} was first.` },
  });
  // Their person is told once.
  const told = await server.it.get('/notifications', { token: person.token });
  expect(told.body.data.filter(({ kind }: { kind: string }) => kind === 'kyc')).toHaveLength(1);
});

test('a rejection that is sent again changes nothing, and another operator is told who was first', async () => {
  const person = await waiting();
  const [first, second] = [await compliance(), await compliance()];
  const rejection = {
    id: person.id,
    document: 'selfie',
    reason: 'face_mismatch',
    note: 'Not the same person.',
  };
  const reject = (token: string, changes = {}) =>
    operate(server.it, 'POST', '/kyc/reject', { ...rejection, ...changes }, { token });
  const answered = await reject(first.token);
  expect(answered.body.data).toMatchObject({ status: 'rejected', decided_by: first.name });
  expect((await reject(first.token)).body.data).toEqual(answered.body.data);
  expect((await reject(first.token, { reason: 'other' })).body).toMatchObject({
    code: 'STATUS_CONFLICT',
    by: first.name,
  });
  expect((await reject(second.token)).body).toMatchObject({ code: 'STATUS_CONFLICT', by: first.name });
  const approval = await operate(
    server.it,
    'POST',
    '/kyc/approve',
    { id: person.id },
    { token: second.token },
  );
  expect(approval.body).toMatchObject({ code: 'STATUS_CONFLICT', by: first.name });
});

test('what was decided on an older submission than the one that waits now is refused', async () => {
  const person = await waiting();
  const { submitted_at } = await reviewOf(person.id);
  await server.it.operator('POST', '/kyc/reject', {
    id: person.id,
    document: 'selfie',
    reason: 'unreadable',
  });
  server.it.clock.advance(60_000);
  await sendDocument(server.it, person, 'selfie');
  await idempotent(server.it, person, '/kyc/submit');
  const again = await reviewOf(person.id);
  expect(again).toMatchObject({ status: 'pending', decided_by: null });
  const late = await server.it.operator('POST', '/kyc/approve', { id: person.id, submitted_at });
  expect(late).toMatchObject({ status: 409, body: { code: 'STATUS_CONFLICT' } });
  expect(late.body.by).toBeUndefined();
  const lateRejection = { id: person.id, document: 'passport', reason: 'other', submitted_at };
  expect((await server.it.operator('POST', '/kyc/reject', lateRejection)).status).toBe(409);
  const now = { id: person.id, submitted_at: again.submitted_at };
  expect((await server.it.operator('POST', '/kyc/approve', now)).status).toBe(200);
});
