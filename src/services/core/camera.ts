type CameraProblem = 'refused' | 'missing' | 'taken' | 'failed';

export type CameraReport =
  | { readonly type: 'camera.started'; readonly stream: MediaStream }
  | { readonly type: 'camera.failed'; readonly problem: CameraProblem };

const problems: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'taken',
  AbortError: 'taken',
};

/** Asks for the front or the back camera, and reports the result. Returns a function that turns it off. */
export function watchCamera(
  tell: (report: CameraReport) => void,
  facingMode: 'user' | 'environment' = 'user',
): () => void {
  let isOver = false;
  let stream: MediaStream | null = null;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const fail = (problem: CameraProblem) => !isOver && tell({ type: 'camera.failed', problem });
  const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
  // Insecure pages have no cameras.
  if (!mediaDevices) queueMicrotask(() => fail('missing'));
  mediaDevices
    ?.getUserMedia({ video: { facingMode, width: { ideal: 1280 }, height: { ideal: 960 } } })
    .then((started) => {
      stream = started;
      if (isOver) return stop();
      // Fires when the camera is unplugged or the permission is withdrawn, but not after `stop`.
      for (const track of started.getTracks()) track.onended = () => fail('taken');
      tell({ type: 'camera.started', stream: started });
    })
    .catch((error: unknown) => fail((error instanceof DOMException && problems[error.name]) || 'failed'));
  return () => {
    isOver = true;
    stop();
  };
}
