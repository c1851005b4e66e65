import sharp from 'sharp';
import { expect, test } from 'vitest';
import { largestFile } from '../../../contract/uploads.ts';
import { register, testServer } from '../../support/server.ts';
import {
  filesStored,
  formOf,
  formType,
  jpg,
  jpgWithPlace,
  pdf,
  png,
  pngOfSize,
  postForm,
  svg,
  zip,
} from '../../support/uploads.ts';

// The server reads no WebP; the test looks at what it wrote.
sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });

const server = testServer();
const send = (token: string, bytes: Uint8Array, name?: string) =>
  postForm(
    server.it,
    token,
    '/profile/avatar',
    formOf({ field: 'avatar', bytes, ...(name === undefined ? {} : { name }) }),
  );

async function fetched(url: string, init?: RequestInit) {
  const response = await server.it.fetch(new Request(`http://localhost:3000${url}`, init));
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('a picture becomes a square WebP at an address that an <img> can load', async () => {
  const { token } = await register(server.it);
  const { status, body } = await send(token, await jpg(1600, 900));
  expect(status).toBe(200);
  const { url } = body.data.avatar_file;
  expect(url).toMatch(/^\/api\/web-app\/avatars\/[\da-f-]{36}$/);

  const { response, bytes } = await fetched(url);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  expect((await server.it.get('/profile', { token })).body.data.avatar_file).toEqual({ url });
});

test('a small picture stays small, and what a camera wrote beside it is gone', async () => {
  const { token } = await register(server.it);
  const given = await jpgWithPlace();
  expect(given.includes('Secret Street')).toBe(true);
  const { body } = await send(token, given, 'a.jpg');
  const { bytes } = await fetched(body.data.avatar_file.url);
  const { width, height, exif } = await sharp(bytes).metadata();
  expect({ width, height, exif }).toEqual({ width: 48, height: 48, exif: undefined });
  expect(bytes.includes('Secret Street')).toBe(false);
});

test('a new picture has a new address, and the old one is nothing any more', async () => {
  const { token } = await register(server.it);
  const first = (await send(token, await png())).body.data.avatar_file.url;
  const second = (await send(token, await png(80, 80))).body.data.avatar_file.url;
  expect(second).not.toBe(first);
  expect((await fetched(first)).response.status).toBe(404);
  const key = first.split('/').at(-1);
  expect(await server.it.files.get(key)).toBeNull();
  expect((await fetched(second)).response.status).toBe(200);
});

test('a removed picture is gone, and removing none is no mistake', async () => {
  const { token } = await register(server.it);
  const { url } = (await send(token, await png())).body.data.avatar_file;
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await server.it.delete('/profile/avatar', { token });
    expect({ status, avatar: body.data.avatar_file }).toEqual({ status: 200, avatar: null });
  }
  expect((await fetched(url)).response.status).toBe(404);
});

const bad: [string, () => Promise<Uint8Array> | Uint8Array, string, number, string, string][] = [
  ['a PDF', () => pdf, 'cv.pdf', 415, 'FILE_TYPE', 'file_type'],
  ['a PDF named .png', () => pdf, 'photo.png', 415, 'FILE_TYPE', 'file_type'],
  ['an SVG', () => svg, 'photo.svg', 415, 'FILE_TYPE', 'file_type'],
  ['an SVG named .png', () => svg, 'photo.png', 415, 'FILE_TYPE', 'file_type'],
  ['a PNG named .pdf', () => png(), 'photo.pdf', 415, 'FILE_TYPE', 'file_type'],
  ['a GIF', () => Buffer.from('GIF89a'), 'a.gif', 415, 'FILE_TYPE', 'file_type'],
  ['an empty file', () => Buffer.alloc(0), 'a.png', 422, 'VALIDATION_FAILED', 'required'],
  [
    'a PNG of 60,000 × 60,000',
    () => pngOfSize(60_000, 60_000),
    'a.png',
    413,
    'FILE_TOO_LARGE',
    'too_many_pixels',
  ],
  [
    'a PNG that ends early',
    async () => (await png()).subarray(0, 300),
    'a.png',
    415,
    'FILE_TYPE',
    'unreadable',
  ],
  [
    'a JPG that ends early',
    async () => (await jpg(640, 480)).subarray(0, 5000),
    'a.jpg',
    415,
    'FILE_TYPE',
    'unreadable',
  ],
  ['the beginning of a PNG', () => pngOfSize(8, 8).subarray(0, 8), 'a.png', 415, 'FILE_TYPE', 'unreadable'],
  [
    'a picture and an archive',
    async () => Buffer.concat([await jpg(), zip]),
    'a.jpg',
    415,
    'FILE_TYPE',
    'two_types',
  ],
  [
    'a picture and a page',
    async () => Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>')]),
    'a.png',
    415,
    'FILE_TYPE',
    'two_types',
  ],
];

test.each(bad)('%s is refused and nothing is stored', async (_, make, name, status, code, rule) => {
  const { token } = await register(server.it);
  const before = await filesStored(server.it);
  const answer = await send(token, await make(), name);
  expect(answer).toMatchObject({ status, body: { code, fields: { avatar: rule } } });
  expect(await filesStored(server.it)).toEqual(before);
  expect((await server.it.get('/profile', { token })).body.data.avatar_file).toBeNull();
});

test('10 MB and a byte are refused, one byte under 10 MB are looked at', async () => {
  const { token } = await register(server.it);
  const filled = async (length: number) => {
    const picture = await png();
    return Buffer.concat([picture, Buffer.alloc(length - picture.length)]);
  };
  expect(await send(token, await filled(10 * 1024 * 1024 + 1))).toMatchObject({
    status: 413,
    body: { code: 'FILE_TOO_LARGE', fields: { avatar: 'file_too_large' } },
  });
  expect(await send(token, await filled(largestFile + 1))).toMatchObject({ status: 413 });
  expect(await send(token, await filled(largestFile))).toMatchObject({ status: 200 });
});

test('an endless file is not read to its end', async () => {
  const { token } = await register(server.it);
  let sent = 0;
  const head = formOf({ field: 'avatar', bytes: await png() }).subarray(0, 200);
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(sent === 0 ? new Uint8Array(head) : new Uint8Array(100_000));
      sent += 1;
    },
  });
  const answer = await postForm(server.it, token, '/profile/avatar', endless);
  expect(answer).toMatchObject({ status: 413, body: { code: 'FILE_TOO_LARGE' } });
  expect(sent).toBeLessThan(120);
});

test('an upload that is cut off is refused and nothing is stored', async () => {
  const { token } = await register(server.it);
  const before = await filesStored(server.it);
  const whole = formOf({ field: 'avatar', bytes: await png(300, 300) });
  for (const length of [0, 20, 200, Math.floor(whole.length / 2), whole.length - 40, whole.length - 6]) {
    const answer = await postForm(server.it, token, '/profile/avatar', whole.subarray(0, length));
    expect(answer).toMatchObject({ status: 400, body: { code: 'MALFORMED_REQUEST' } });
  }
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(whole.subarray(0, 500))),
    pull: (controller) => controller.error(new Error('gone')),
  });
  expect(await postForm(server.it, token, '/profile/avatar', broken)).toMatchObject({
    status: 400,
    body: { code: 'MALFORMED_REQUEST' },
  });
  expect(await filesStored(server.it)).toEqual(before);
});

test('what is no form with this one file is refused', async () => {
  const { token } = await register(server.it);
  const path = '/profile/avatar';
  const bytes = await png();
  const form = formOf({ field: 'avatar', bytes });
  const json = { 'content-type': 'application/json' };
  expect((await postForm(server.it, token, path, form, json)).body.code).toBe('MEDIA_TYPE');
  const coded = { 'content-type': formType, 'content-encoding': 'gzip' };
  expect((await postForm(server.it, token, path, form, coded)).body.code).toBe('MEDIA_TYPE');
  const other = { 'content-type': 'multipart/form-data; boundary=another' };
  expect((await postForm(server.it, token, path, form, other)).body.code).toBe('MALFORMED_REQUEST');
  expect((await postForm(server.it, token, path, formOf({ field: 'photo', bytes }))).body).toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: { photo: 'unknown' },
  });
  const more = formOf({ field: 'avatar', bytes, texts: { is_admin: 'true' } });
  expect((await postForm(server.it, token, path, more)).body).toMatchObject({
    fields: { is_admin: 'unknown' },
  });
  const twice = formOf({ field: 'avatar', bytes, texts: { avatar: 'text' } });
  expect((await postForm(server.it, token, path, twice)).body.code).toBe('MALFORMED_REQUEST');
});

test('without a session nothing is read', async () => {
  const answer = await postForm(
    server.it,
    'nobody',
    '/profile/avatar',
    formOf({ field: 'avatar', bytes: pdf }),
  );
  expect(answer.body.code).toBe('UNAUTHENTICATED');
});
