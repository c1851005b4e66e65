import { type CameraReport, watchCamera } from '../core/camera.ts';

type ScanReport =
  | CameraReport
  | { readonly type: 'code.found'; readonly text: string }
  | { readonly type: 'scan.closed' };

/** As in the Shape Detection API, which not every browser has. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** So long between two looks at the picture, in milliseconds. */
const pause = 250;

/** Larger pictures are drawn smaller before they are read, in pixels of their longer side. */
const longestSide = 800;

async function findDetector(): Promise<Detector> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return BarcodeDetector && formats.includes('qr_code')
    ? new BarcodeDetector({ formats: ['qr_code'] })
    : ownDetector();
}

/** For a browser that reads no codes itself. */
async function ownDetector(): Promise<Detector> {
  const { readQrCode } = await import('./readQrCode.ts');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return {
    async detect(video) {
      const scale = Math.min(1, longestSide / Math.max(video.videoWidth, video.videoHeight, 1));
      canvas.width = Math.floor(video.videoWidth * scale);
      canvas.height = Math.floor(video.videoHeight * scale);
      if (!drawing || canvas.width === 0 || canvas.height === 0) return [];
      drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
      const text = readQrCode(drawing.getImageData(0, 0, canvas.width, canvas.height));
      return text === null ? [] : [{ rawValue: text }];
    },
  };
}

/** The picture of a camera where it is shown; undefined while it is not. */
const shownOf = (stream: MediaStream) =>
  [...document.querySelectorAll('video')].find(({ srcObject }) => srcObject === stream);

/**
 * Asks for the camera and tells the text of each QR code in its picture, until it is ended. The camera is not asked for before codes
 * can be read, and closed when its picture is not shown any more, or has not been for ten seconds.
 */
export function scanCodes(tell: (report: ScanReport) => void): () => void {
  let stop = () => {};
  let isOver = false;
  const look = async (detector: Detector, stream: MediaStream, patience: number): Promise<void> => {
    if (isOver) return;
    const video = shownOf(stream);
    if (!video && patience === 0) return tell({ type: 'scan.closed' });
    // A picture that is not there yet cannot be looked at.
    const codes = video ? await detector.detect(video).catch(() => []) : [];
    const text = codes[0]?.rawValue;
    if (!isOver && text) tell({ type: 'code.found', text });
    setTimeout(() => look(detector, stream, video ? 0 : patience - 1), pause);
  };
  findDetector()
    .then((detector) => {
      if (isOver) return;
      stop = watchCamera((report) => {
        tell(report);
        if (report.type === 'camera.started') void look(detector, report.stream, 40);
      }, 'environment');
    })
    .catch(() => !isOver && tell({ type: 'camera.failed', problem: 'failed' }));
  return () => {
    isOver = true;
    stop();
  };
}
