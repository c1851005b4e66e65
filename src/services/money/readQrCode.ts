import { decodeQR } from 'qr/decode.js';

/** The text of the QR code in an RGBA picture; null when no code is found. */
export function readQrCode(picture: {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}): string | null {
  try {
    return decodeQR(picture);
  } catch {
    return null;
  }
}
