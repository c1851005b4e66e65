import sharp, { type Sharp } from 'sharp';
import type { FileType } from '../../contract/uploads.ts';
import { Fault } from './fault.ts';
import { readJpeg } from './jpeg.ts';
import { readPng } from './png.ts';

/** 50 megapixels with four channels of eight bits: more than a phone's camera makes, and less than would fill the memory. */
const mostPixels = 50_000_000;
const mostBytes = 4 * mostPixels;
/** Bytes of pixels and coefficients together, for a JPEG whose coefficients are all kept until its last scan. */
const mostWithCoefficients = 6 * mostPixels;
/** Usual writers of progressive JPEGs make ten scans. */
const mostScans = 64;

// Of the formats that libvips reads, SVG and PDF among them, only JPEG and PNG are allowed.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
sharp.cache(false);
sharp.concurrency(1);

interface Picture {
  readonly bytes: Buffer;
  readonly type: Exclude<FileType, 'application/pdf'>;
}

/** Proves that a JPG or PNG is a complete picture by decoding it. Rejects with a `Fault`. */
export async function requirePicture(picture: Picture): Promise<void> {
  await decoded(picture, (image) => image.resize(64, 64, { fit: 'inside' }).raw());
}

/**
 * The middle of a picture as an upright square WebP of at most `side` pixels. Only pixels are kept: no location, no camera data, and no
 * data hidden after the picture. Rejects with a `Fault`.
 */
export function squareOf(picture: Picture, side: number): Promise<Buffer> {
  return decoded(picture, (image, { width, height }) => {
    const length = Math.min(side, width, height);
    return image.autoOrient().resize(length, length, { fit: 'cover' }).webp({ quality: 82 });
  });
}

type Size = { readonly width: number; readonly height: number };

async function decoded(picture: Picture, shape: (image: Sharp, size: Size) => Sharp): Promise<Buffer> {
  const { bytes, coefficients } = handedOn(picture);
  try {
    const size = await headerOf(bytes);
    const isTooLarge = size.width * size.height > mostPixels || size.bytes > mostBytes;
    if (isTooLarge || (coefficients > 0 && size.bytes + coefficients > mostWithCoefficients)) {
      throw new Fault('too_many_pixels');
    }
    const image = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true });
    return await shape(image, size).toBuffer();
  } catch (error) {
    throw error instanceof Fault ? error : new Fault('unreadable');
  }
}

/** The part of a picture that the decoder gets, and the bytes of coefficients that it will keep. */
function handedOn({ bytes, type }: Picture): { readonly bytes: Buffer; readonly coefficients: number } {
  if (type === 'image/png') {
    const png = readPng(bytes);
    if (!png) throw new Fault('unreadable');
    return { bytes: png.bytes, coefficients: 0 };
  }
  const jpeg = readJpeg(bytes);
  if (!jpeg || jpeg.scans > mostScans) throw new Fault('unreadable');
  return { bytes, coefficients: jpeg.scans > 1 ? jpeg.coefficients : 0 };
}

async function headerOf(bytes: Uint8Array): Promise<Size & { readonly bytes: number }> {
  const { width, height, channels, depth } = await sharp(bytes, { limitInputPixels: false }).metadata();
  return { width, height, bytes: width * height * channels * (depth === 'uchar' ? 1 : 2) };
}
