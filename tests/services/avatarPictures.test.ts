import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPicture } from '../../src/services/profile/avatarPictures.ts';
import { png } from '../support/uploads.ts';

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => {} }));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:me');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a picture gets a URL for showing it, and none after a cancellation, when nobody would revoke it', async () => {
  const file = new File([new Uint8Array(await png(10, 10))], 'me.png');
  const cancelling = new AbortController();
  expect(await openPicture({ input: { file }, signal: cancelling.signal })).toBe('blob:me');
  const opening = openPicture({ input: { file }, signal: cancelling.signal });
  cancelling.abort();
  await expect(opening).rejects.toThrow('aborted');
  expect(URL.createObjectURL).toHaveBeenCalledTimes(1);
});
