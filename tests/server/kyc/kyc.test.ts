import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expireCases } from '../../../server/kyc/cases.ts';
import { approved, sendAll, sendDocument, submitted } from '../../support/kyc.ts';
import { fund, idempotent, outside, type Person, quote } from '../../support/payments.ts';
import { openTestServer, register, testServer } from '../../support/server.ts';
import { pdf } from '../../support/uploads.ts';

const server = testServer();
const newcomer = () => register(server.it);
const caseOf = async ({ token }: Person) => (await server.it.get('/kyc', { token })).body.data;
const decide = (what: string, body: unknown) => server.it.operator('POST', `/kyc/${what}`, body);

interface Document {
  id: string;
  type: string;
  status: string;
  reason: string | null;
}
const summary = (told: { status: string; documents: Document[] }) => ({
  status: told.status,
  documents: told.documents.map(({ type, status }) => `${type} ${status}`),
});
const openParts = (told: { requirements: { part: string; is_open: boolean }[] }) =>
  told.requirements.filter(({ is_open }) => is_open).map(({ part }) => part);

test('at the beginning nothing is there and everything is asked for', async () => {
  const person = await newcomer();
  expect(await caseOf(person)).toEqual({
    status: 'notStarted',
    documents: [],
    requirements: [
      {
        part: 'identity',
        one_of: ['passport', 'drivers_license', 'national_id'],
        is_met: false,
        is_open: true,
      },
      { part: 'address', one_of: ['utility_bill', 'bank_statement'], is_met: false, is_open: true },
      { part: 'selfie', one_of: ['selfie'], is_met: false, is_open: true },
    ],
    reasons: [],
    limits: {
      unverified: { day: '5000', month: '10000' },
      verified: { day: '100000', month: '1000000' },
    },
    submitted_at: null,
    expires_at: null,
  });
});

test('a case goes from the first document to its approval, and its person is told at each step', async () => {
  const person = await newcomer();
  const first = await sendDocument(server.it, person, 'passport', { name: 'scan.jpg' });
  expect(first.status).toBe(201);
  expect(first.body.data).toMatchObject({
    status: 'inProgress',
    documents: [{ type: 'passport', status: 'uploaded', reason: null, name: 'scan.jpg' }],
    requirements: [{ is_met: true }, { is_met: false }, { is_met: false }],
  });
  await sendDocument(server.it, person, 'bank_statement', { bytes: pdf, name: 'statement.pdf' });
  await sendDocument(server.it, person, 'selfie');

  const handedIn = await idempotent(server.it, person, '/kyc/submit');
  expect(summary(handedIn.body.data)).toEqual({
    status: 'pending',
    documents: ['passport pending', 'bank_statement pending', 'selfie pending'],
  });
  expect(handedIn.body.data.submitted_at).toBe('2026-11-20T09:00:00.000Z');
  expect(openParts(handedIn.body.data)).toEqual([]);

  expect((await decide('approve', { id: person.id })).body.data.status).toBe('approved');
  const told = await caseOf(person);
  expect(summary(told)).toEqual({
    status: 'approved',
    documents: ['passport approved', 'bank_statement approved', 'selfie approved'],
  });
  expect(told.expires_at).toBe('2028-11-20T09:00:00.000Z');
  const { body } = await server.it.get('/profile', { token: person.token });
  expect(body.data.kyc_status).toBe('approved');
});

test('a submission says which parts and which details are missing, and can then be completed', async () => {
  const person = await newcomer();
  await server.it.database.query('UPDATE users SET country = NULL WHERE id = $1', [person.id]);
  expect((await idempotent(server.it, person, '/kyc/submit')).body.code).toBe('STATUS_CONFLICT');
  await sendDocument(server.it, person, 'utility_bill');
  expect(await idempotent(server.it, person, '/kyc/submit')).toMatchObject({
    status: 422,
    body: {
      code: 'VALIDATION_FAILED',
      fields: { country: 'required', identity: 'required', selfie: 'required' },
    },
  });
  expect((await caseOf(person)).status).toBe('inProgress');
  await sendDocument(server.it, person, 'national_id');
  await sendDocument(server.it, person, 'selfie');
  await server.it.put('/profile', { country: 'PT' }, { token: person.token });
  expect((await idempotent(server.it, person, '/kyc/submit')).body.data.status).toBe('pending');
});

test('the same key submits once, and a second submission is a conflict', async () => {
  const person = await newcomer();
  await sendAll(server.it, person);
  const key = randomUUID();
  const first = await idempotent(server.it, person, '/kyc/submit', undefined, key);
  const again = await idempotent(server.it, person, '/kyc/submit', undefined, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await idempotent(server.it, person, '/kyc/submit')).body.code).toBe('STATUS_CONFLICT');
});

test('only the part that was rejected opens again, and any document of that part answers it', async () => {
  const person = await newcomer();
  await submitted(server.it, person);
  const rejected = await decide('reject', {
    id: person.id,
    document: 'passport',
    reason: 'unreadable',
    note: 'The lower line.',
  });
  expect(rejected.status).toBe(200);
  const told = await caseOf(person);
  expect(summary(told)).toEqual({
    status: 'rejected',
    documents: ['passport rejected', 'bank_statement pending', 'selfie pending'],
  });
  expect(told.reasons).toEqual(['The lower line.']);
  expect(told.documents[0]).toMatchObject({ reason_code: 'unreadable', reason: 'The lower line.' });
  expect(openParts(told)).toEqual(['identity']);

  expect(await sendDocument(server.it, person, 'selfie')).toMatchObject({
    status: 409,
    body: { code: 'STATUS_CONFLICT' },
  });
  expect((await idempotent(server.it, person, '/kyc/submit')).body.code).toBe('STATUS_CONFLICT');
  const answered = await sendDocument(server.it, person, 'drivers_license');
  expect(summary(answered.body.data)).toEqual({
    status: 'inProgress',
    documents: ['drivers_license uploaded', 'bank_statement pending', 'selfie pending'],
  });
  await idempotent(server.it, person, '/kyc/submit');
  await decide('approve', { id: person.id });
  expect(summary(await caseOf(person)).documents).toEqual([
    'drivers_license approved',
    'bank_statement approved',
    'selfie approved',
  ]);
});

test('a document that was rejected before there were codes keeps its text', async () => {
  const person = await newcomer();
  await submitted(server.it, person);
  await decide('reject', { id: person.id, document: 'passport', reason: 'other' });
  await server.it.database.query(
    "UPDATE kyc_documents SET reason_code = NULL, reason = 'Too dark.' WHERE user_id = $1 AND type = 'passport'",
    [person.id],
  );
  const [told] = (await caseOf(person)).documents;
  expect(told).toMatchObject({ reason_code: null, reason: 'Too dark.' });
  const silent = server.it.database.query(
    "UPDATE kyc_documents SET reason = NULL WHERE user_id = $1 AND type = 'passport'",
    [person.id],
  );
  await expect(silent).rejects.toThrow('kyc_documents_reason');
});

test('a second document can be rejected while the first is being replaced, and is asked for too', async () => {
  const person = await newcomer();
  await submitted(server.it, person);
  await decide('reject', { id: person.id, document: 'passport', reason: 'unreadable' });
  await decide('reject', { id: person.id, document: 'selfie', reason: 'face_mismatch' });
  expect(openParts(await caseOf(person))).toEqual(['identity', 'selfie']);
  await sendDocument(server.it, person, 'passport');
  expect((await idempotent(server.it, person, '/kyc/submit')).body).toMatchObject({
    fields: { selfie: 'required' },
  });
});

test('a document of the same type takes the place of the one before, whose bytes are gone', async () => {
  const person = await newcomer();
  await sendDocument(server.it, person, 'passport', { name: 'first.jpg' });
  const { query } = server.it.database;
  const keyOf = async () =>
    (await query<{ file_id: string }>('SELECT file_id FROM kyc_documents WHERE user_id = $1', [person.id]))[0]
      ?.file_id ?? '';
  const first = await keyOf();
  const { body } = await sendDocument(server.it, person, 'passport', { name: 'second.jpg' });
  expect(body.data.documents).toMatchObject([{ type: 'passport', name: 'second.jpg' }]);
  expect(await server.it.files.get(first)).toBeNull();
  expect(await server.it.files.get(await keyOf())).not.toBeNull();
});

test('a document can be taken back until it is submitted', async () => {
  const person = await newcomer();
  await sendAll(server.it, person);
  const [passport, statement] = (await caseOf(person)).documents;
  const taken = await server.it.delete(`/kyc/documents/${passport.id}`, { token: person.token });
  expect(taken).toMatchObject({ status: 200, body: { data: { status: 'inProgress' } } });
  expect(taken.body.data.documents).toHaveLength(2);
  await sendDocument(server.it, person, 'passport');
  await idempotent(server.it, person, '/kyc/submit');
  const late = await server.it.delete(`/kyc/documents/${statement.id}`, { token: person.token });
  expect(late.body.code).toBe('STATUS_CONFLICT');
  expect((await caseOf(person)).documents).toHaveLength(3);
});

test('a verification runs out on its day, and then everything is asked for anew', async () => {
  const other = await openTestServer();
  const person = await register(other);
  await approved(other, person);
  const told = async () => (await other.get('/kyc', { token: await signIn() })).body.data;
  const signIn = async () => {
    const { email, password } = person;
    return String((await other.post('/auth/login', { email, password, remember: true })).body.data.token);
  };
  const twoYears = new Date('2028-11-20T09:00:00.000Z').getTime() - other.clock.now().getTime();
  other.clock.advance(twoYears - 1);
  await expireCases(other.database.query, other.clock.now());
  expect((await told()).status).toBe('approved');
  other.clock.advance(1);
  expect(await told()).toMatchObject({
    status: 'expired',
    requirements: [{ is_met: false, is_open: true }, {}, {}],
  });
  await expireCases(other.database.query, other.clock.now());
  const profile = await other.get('/profile', { token: await signIn() });
  expect(profile.body.data.kyc_status).toBe('expired');

  const { body } = await sendDocument(other, { token: await signIn() }, 'national_id');
  expect(summary(body.data)).toEqual({ status: 'inProgress', documents: ['national_id uploaded'] });
  expect(body.data).toMatchObject({ submitted_at: null, expires_at: null });
  await other.close();
});

test('names, birthday and country stay as they are while they are judged and once they are verified', async () => {
  const person = await newcomer();
  const change = (body: unknown) => server.it.put('/profile', body, { token: person.token });
  expect((await change({ first_name: 'Anne' })).status).toBe(200);
  await approved(server.it, person);
  expect(await change({ first_name: 'Olga', city: 'Porto' })).toMatchObject({
    status: 409,
    body: { code: 'STATUS_CONFLICT', fields: { first_name: 'verified' } },
  });
  const { body } = await change({ first_name: 'Anne', country: 'ES', city: 'Porto' });
  expect(body.data).toMatchObject({ first_name: 'Anne', city: 'Porto' });
});

test('a payment to an outside address above the limit needs a verified identity', async () => {
  const person = await newcomer();
  const friend = await newcomer();
  await fund(server.it, person, 'USDT', '9000');
  const withdrawal = (amount: string) => quote(server.it, person, { kind: 'withdraw', amount });
  const small = await withdrawal('5000');
  expect(small).toMatchObject({ status: 201, body: { data: { maximum: '5000' } } });
  const over = { status: 403, body: { code: 'KYC_REQUIRED', fields: { amount: 'too_large' } } };
  expect(await withdrawal('5000.000001')).toMatchObject(over);
  expect(await quote(server.it, person, { amount: '6000', to: outside })).toMatchObject(over);
  const { body } = await server.it.post('/wallet/addresses', { token: 'USDT' }, { token: friend.token });
  const inside = await quote(server.it, person, { amount: '6000', to: body.data.address });
  expect(inside).toMatchObject({ status: 201, body: { data: { maximum: '9000' } } });

  await approved(server.it, person);
  expect(await withdrawal('5000.000001')).toMatchObject({
    status: 201,
    body: { data: { maximum: '8998.75' } },
  });
});

test('of two decisions at once one counts', async () => {
  const person = await newcomer();
  await submitted(server.it, person);
  const answers = await Promise.all([
    decide('approve', { id: person.id }),
    decide('reject', { id: person.id, document: 'passport', reason: 'unreadable' }),
    decide('reject', { id: person.id, document: 'selfie', reason: 'face_mismatch' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409]);
});
