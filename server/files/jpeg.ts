interface Jpeg {
  /** How many scans a decoder makes of the picture. */
  readonly scans: number;
  /** Bytes that a decoder keeps between scans: two for each coefficient. */
  readonly coefficients: number;
  /** The position after the picture's last marker. */
  readonly end: number;
}

const startOfScan = 0xda;
const endOfPicture = 0xd9;
/** Markers that begin a frame: C0 to CF except the tables DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Markers without a segment: RST0 to RST7, TEM and SOI. */
const stands = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;

/** Reads the markers of a JPEG (ITU-T T.81, annex B) without decoding. Null for an incomplete one. */
export function readJpeg(file: Buffer): Jpeg | null {
  let scans = 0;
  let coefficients = 0;
  for (let at = nextMarker(file, 0); at >= 0; at = nextMarker(file, at)) {
    const marker = file[at + 1] ?? 0;
    at += 2;
    if (marker === endOfPicture) return { scans, coefficients, end: at };
    if (stands(marker)) continue;
    if (at + 2 > file.length) return null;
    const end = at + file.readUInt16BE(at);
    if (marker === startOfScan) scans += 1;
    if (isFrame(marker)) coefficients = Math.max(coefficients, coefficientsOf(file.subarray(at + 2, end)));
    at = Math.max(end, at + 2);
  }
  return null;
}

/** The position of the next FF that a marker follows. FF may be repeated before it, and FF 00 is a byte of a scan. */
function nextMarker(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1];
    if (next !== 0x00 && next !== 0xff) return at;
  }
  return -1;
}

/** Reads a frame's header: precision, height, width, and for each component its identifier, sampling factors and table. */
function coefficientsOf(header: Buffer): number {
  if (header.length < 6) return 0;
  const [height, width] = [header.readUInt16BE(1), header.readUInt16BE(3)];
  const samplings: (readonly [number, number])[] = [];
  for (let at = 7; at < header.length; at += 3) {
    const both = header[at] ?? 0;
    samplings.push([both >> 4, both & 0x0f]);
  }
  const across = Math.max(1, ...samplings.map(([horizontal]) => horizontal));
  const down = Math.max(1, ...samplings.map(([, vertical]) => vertical));
  const units = Math.ceil(width / (8 * across)) * Math.ceil(height / (8 * down));
  const blocks = samplings.reduce((sum, [horizontal, vertical]) => sum + horizontal * vertical, 0);
  return units * blocks * 64 * 2;
}
