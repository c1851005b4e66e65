import { randomUUID } from 'node:crypto';
import { HttpResponse, http as msw } from 'msw';
import { expect, test } from 'vitest';
import type { Progress } from '../../src/services/core/uploads.ts';
import { addDocument, readKyc, removeDocument, submitKyc } from '../../src/services/kyc/kyc.ts';
import { readProfile, removeAvatar, setAvatar, updateProfile } from '../../src/services/profile/profile.ts';
import { answerWith, handToServer, providerOrigin } from '../support/mswProvider.ts';
import { register } from '../support/server.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';
import { filesStored, jpg, pdf, png, pngOfSize, zip } from '../support/uploads.ts';

const { server, provider, connectAs: connect } = servicesAtServer();
const { signal } = new AbortController();
const reading = { input: { fresh: false }, signal };

const fileOf = (bytes: Uint8Array, name: string) => new File([new Uint8Array(bytes)], name);

test('a picture is sent, its bytes are counted, and the cached profile has it', async () => {
  const { http, cache, session } = await connect();
  await readProfile(http, cache, reading);
  const file = fileOf(await png(300, 300), 'me.png');
  const heard: Progress[] = [];

  const user = await setAvatar(
    { http, cache, session },
    { input: { file, hear: (each) => heard.push(each) }, signal },
  );

  expect(user.avatar_file?.url).toMatch(/^http:\/\/localhost:3000\/api\/web-app\/avatars\//);
  expect((await readProfile(http, cache, reading)).data.avatar_file).toEqual(user.avatar_file);
  const last = heard.at(-1);
  expect(last?.sent).toBe(last?.total);
  expect(last?.total).toBeGreaterThan(file.size);

  expect((await removeAvatar({ http, cache, session })).avatar_file).toBeNull();
  expect((await readProfile(http, cache, reading)).data.avatar_file).toBeNull();
});

test('a profile is changed field by field, and refusals are told on their fields', async () => {
  const { http, cache, session } = await connect();
  const other = await register(server.it);

  const user = await updateProfile(
    { http, cache, session },
    { input: { city: 'Porto', zip_code: '4000-123' } },
  );
  expect(user).toMatchObject({ first_name: 'Anna', city: 'Porto', zip_code: '4000-123' });
  expect((await readProfile(http, cache, reading)).data.city).toBe('Porto');

  await expect(
    updateProfile({ http, cache, session }, { input: { username: other.username } }),
  ).rejects.toMatchObject({
    failure: { code: 'USERNAME_TAKEN', fields: { username: 'taken' } },
  });
  await expect(
    updateProfile({ http, cache, session }, { input: { address: 'short' } }),
  ).rejects.toMatchObject({
    failure: { code: 'VALIDATION_FAILED', fields: { address: 'too_short' } },
  });
  expect((await readProfile(http, cache, reading)).data.city).toBe('Porto');
});

test('a verification is sent document by document, taken back, and submitted once', async () => {
  const { http, cache } = await connect();
  const send = async (type: 'passport' | 'utility_bill' | 'selfie', bytes: Uint8Array, name: string) =>
    addDocument(http, cache, { input: { type, file: fileOf(bytes, name) }, signal });
  expect((await readKyc(http, cache, reading)).data.status).toBe('notStarted');

  await send('passport', await jpg(), 'паспорт.jpg');
  await send('utility_bill', pdf, 'bill.pdf');
  await expect(submitKyc(http, cache, { input: { key: randomUUID() } })).rejects.toMatchObject({
    failure: { code: 'VALIDATION_FAILED', fields: { selfie: 'required' } },
  });
  const told = await send('selfie', await jpg(), 'me.jpg');
  expect(told.documents.map(({ type, name }) => [type, name])).toEqual([
    ['passport', 'паспорт.jpg'],
    ['utility_bill', 'bill.pdf'],
    ['selfie', 'me.jpg'],
  ]);
  const id = told.documents[0]?.id ?? '';
  expect((await removeDocument(http, cache, { input: { id } })).documents).toHaveLength(2);
  await send('passport', await png(), 'passport.png');

  const key = randomUUID();
  const submitted = await submitKyc(http, cache, { input: { key } });
  expect(submitted.status).toBe('pending');
  expect(await submitKyc(http, cache, { input: { key } })).toEqual(submitted);
  expect((await readKyc(http, cache, reading)).data).toEqual(submitted);
  await expect(send('selfie', await jpg(), 'me.jpg')).rejects.toMatchObject({
    failure: { code: 'STATUS_CONFLICT' },
  });
});

test('what the provider would refuse for its size or kind is not sent at all', async () => {
  const { http, cache, session } = await connect();
  const heard: Progress[] = [];
  const send = (bytes: Uint8Array, name: string) =>
    setAvatar(
      { http, cache, session },
      {
        input: { file: fileOf(bytes, name), hear: (each) => heard.push(each) },
        signal,
      },
    );
  await expect(send(new Uint8Array(10 * 1024 * 1024 + 1), 'a.png')).rejects.toMatchObject({
    failure: { code: 'FILE_TOO_LARGE', fields: { avatar: 'file_too_large' } },
  });
  await expect(send(pdf, 'a.png')).rejects.toMatchObject({
    failure: { code: 'FILE_TYPE', fields: { avatar: 'file_type' } },
  });
  await expect(send(new Uint8Array(), 'a.png')).rejects.toMatchObject({
    failure: { code: 'VALIDATION_FAILED', fields: { avatar: 'required' } },
  });
  expect(heard).toEqual([]);
});

test('a selfie that is no picture is not sent either, under whatever name; another document may be a PDF', async () => {
  const { http, cache } = await connect();
  const before = await filesStored(server.it);
  const send = (type: 'passport' | 'selfie', name: string) =>
    addDocument(http, cache, { input: { type, file: fileOf(pdf, name) }, signal });
  for (const name of ['me.pdf', 'me.jpg'])
    await expect(send('selfie', name)).rejects.toMatchObject({
      failure: { code: 'FILE_TYPE', fields: { selfie: 'file_type' }, requestId: null },
    });
  expect(await filesStored(server.it)).toEqual(before);
  expect((await send('passport', 'passport.pdf')).documents).toHaveLength(1);
});

test('what only the provider can tell is told by its code and rule', async () => {
  const { http, cache, session } = await connect();
  const send = (bytes: Uint8Array) =>
    setAvatar({ http, cache, session }, { input: { file: fileOf(bytes, 'a.png') }, signal });
  await expect(send(pngOfSize(60_000, 60_000))).rejects.toMatchObject({
    failure: { code: 'FILE_TOO_LARGE', fields: { avatar: 'too_many_pixels' }, requestId: expect.any(String) },
  });
  await expect(send(Buffer.concat([await png(), zip]))).rejects.toMatchObject({
    failure: { code: 'FILE_TYPE', fields: { avatar: 'two_types' } },
  });
});

test('an upload that is taken back stores nothing, and the same file can be sent again', async () => {
  const { http, cache } = await connect();
  const before = await filesStored(server.it);
  const leaving = new AbortController();
  provider.use(
    msw.post(`${providerOrigin}/api/web-app/kyc/documents`, () => {
      leaving.abort();
      return new HttpResponse(null, { status: 503 });
    }),
  );
  const input = { type: 'passport', file: fileOf(await jpg(), 'a.jpg') } as const;
  await expect(addDocument(http, cache, { input, signal: leaving.signal })).rejects.toMatchObject({
    failure: { code: 'NETWORK' },
  });
  await expect(addDocument(http, cache, { input, signal: leaving.signal })).rejects.toMatchObject({
    failure: { code: 'NETWORK' },
  });
  expect(await filesStored(server.it)).toEqual(before);

  provider.resetHandlers();
  provider.use(handToServer({ fetch: (request) => server.it.fetch(request) }));
  expect((await addDocument(http, cache, { input, signal })).status).toBe('inProgress');
});

test('a dead line, a proxy that refuses the size, and a page instead of an answer are told as such', async () => {
  const { http, cache, session } = await connect();
  const file = fileOf(await png(), 'a.png');
  const send = () => setAvatar({ http, cache, session }, { input: { file }, signal });
  provider.use(msw.post(`${providerOrigin}/api/web-app/profile/avatar`, () => HttpResponse.error()));
  await expect(send()).rejects.toMatchObject({ failure: { code: 'NETWORK' } });
  provider.use(answerWith('/profile/avatar', 413, '<h1>Too large</h1>', { 'content-type': 'text/html' }));
  await expect(send()).rejects.toMatchObject({ failure: { code: 'FILE_TOO_LARGE' } });
  provider.use(answerWith('/profile/avatar', 200, '<p>Welcome</p>', { 'content-type': 'text/html' }));
  await expect(send()).rejects.toMatchObject({ failure: { code: 'INVALID_RESPONSE' } });
});

test('a session that is over ends here too', async () => {
  const { http, cache, session, person } = await connect();
  await server.it.post('/auth/logout', undefined, { token: person.token });
  const file = fileOf(await png(), 'a.png');
  await expect(setAvatar({ http, cache, session }, { input: { file }, signal })).rejects.toMatchObject({
    failure: { code: 'UNAUTHENTICATED' },
  });
  expect(session.current()).toBeNull();
});
