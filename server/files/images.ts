import sharp, { type Sharp } from 'sharp';
import { createFairQueue } from '../core/fairQueue.ts';
import { Refusal } from '../core/refusal.ts';

/** More than a phone's camera makes, less than fills the memory: 50 megapixels, of which all may have four channels of eight bits. */
const mostPixels = 50_000_000;
const mostBytes = 4 * mostPixels;
const mostSeconds = 20;

// Of all that libvips reads, SVG and PDF among it, only what is let in by its first bytes.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
// Each picture has one thread of the four that Node does its file and cryptographic work with too.
sharp.concurrency(1);

const inTurn = createFairQueue({ running: 2, runningOfOne: 1, ofOne: 8, inAll: 100 });

interface Picture {
  readonly bytes: Uint8Array;
  /** Where a refusal is told. */
  readonly field: string;
  /** Whose turn in the queue the decoding takes. */
  readonly userId: string;
}

/** Proves that a JPG or PNG is a whole picture by decoding it. Refuses with FILE_TYPE or FILE_TOO_LARGE on the field. */
export async function requirePicture(picture: Picture): Promise<void> {
  await decoded(picture, (image) => image.resize(64, 64, { fit: 'inside' }).raw());
}

/**
 * The middle of a picture as a square WebP of at most `side` pixels, the right way up. Nothing but the pixels is left: no place,
 * no camera, and nothing that was hidden behind the picture.
 */
export function squareOf(picture: Picture, side: number): Promise<Buffer> {
  return decoded(picture, (image, { width, height }) => {
    const length = Math.min(side, width, height);
    return image.autoOrient().resize(length, length, { fit: 'cover' }).webp({ quality: 82 });
  });
}

type Size = { readonly width: number; readonly height: number };

function decoded(
  { bytes, field, userId }: Picture,
  shape: (image: Sharp, size: Size) => Sharp,
): Promise<Buffer> {
  return inTurn(userId, async () => {
    const size = await headerOf(bytes, field);
    if (size.width * size.height > mostPixels || size.bytes > mostBytes) {
      throw new Refusal('FILE_TOO_LARGE', { fields: { [field]: 'too_many_pixels' } });
    }
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
    return shape(image.timeout({ seconds: mostSeconds }), size)
      .toBuffer()
      .catch(() => {
        throw unreadable(field);
      });
  });
}

async function headerOf(bytes: Uint8Array, field: string): Promise<Size & { readonly bytes: number }> {
  return sharp(bytes, { limitInputPixels: false })
    .metadata()
    .then(({ width, height, channels, depth }) => ({
      width,
      height,
      bytes: width * height * channels * (depth === 'uchar' ? 1 : 2),
    }))
    .catch(() => {
      throw unreadable(field);
    });
}

function unreadable(field: string): Refusal {
  return new Refusal('FILE_TYPE', { fields: { [field]: 'unreadable' } });
}
