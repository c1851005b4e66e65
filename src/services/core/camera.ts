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

/** Asks for the camera that looks at the person, or away from them, and tells what comes of it. Answers how to switch it off. */
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
  // Pages that are not secure have no cameras at all.
  if (!mediaDevices) queueMicrotask(() => fail('missing'));
  mediaDevices
    ?.getUserMedia({ video: { facingMode, width: { ideal: 1280 }, height: { ideal: 960 } } })
    .then((started) => {
      stream = started;
      if (isOver) return stop();
      // Unplugged, or the permission was taken back: `stop` itself does not end a track so.
      for (const track of started.getTracks()) track.onended = () => fail('taken');
      tell({ type: 'camera.started', stream: started });
    })
    .catch((error: unknown) => fail((error instanceof DOMException && problems[error.name]) || 'failed'));
  return () => {
    isOver = true;
    stop();
  };
}
