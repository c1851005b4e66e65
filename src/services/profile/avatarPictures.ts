import { CallError } from '../../../contract/failure.ts';
import { setAvatarCall } from '../../../contract/profile.ts';
import { canvasOf } from '../core/pictures.ts';
import { checkedFile } from '../core/uploads.ts';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Opening {
  readonly input: { readonly file: File };
  readonly signal: AbortSignal;
}

/** The largest side of a profile picture that the server stores, in pixels. */
const side = 512;

/** Answers a URL for showing the picture. Refuses a file that is not a picture, as the server would. */
export async function openPicture({ input, signal }: Opening): Promise<string> {
  const file = await checkedFile(input.file, setAvatarCall.upload);
  (await decoded(file)).close();
  // After a cancellation nobody would revoke the URL.
  signal.throwIfAborted();
  return URL.createObjectURL(file);
}

/** The chosen square of a picture, not larger than the server stores. */
export async function cutPicture(file: File, area: Area): Promise<File> {
  const bitmap = await decoded(file);
  const size = Math.max(1, Math.min(side, Math.round(area.width)));
  const canvas = canvasOf(size, size);
  canvas.context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, size, size);
  bitmap.close();
  return canvas.file('avatar', file.type === 'image/png' ? 'image/png' : 'image/jpeg');
}

async function decoded(file: File): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new CallError({
      code: 'VALIDATION_FAILED',
      fields: { [setAvatarCall.upload.field]: 'unreadable' },
      retryAfter: null,
      requestId: null,
    });
  }
}
