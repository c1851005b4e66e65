import { CallError } from '../../../contract/failure.ts';
import { setAvatarCall } from '../../../contract/profile.ts';
import { checkedFile } from '../core/uploads.ts';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The largest side of a profile picture that the server stores, in pixels. */
const side = 512;

/** Answers a URL for showing the picture. Refuses a file that is not a picture, as the server would. */
export async function openPicture({ input }: { input: { readonly file: File } }): Promise<string> {
  const file = await checkedFile(input.file, setAvatarCall.upload);
  (await decoded(file)).close();
  return URL.createObjectURL(file);
}

export function closePicture(url: string | null): void {
  if (url !== null) URL.revokeObjectURL(url);
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

/** The camera's current picture, and a URL for showing it. */
export async function takePicture({
  input: { stream },
  signal,
}: {
  input: { readonly stream: MediaStream };
  signal: AbortSignal;
}) {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  await video.play();
  const canvas = canvasOf(video.videoWidth, video.videoHeight);
  canvas.context.drawImage(video, 0, 0);
  video.srcObject = null;
  const file = await canvas.file('selfie', 'image/jpeg');
  // After a cancellation nobody would revoke the URL.
  signal.throwIfAborted();
  return { file, url: URL.createObjectURL(file) };
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

function canvasOf(width: number, height: number) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context || width === 0 || height === 0) throw new Error('nothing can be drawn');
  const file = async (name: string, type: 'image/png' | 'image/jpeg') => {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.92));
    if (!blob) throw new Error('the picture could not be made');
    return new File([blob], `${name}.${type === 'image/png' ? 'png' : 'jpg'}`, { type });
  };
  return { context, file };
}
