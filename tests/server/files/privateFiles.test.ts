import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { filesInMemory } from '../../../server/files/files.ts';
import { latch } from '../../support/latch.ts';
import type { Person } from '../../support/payments.ts';
import { openTestServer, register } from '../../support/server.ts';
import { askFor } from '../../support/tickets.ts';
import { formOf, png, postForm } from '../../support/uploads.ts';

test.skipIf(process.platform === 'win32')(
  'what is written into the data folder is its owner’s alone from the first moment, also while it is written',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zesto-private-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const child = spawn(
      process.execPath,
      ['scripts/run.mjs', 'tests/support/heldFile.ts', join(folder, 'data')],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [told] = await Promise.all([text(child.stdout), once(child, 'close')]);
    expect(JSON.parse(told)).toEqual({ folder: ['700'], file: ['600'], other: ['600'] });
  },
);

test('a file that is sent to support is nobody else’s, while it comes, before it is attached and after', async () => {
  const kept = filesInMemory();
  const writing = latch();
  const written = latch();
  const files = {
    ...kept,
    async put(key: string, bytes: Uint8Array) {
      await kept.put(key, bytes);
      writing.open();
      await written.isOpen;
    },
  };
  const it = await openTestServer({ files });
  onTestFinished(() => it.close());
  const [owner, other] = [await register(it), await register(it)];
  const statusesFor = async ({ token }: Person, id: string) => {
    const statuses = [];
    for (const path of [`support/attachments/${id}`, `kyc/documents/${id}/file`, `avatars/${id}`]) {
      const url = `http://localhost:3000/api/web-app/${path}`;
      const { status } = await it.fetch(new Request(url, { headers: { authorization: `Bearer ${token}` } }));
      statuses.push(status);
    }
    return statuses;
  };
  const takenBy = async (person: Person, id: string) =>
    (await askFor(it, person, { attachment_ids: [id] })).status;
  const nothing = [404, 404, 404];

  const form = formOf({ field: 'file', bytes: await png() });
  const sending = postForm(it, owner.token, '/support/attachments', form);
  await writing.isOpen;
  const [{ id = '' } = {}] = await it.database.query<{ id: string }>('SELECT id FROM files');
  expect(await statusesFor(other, id)).toEqual(nothing);
  expect(await takenBy(other, id)).toBe(422);
  written.open();
  expect((await sending).body.data.id).toBe(id);
  expect(await statusesFor(other, id)).toEqual(nothing);
  expect(await takenBy(other, id)).toBe(422);
  expect(await takenBy(owner, id)).toBe(201);
  expect(await statusesFor(other, id)).toEqual(nothing);
  expect(await statusesFor(owner, id)).toEqual([200, 404, 404]);
});
