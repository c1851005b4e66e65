import { expect, test } from 'vitest';
import { testDecoder } from '../../support/decoder.ts';
import { register, testServer } from '../../support/server.ts';
import { filesStored, foreignPicture, formOf, png, postForm } from '../../support/uploads.ts';

const server = testServer();
const formats = ['webp', 'gif', 'tiff', 'avif'] as const;

const places = [
  ['/profile/avatar', 'avatar', {}],
  ['/support/attachments', 'file', {}],
  ['/kyc/documents', 'file', { type: 'passport' }],
] as const;

test.each(formats)('a %s under the name of a PNG is refused wherever files come in', async (format) => {
  const { token } = await register(server.it);
  const bytes = await foreignPicture(format);
  const before = await filesStored(server.it);
  for (const [path, field, texts] of places) {
    const form = formOf({ field, bytes, name: 'photo.png', type: 'image/png', texts });
    expect(await postForm(server.it, token, path, form)).toMatchObject({
      status: 415,
      body: { code: 'FILE_TYPE', fields: { [field]: 'file_type' } },
    });
  }
  expect(await filesStored(server.it)).toEqual(before);
});

test.each(formats)(
  'a %s is no picture to the decoder, nor is one behind the beginning of a PNG',
  async (format) => {
    const bytes = await foreignPicture(format);
    const beginning = (await png()).subarray(0, 8);
    for (const each of [bytes, Buffer.concat([beginning, bytes])]) {
      const judged = testDecoder.requireHarmless({ bytes: each, field: 'file', userId: 'anna' });
      await expect(judged).rejects.toMatchObject({
        code: 'FILE_TYPE',
        details: { fields: { file: 'unreadable' } },
      });
    }
  },
);
