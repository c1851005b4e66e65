import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Listening, listen } from '../../../server/http/listen.ts';
import { hasEngine } from '../../support/database.ts';
import { register, testServer } from '../../support/server.ts';
import { filesStored, formOf, formType, jpg, png } from '../../support/uploads.ts';

const server = testServer();
let listening: Listening;
beforeAll(async () => {
  if (hasEngine()) listening = await listen(server.it.fetch, { host: '127.0.0.1', port: 0 });
});
afterAll(() => listening?.stop(0));

function headOf(path: string, token: string, length: number) {
  return [
    `POST /api/web-app${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${formType}`,
    `Content-Length: ${length}`,
    '',
    '',
  ].join('\r\n');
}

/** Sends `bytes` of a form that says it has `length`, and hangs up when the server has had time to read them. */
async function hangUp(path: string, token: string, bytes: Uint8Array, length: number) {
  const logged = server.it.logged.length;
  const socket = connect(listening.port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(headOf(path, token, length));
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  socket.destroy();
  // The request is over when its line is in the log.
  await vi.waitFor(() => expect(server.it.logged.length).toBeGreaterThan(logged), { timeout: 30_000 });
  return JSON.parse(server.it.logged.at(-1) ?? '{}');
}

test.each([
  ['/profile/avatar', 'avatar', {}],
  ['/kyc/documents', 'file', { type: 'passport' }],
])(
  'somebody who hangs up in the middle of an upload to %s leaves nothing behind',
  async (path, field, texts) => {
    const { token } = await register(server.it);
    const form = formOf({ field, bytes: await jpg(600, 600), texts });
    const before = await filesStored(server.it);
    const line = await hangUp(path, token, form.subarray(0, form.length / 2), form.length);
    expect(line).toMatchObject({ route: `/api/web-app${path}`, status: 400 });
    expect(await filesStored(server.it)).toEqual(before);
  },
);

test('10 MB and a byte are answered over a real connection, whether the length is told or not', async () => {
  const { token } = await register(server.it);
  const picture = await png();
  const bytes = Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024 + 1 - picture.length)]);
  const form = formOf({ field: 'avatar', bytes });
  const pieces = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < form.length; at += 65_536) {
          controller.enqueue(new Uint8Array(form.subarray(at, at + 65_536)));
        }
        controller.close();
      },
    });
  for (const body of [new Uint8Array(form), pieces()]) {
    const response = await fetch(`http://127.0.0.1:${listening.port}/api/web-app/profile/avatar`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': formType },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'FILE_TOO_LARGE' });
  }
  expect(await filesStored(server.it)).toEqual({ rows: 0, used: 0 });
});
