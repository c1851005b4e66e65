import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp, { type Create } from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { Refusal } from '../../../server/core/refusal.ts';
import { createDecoder, type Decoder } from '../../../server/files/decoder.ts';
import { readFrames, writeFrame } from '../../../server/files/frames.ts';
import { readJpeg } from '../../../server/files/jpeg.ts';
import { readPng } from '../../../server/files/png.ts';
import { testDecoderProgram } from '../../support/decoder.ts';
import { register, testServer } from '../../support/server.ts';
import { chunk, formOf, jpg, png, postForm } from '../../support/uploads.ts';

const server = testServer();
const opened: Decoder[] = [];
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zesto-decoder-'));
});
afterAll(async () => {
  for (const decoder of opened) decoder.close();
  await rm(folder, { recursive: true, force: true });
});

/** `DONE`, or the code and rule of its refusal. */
async function outcomeOf(decoder: Decoder, bytes: Uint8Array): Promise<string> {
  try {
    await decoder.requireHarmless({ bytes, field: 'file', userId: 'anna' });
    return 'DONE';
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [error.code, error.details.fields?.file].filter(Boolean).join(' ');
  }
}

function open(options: Parameters<typeof createDecoder>[0]): Decoder {
  const decoder = createDecoder(options);
  opened.push(decoder);
  return decoder;
}

/** A picture with a hundred texts behind its header that are ten megabytes each when they are unpacked. */
async function pictureWithTexts(): Promise<Buffer> {
  const picture = await png();
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(10_000_000))]);
  const header = picture.subarray(0, 33);
  return Buffer.concat([
    header,
    ...Array.from({ length: 100 }, () => chunk('zTXt', text)),
    picture.subarray(33),
  ]);
}

/** A picture of one colour. */
const plain = (size: Pick<Create, 'width' | 'height' | 'channels'>) =>
  sharp({ create: { ...size, background: '#369' } });

const megabyte = 1_048_576;
/** For files whose memory, not time, is judged: a busy machine takes longer than the usual ten seconds for a large picture. */
const unhurried = 120_000;

test('a picture with a gigabyte of packed texts takes none of it, and others are answered meanwhile', async () => {
  const { it } = server;
  const people = await Promise.all(Array.from({ length: 6 }, () => register(it)));
  const bytes = await pictureWithTexts();
  const before = process.memoryUsage().rss;
  let most = 0;
  let running = people.length;
  const sent = people.map(async ({ token }) => {
    const { status } = await postForm(it, token, '/profile/avatar', formOf({ field: 'avatar', bytes }));
    running -= 1;
    return status;
  });
  let answered = 0;
  while (running > 0) {
    const { status } = await it.get('/profile', { token: people[0]?.token ?? '' });
    expect(status).toBe(200);
    answered += 1;
    most = Math.max(most, process.memoryUsage().rss);
  }
  expect(await Promise.all(sent)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(answered).toBeGreaterThan(10);
  expect(most - before).toBeLessThan(150 * megabyte);
});

test('of a PNG the decoder is given what it needs and nothing else', async () => {
  const picture = await png();
  const handedOn = readPng(await pictureWithTexts());
  const names = (file: Buffer) =>
    ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'zTXt', 'pHYs', 'iCCP'].filter((name) => file.includes(name));
  expect(names(handedOn?.bytes ?? picture)).toEqual(['IHDR', 'IDAT', 'IEND']);
  expect(handedOn?.bytes.length).toBeLessThanOrEqual(picture.length);
  expect(readPng(picture.subarray(0, -1))).toBeNull();
});

/** A progressive JPEG of which every scan but the first is there so many times. */
async function scansOf(times: number): Promise<Buffer> {
  const picture = await sharp(await jpg(64, 64))
    .jpeg({ progressive: true })
    .toBuffer();
  const second = picture.indexOf(Buffer.from([0xff, 0xda]), picture.indexOf(Buffer.from([0xff, 0xda])) + 2);
  const scans = picture.subarray(second, -2);
  return Buffer.concat([
    picture.subarray(0, second),
    ...Array.from({ length: times }, () => scans),
    picture.subarray(-2),
  ]);
}

test('a JPEG of more scans than any honest writer makes is refused by their number', async () => {
  const decoder = open({ program: testDecoderProgram });
  const once = await scansOf(1);
  expect(readJpeg(once)?.scans).toBe(10);
  expect(await outcomeOf(decoder, once)).toBe('DONE');
  expect(readJpeg(await scansOf(300))?.scans).toBe(2_701);
  expect(await outcomeOf(decoder, await scansOf(300))).toBe('FILE_TYPE unreadable');
});

test('what a decoder keeps of a progressive JPEG counts as memory', async () => {
  const small = await sharp(await jpg(64, 64))
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const frame = small.indexOf(Buffer.from([0xff, 0xc2]));
  const large = Buffer.from(small);
  large.writeUInt16BE(7_000, frame + 5);
  large.writeUInt16BE(7_000, frame + 7);
  expect(readJpeg(large)?.coefficients).toBe(875 * 875 * 3 * 64 * 2);
  const decoder = open({ program: testDecoderProgram });
  expect(await outcomeOf(decoder, large)).toBe('FILE_TOO_LARGE too_many_pixels');
});

test.runIf(process.platform === 'linux')(
  'a picture that takes more memory than the process has is refused, and the next one is read',
  async () => {
    const interlaced = await plain({ width: 8_000, height: 6_250, channels: 4 })
      .png({ progressive: true })
      .toBuffer();
    const decoder = open({ program: testDecoderProgram, memory: 220 * 1024, patience: unhurried });
    expect(await outcomeOf(decoder, interlaced)).toBe('FILE_TYPE unreadable');
    expect(await outcomeOf(decoder, await png())).toBe('DONE');
    expect(await outcomeOf(open({ program: testDecoderProgram, patience: unhurried }), interlaced)).toBe(
      'DONE',
    );
  },
);

test('the largest pictures that are accepted fit into the memory of the process', {
  tags: 'long',
}, async () => {
  const turned = await plain({ width: 5_500, height: 5_500, channels: 3 })
    .withMetadata({ orientation: 6 })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
  // Its coefficients and pixels are within a tenth of the most that is accepted.
  expect((readJpeg(turned)?.coefficients ?? 0) + 5_500 * 5_500 * 3).toBeGreaterThan(270_000_000);
  const decoder = open({ program: testDecoderProgram, patience: unhurried });
  expect(await outcomeOf(decoder, turned)).toBe('DONE');
  const sent = { bytes: new Uint8Array(turned), field: 'file', userId: 'anna' };
  expect((await decoder.squareOf(sent, 512)).length).toBeGreaterThan(0);
});

/** A process that does with a file what the file says. */
const obedient = `
let bytes = Buffer.alloc(0);
function tell(facts, lengths = [Buffer.byteLength(JSON.stringify(facts)), 0]) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(lengths[0], 0);
  head.writeUInt32BE(lengths[1], 4);
  process.stdout.write(Buffer.concat([head, Buffer.from(JSON.stringify(facts))]));
}
function obey(word) {
  if (word === 'end before it begins') process.exit(1);
  tell({ state: 'begun' });
  if (word === 'hang') for (;;);
  if (word === 'crash') process.kill(process.pid, 'SIGSEGV');
  if (word === 'lie') tell({ state: 'done', fault: 'harmless' });
  if (word === 'speak of something else') tell({ done: true });
  if (word === 'speak without end') tell({}, [4_000_000_000, 4_000_000_000]);
  if (word === 'be done') tell({ state: 'done', fault: null });
  if (word === 'be done and end') tell({ state: 'done', fault: null }), process.exit(0);
}
process.stdin.on('data', (chunk) => {
  bytes = Buffer.concat([bytes, chunk]);
  while (bytes.length >= 8) {
    const start = 8 + bytes.readUInt32BE(0);
    const end = start + bytes.readUInt32BE(4);
    if (bytes.length < end) return;
    const word = bytes.toString('utf8', start, end);
    bytes = bytes.subarray(end);
    obey(word);
  }
});
process.stdin.on('end', () => process.exit(0));
`;

async function obedientProgram(): Promise<string> {
  const file = join(folder, 'obedient.mjs');
  await writeFile(file, obedient);
  return file;
}

test.each(['hang', 'crash', 'lie', 'speak of something else', 'speak without end'])(
  'a file that makes the process %s is refused, told of, and costs nobody else theirs',
  async (word) => {
    const told: string[] = [];
    const warn = (_: unknown, message: string) => void told.push(message);
    const decoder = open({ program: obedientProgram, patience: 100, warn });
    const outcomes = ['be done', word, 'be done', word, 'be done'].map((each) =>
      outcomeOf(decoder, Buffer.from(each)),
    );
    const refused = 'FILE_TYPE unreadable';
    expect(await Promise.all(outcomes)).toEqual(['DONE', refused, 'DONE', refused, 'DONE']);
    expect(told).toEqual(Array(2).fill('a file ended the decoder, which is started again'));
  },
);

test('a process that ends between two files is started again for the second', async () => {
  const decoder = open({ program: obedientProgram });
  for (let file = 0; file < 3; file += 1) {
    expect(await outcomeOf(decoder, Buffer.from('be done and end'))).toBe('DONE');
  }
});

test('where no process can be started, a file is not taken, and not refused for what it is', async () => {
  expect(await outcomeOf(open({ program: obedientProgram }), Buffer.from('end before it begins'))).toBe(
    'UNAVAILABLE',
  );
  const missing = open({ program: async () => join(folder, 'missing.mjs') });
  expect(await outcomeOf(missing, await png())).toBe('UNAVAILABLE');
  const unmade = open({ program: () => Promise.reject(new Error('no disk')) });
  expect(await outcomeOf(unmade, await png())).toBe('UNAVAILABLE');
});

test('the process has nothing of the server’s environment, and ends with it', async () => {
  const seen = join(folder, 'seen.json');
  const curious = join(folder, 'curious.mjs');
  await writeFile(
    curious,
    `import { renameSync, writeFileSync } from 'node:fs';
const tell = (end) => {
  writeFileSync('${seen}.new', JSON.stringify({ end, names: Object.keys(process.env) }));
  renameSync('${seen}.new', '${seen}');
};
tell(false);
process.stdin.resume().on('end', () => { tell(true); process.exit(0); });`,
  );
  const decoder = open({ program: async () => curious });
  const outcome = outcomeOf(decoder, Buffer.from('anything'));
  const told = async () => JSON.parse(await readFile(seen, 'utf8').catch(() => '{}'));
  await expect.poll(told, { timeout: 60_000 }).toMatchObject({ end: false });
  const { names } = await told();
  expect(
    names.filter((name: string) => !['MALLOC_ARENA_MAX', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name)),
  ).toEqual([]);
  decoder.close();
  await expect.poll(told, { timeout: 60_000 }).toMatchObject({ end: true });
  expect(await outcome).toBe('UNAVAILABLE');
});

test.skipIf(process.platform === 'win32')(
  'a signal that all processes of the server are sent does not end the reading of a file',
  async () => {
    const program = await testDecoderProgram();
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    const told: unknown[] = [];
    readFrames(child.stdout, megabyte, {
      hear({ facts }) {
        told.push(facts);
        if (told.length > 1) child.stdin.end();
        else for (const signal of ['SIGTERM', 'SIGINT'] as const) child.kill(signal);
      },
      fail: () => void child.kill('SIGKILL'),
    });
    writeFrame(child.stdin, { side: null }, await png());
    expect(await ended).toEqual([0, null]);
    expect(told).toEqual([{ state: 'begun' }, { state: 'done', fault: null }]);
  },
);
