import { decodeQR } from 'qr/decode.js';

/** The text of the QR code in a picture of red, green, blue and alpha bytes; null where none is read. */
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
