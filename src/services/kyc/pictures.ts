import { canvasOf } from '../core/pictures.ts';

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
