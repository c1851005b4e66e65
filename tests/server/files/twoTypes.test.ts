import { expect, test } from 'vitest';
import { Refusal } from '../../../server/core/refusal.ts';
import { testDecoder } from '../../support/decoder.ts';
import { jpg, pdf, png } from '../../support/uploads.ts';

async function ruleOf(bytes: Uint8Array): Promise<string | null> {
  try {
    await testDecoder.requireHarmless({ bytes, field: 'file', userId: 'anna' });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.details.fields?.file ?? null;
  }
}

const behind = async (picture: Promise<Buffer>, text: string, encoding: BufferEncoding = 'latin1') =>
  Buffer.concat([await picture, Buffer.from(text, encoding)]);
const page = '<html><script>alert(1)</script>';

test.each([
  ['a PNG and a RAR archive', () => behind(png(), 'Rar!\u001a\u0007\u0001\u0000')],
  ['a JPG and a RAR archive', () => behind(jpg(), '\u0001\u0002Rar!\u001a\u0007\u0000')],
  ['a PDF and a RAR archive', async () => Buffer.concat([pdf, Buffer.from('Rar!\u001a\u0007\u0001\u0000')])],
  ['a JPG and a 7z archive', () => behind(jpg(), '\u0001\u00027z\u00bc\u00af\u0027\u001c')],
  ['a PNG and a page in UTF-16', () => behind(png(), `\ufeff${page}`, 'utf16le')],
  ['a JPG and a page in UTF-16', () => behind(jpg(), `\ufeff${page}`, 'utf16le')],
  [
    'a JPG and a page in UTF-16 with its first byte last',
    async () => Buffer.concat([await jpg(), Buffer.from(page, 'utf16le').swap16()]),
  ],
  ['a PNG and a script of the shell', () => behind(png(), '\n#!/bin/sh\nrm -rf ~\n')],
  ['a PNG and a script without a first line', () => behind(png(), 'alert(document.cookie)')],
  ['a PNG and a program', () => behind(png(), 'MZ\u0090\u0000')],
  ['a JPG and a script of the shell', () => behind(jpg(), '\n#!/bin/sh\nrm -rf ~\n')],
  ['a JPG and a script in UTF-16', () => behind(jpg(), 'WScript.Echo 1', 'utf16le')],
  [
    'a JPG with a second end behind a page',
    async () => Buffer.concat([await behind(jpg(), page), Buffer.from([0xff, 0xd9])]),
  ],
  ['a PNG with a second end behind a page', () => behind(png(), `${page}IEND`)],
])('%s in one file are refused', async (_, make) => {
  expect(await ruleOf(await make())).toBe('two_types');
});

test.each([
  ['a PNG that is filled up with zeros', () => behind(png(), '\u0000'.repeat(512))],
  ['a JPG with a line break behind it', () => behind(jpg(), '\r\n')],
  [
    'a JPG with a film behind it',
    () => behind(jpg(), '\u0000\u0000\u0000\u0020ftypisom\u0000\u0000\u0002\u0000'),
  ],
  ['a JPG with a smaller one behind it', async () => Buffer.concat([await jpg(), await jpg(8, 8)])],
  [
    'a JPG with a camera’s own data behind it',
    () => behind(jpg(), '\u0000\u0001\n\u000eImage_UTC_Data1700000000SEFT'),
  ],
])('%s is let in', async (_, make) => {
  expect(await ruleOf(await make())).toBeNull();
});
