import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendDocument } from '../../support/kyc.ts';
import type { Person } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';
import { filesStored, formOf, jpg, pdf, png, pngOfSize, postForm, svg, zip } from '../../support/uploads.ts';

const server = testServer();
const firstDocument = async ({ token }: Person) =>
  (await server.it.get('/kyc', { token })).body.data.documents[0];

function download(id: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return server.it.fetch(
    new Request(`http://localhost:3000/api/web-app/kyc/documents/${id}/file`, { headers }),
  );
}

let owner: Awaited<ReturnType<typeof register>> | undefined;

test.each([
  ['a JPG', () => jpg(), 'паспорт «скан».jpg', 'паспорт «скан».jpg', 'image/jpeg'],
  ['a JPG of capitals', () => jpg(), 'SCAN.JPEG', 'SCAN.JPEG', 'image/jpeg'],
  ['a PNG', () => png(), 'a b;"c.png', 'a b;"c.png', 'image/png'],
  ['a PDF', () => pdf, 'a.pdf', 'a.pdf', 'application/pdf'],
  ['a PDF with a date for a name', () => pdf, 'Счёт 12.03', 'Счёт 12.03.pdf', 'application/pdf'],
  // Whoever opens it from a folder opens it as what it is.
  ['a JPG without an ending', () => jpg(), 'scan', 'scan.jpg', 'image/jpeg'],
  ['a JPG named .png', () => jpg(), 'scan.png', 'scan.jpg', 'image/jpeg'],
  ['a PDF named as a program', () => pdf, 'invoice.exe', 'invoice.pdf', 'application/pdf'],
  [
    'a PDF named as a program in the end',
    () => pdf,
    'invoice.pdf.exe. ',
    'invoice.pdf.pdf',
    'application/pdf',
  ],
  ['a PNG named as a page', () => png(), 'passport.html', 'passport.png', 'image/png'],
  ['a PNG named by its ending alone', () => png(), '.htm', 'file.png', 'image/png'],
  ['a PNG with a long name', () => png(), `${'n'.repeat(300)}.html`, `${'n'.repeat(115)}.png`, 'image/png'],
])(
  '%s comes back to its owner as it was sent, named as its kind is, to be saved and never opened as a page',
  async (_, make, given, name, type) => {
    // One person for all of them: each document takes the place of the one before.
    owner ??= await register(server.it);
    const person = owner;
    const bytes = Buffer.from(await make());
    const escaped = given.replaceAll('"', '%22');
    expect((await sendDocument(server.it, person, 'utility_bill', { bytes, name: escaped })).status).toBe(
      201,
    );
    const document = await firstDocument(person);
    expect(document).toMatchObject({ name, size: bytes.length });
    const response = await download(document.id, person.token);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  },
);

test('nobody but its owner reads or removes a document', async () => {
  const person = await register(server.it);
  const other = await register(server.it);
  await sendDocument(server.it, person, 'passport');
  const { id } = await firstDocument(person);
  const [{ file_id = '' } = {}] = await server.it.database.query<{ file_id: string }>(
    'SELECT file_id FROM kyc_documents WHERE id = $1',
    [id],
  );
  const removed = await server.it.delete(`/kyc/documents/${id}`, { token: other.token });
  expect(removed).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  for (const response of [
    await download(id, other.token),
    await download(randomUUID(), person.token),
    await download(file_id, person.token),
    await server.it.fetch(new Request(`http://localhost:3000/api/web-app/avatars/${file_id}`)),
  ]) {
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  }
  expect((await download(id)).status).toBe(401);
  expect((await download(id, person.token)).status).toBe(200);
});

const page = Buffer.from('<!doctype html><script>alert(1)</script>');
const bad: [string, string, () => Promise<Uint8Array> | Uint8Array, string, number, string, string][] = [
  ['a PDF named .png', 'utility_bill', () => pdf, 'bill.png', 415, 'FILE_TYPE', 'file_type'],
  ['a PNG named .pdf', 'utility_bill', () => png(), 'bill.pdf', 415, 'FILE_TYPE', 'file_type'],
  ['an SVG', 'passport', () => svg, 'a.svg', 415, 'FILE_TYPE', 'file_type'],
  ['a page', 'passport', () => page, 'a.jpg', 415, 'FILE_TYPE', 'file_type'],
  ['a selfie that is a PDF', 'selfie', () => pdf, 'me.pdf', 415, 'FILE_TYPE', 'file_type'],
  ['an empty file', 'passport', () => Buffer.alloc(0), 'a.jpg', 422, 'VALIDATION_FAILED', 'required'],
  [
    '10 MB and a byte',
    'passport',
    async () =>
      Buffer.concat([await png(), Buffer.alloc(10 * 1024 * 1024)]).subarray(0, 10 * 1024 * 1024 + 1),
    'a.png',
    413,
    'FILE_TOO_LARGE',
    'file_too_large',
  ],
  [
    'a PNG of 60,000 × 60,000',
    'passport',
    () => pngOfSize(60_000, 60_000),
    'a.png',
    413,
    'FILE_TOO_LARGE',
    'too_many_pixels',
  ],
  [
    'half a picture',
    'passport',
    async () => (await jpg(640, 480)).subarray(0, 5_000),
    'a.jpg',
    415,
    'FILE_TYPE',
    'unreadable',
  ],
  [
    'a JPG and a ZIP',
    'passport',
    async () => Buffer.concat([await jpg(), zip]),
    'a.jpg',
    415,
    'FILE_TYPE',
    'two_types',
  ],
  [
    'a JPG and a page',
    'passport',
    async () => Buffer.concat([await jpg(), page]),
    'a.jpg',
    415,
    'FILE_TYPE',
    'two_types',
  ],
  [
    'a JPG with a PDF head in it',
    'passport',
    async () => {
      const picture = await jpg();
      const comment = Buffer.from('%PDF-1.4\n1 0 obj', 'latin1');
      const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
      return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
    },
    'a.jpg',
    415,
    'FILE_TYPE',
    'two_types',
  ],
  [
    'a PDF and a ZIP',
    'utility_bill',
    () => Buffer.concat([pdf, zip]),
    'a.pdf',
    415,
    'FILE_TYPE',
    'two_types',
  ],
];

test.each(bad)('%s is refused and nothing is stored', async (_, type, make, name, status, code, rule) => {
  const person = await register(server.it);
  const before = await filesStored(server.it);
  const answer = await sendDocument(server.it, person, type, { bytes: await make(), name });
  expect(answer).toMatchObject({ status, body: { code, fields: { file: rule } } });
  expect(await filesStored(server.it)).toEqual(before);
  const { body } = await server.it.get('/kyc', { token: person.token });
  expect(body.data).toMatchObject({ status: 'notStarted', documents: [] });
});

test('an upload that is cut off stores nothing', async () => {
  const { token } = await register(server.it);
  const before = await filesStored(server.it);
  const form = formOf({ field: 'file', bytes: await jpg(400, 400), texts: { type: 'passport' } });
  const half = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(form.subarray(0, form.length / 2))),
    pull: (controller) => controller.error(new Error('gone')),
  });
  expect((await postForm(server.it, token, '/kyc/documents', half)).body.code).toBe('MALFORMED_REQUEST');
  const ended = await postForm(server.it, token, '/kyc/documents', form.subarray(0, form.length / 2));
  expect(ended.body.code).toBe('MALFORMED_REQUEST');
  expect(await filesStored(server.it)).toEqual(before);
});

test.each([
  ['no type', {}, { type: 'format' }],
  ['an unknown type', { type: 'library_card' }, { type: 'format' }],
  ['a field too many', { type: 'passport', status: 'approved' }, { status: 'unknown' }],
])('%s is refused', async (_, texts, fields) => {
  const { token } = await register(server.it);
  const form = formOf({ field: 'file', bytes: await jpg(), texts });
  const answer = await postForm(server.it, token, '/kyc/documents', form);
  expect(answer).toMatchObject({ status: 422, body: { code: 'VALIDATION_FAILED', fields } });
});

test('a document that comes while the case is judged leaves nothing behind', async () => {
  const person = await register(server.it);
  await sendDocument(server.it, person, 'passport');
  await server.it.database.query("UPDATE users SET kyc_status = 'pending' WHERE id = $1", [person.id]);
  const before = await filesStored(server.it);
  const answer = await sendDocument(server.it, person, 'selfie');
  expect(answer).toMatchObject({ status: 409, body: { code: 'STATUS_CONFLICT' } });
  expect(await filesStored(server.it)).toEqual(before);
});
