import { type CameraReport, watchCamera } from '../core/camera.ts';

type ScanReport =
  | CameraReport
  | { readonly type: 'code.found'; readonly text: string }
  | { readonly type: 'scan.closed' };

/** The interface of the Shape Detection API, which not every browser has. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The pause between two scans of the picture, in milliseconds. */
const pause = 250;

/** Larger pictures are scaled down to this length of their longer side, in pixels. */
const longestSide = 800;

async function findDetector(): Promise<Detector> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  return BarcodeDetector && formats.includes('qr_code')
    ? new BarcodeDetector({ formats: ['qr_code'] })
    : ownDetector();
}

/** For browsers without a code reader of their own. */
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

/** The video element that shows the camera; undefined while there is none. */
const shownOf = (stream: MediaStream) =>
  [...document.querySelectorAll('video')].find(({ srcObject }) => srcObject === stream);

/**
 * Opens the camera and reports the text of each QR code until it is stopped. The camera is requested only once the code reader has
 * loaded, and closed when its video is removed from the page, or has not appeared within ten seconds.
 */
export function scanCodes(tell: (report: ScanReport) => void): () => void {
  let stop = () => {};
  let isOver = false;
  const look = async (detector: Detector, stream: MediaStream, patience: number): Promise<void> => {
    if (isOver) return;
    const video = shownOf(stream);
    if (!video && patience === 0) return tell({ type: 'scan.closed' });
    // Nothing can be detected before the video has a picture.
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
