import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { openTestServer, register, testServer } from '../../support/server.ts';
import { filesStored, formOf, jpg, png, postForm } from '../../support/uploads.ts';

const server = testServer();

/** A picture of one colour: few bytes, many pixels. */
function flat(width: number, height: number, depth: 'uchar' | 'ushort' = 'uchar') {
  const image = sharp({ create: { width, height, channels: 4, background: '#336699' } });
  return (depth === 'ushort' ? image.toColourspace('rgb16') : image).png().toBuffer();
}

test('thirty pictures of 50 megapixels from one account cost nobody else theirs', async () => {
  const { it } = server;
  const { token } = await register(it);
  const others = await Promise.all(Array.from({ length: 8 }, () => register(it)));
  const huge = formOf({ field: 'file', bytes: await flat(7071, 7071) });
  const mine = Array.from({ length: 30 }, () => postForm(it, token, '/support/attachments', huge));
  const theirs = await Promise.all(
    others.map(async (person) =>
      postForm(it, person.token, '/profile/avatar', formOf({ field: 'avatar', bytes: await jpg(1600, 900) })),
    ),
  );
  expect(theirs.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const answers = await Promise.all(mine);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(refused).toHaveLength(20);
  for (const { status, body } of refused)
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
  // The next one comes in.
  const { status } = await postForm(it, token, '/support/attachments', huge);
  expect(status).toBe(201);
});

test('a refused upload is not read', async () => {
  const other = await openTestServer();
  const { token } = await register(other);
  let isStalled = true;
  const stalled = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        while (isStalled) await new Promise((resolve) => setImmediate(resolve));
        controller.error(new Error('gone'));
      },
    });
  const held = Array.from({ length: 10 }, () => postForm(other, token, '/profile/avatar', stalled()));
  let wasRead = false;
  const watched = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        wasRead = true;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const { status, body } = await postForm(other, token, '/profile/avatar', watched);
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMITED' });
  expect(wasRead).toBe(false);
  isStalled = false;
  expect((await Promise.all(held)).map((answer) => answer.status)).toEqual(Array(10).fill(400));
  const form = formOf({ field: 'avatar', bytes: await png() });
  expect((await postForm(other, token, '/profile/avatar', form)).status).toBe(200);
  await other.close();
});

test('forty bodies of ten accounts that hardly come cost nobody else theirs', async () => {
  const other = await openTestServer();
  const slow = await Promise.all(Array.from({ length: 10 }, () => register(other)));
  const { token } = await register(other);
  const coming: ReadableStreamDefaultController<Uint8Array>[] = [];
  const trickle = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          coming.push(controller);
          return new Promise(() => undefined);
        },
      },
      { highWaterMark: 0 },
    );
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  try {
    const held = slow.flatMap((person) =>
      Array.from({ length: 4 }, () => postForm(other, person.token, '/profile/avatar', trickle())),
    );
    while (coming.length < 40) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(60_000);
    const form = formOf({ field: 'avatar', bytes: await png() });
    expect((await postForm(other, token, '/profile/avatar', form)).status).toBe(200);
    expect((await Promise.race(held)).body.code).toBe('UNAVAILABLE');
    for (const controller of coming) {
      try {
        controller.error(new Error('gone'));
      } catch {
        // The one that was ended has no more to tell.
      }
    }
    const statuses = (await Promise.all(held)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(39);
  } finally {
    vi.useRealTimers();
  }
  await other.close();
});

test('a picture that is too large when it is opened is refused before that', async () => {
  const { token } = await register(server.it);
  const before = await filesStored(server.it);
  const deep = formOf({ field: 'avatar', bytes: await flat(6000, 6000, 'ushort') });
  const { status, body } = await postForm(server.it, token, '/profile/avatar', deep);
  expect({ status, fields: body.fields }).toEqual({ status: 413, fields: { avatar: 'too_many_pixels' } });
  expect(await filesStored(server.it)).toEqual(before);
});
