import { beforeEach, expect, test, vi } from 'vitest';
import { createOpenedFiles } from '../../src/services/console/openedFiles.ts';

const made: Blob[] = [];
const revoked: string[] = [];

beforeEach(() => {
  made.length = 0;
  revoked.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${made.push(blob as Blob)}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
});

const signal = new AbortController().signal;
const typed = (type: string) => async () => new Blob(['<script>alert(1)</script>'], { type });

test.each([
  ['text/html', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
  ['', 'application/octet-stream'],
  ['application/pdf', 'application/pdf'],
  ['image/png', 'image/png'],
])('a file of type “%s” is opened as %s', async (type, shown) => {
  await createOpenedFiles()(['one'], typed(type), signal);
  expect(made.map((blob) => blob.type)).toEqual([shown]);
  expect(made[0]?.size).toBe(25);
});

test('the files of one subject at most are kept, and one that could not be had is told', async () => {
  const open = createOpenedFiles();
  const opened = await open(
    ['a', 'b'],
    async (file) => {
      if (file === 'b') throw new Error('lost');
      return typed('image/png')();
    },
    signal,
  );
  expect(opened).toEqual([
    { file: 'a', url: 'blob:1' },
    { file: 'b', url: null },
  ]);
  await open([], typed('image/png'), signal);
  expect(revoked).toEqual(['blob:1']);
});
