import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { largestFile } from '../../../contract/uploads.ts';
import { Refusal } from '../../../server/core/refusal.ts';
import { testDecoder } from '../../support/decoder.ts';
import { certainStall } from '../../support/fuzz/stall.ts';
import { packedPdf, tablePdf } from '../../support/pdfs.ts';
import { register, testServer } from '../../support/server.ts';
import { filesStored, formOf, pdf, postForm } from '../../support/uploads.ts';

const server = testServer();

async function ruleOf(bytes: Uint8Array): Promise<string | null> {
  try {
    await testDecoder.requireHarmless({ bytes, field: 'file', userId: 'anna' });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.code).toBe('FILE_TYPE');
    return error.details.fields?.file ?? null;
  }
}

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const address = '<< /S /URI /URI (https://a.example/paid) >>';
const link = `<< /Subtype /Link /A ${address} >>`;
const goTo = '<< /S /GoTo /D [3 0 R /Fit] /Next 7 0 R >>';
const nested = (depth: number) => `${'<< /A '.repeat(depth)}1${' >>'.repeat(depth)}`;
const image = randomBytes(2_000_000);
const scanned = Buffer.concat([
  tablePdf(),
  Buffer.from(`6 0 obj\n<< /Subtype /Image /Filter /DCTDecode /Length ${image.length} >>\nstream\n`),
  image,
  Buffer.from('\nendstream\nendobj\n%%EOF\n'),
]);

test.each([
  ['of one page', tablePdf()],
  ['of almost nothing', pdf],
  ['with a scan in it', scanned],
  ['with its objects packed', packedPdf(['<< /Type /Page >>', '[1 2 3]', '(text)', '42'])],
  [
    'that was packed twice, by updates',
    Buffer.concat([packedPdf(['<< /A 1 >>']), packedPdf(['<< /B 2 >>'])]),
  ],
  [
    'with words about scripts',
    tablePdf({ objects: ['<< /Title (How to stop /JavaScript) /Author <2f4a53> >>'] }),
  ],
  ['with a link to such a word', packedPdf(['<< /URI (https://example.org/docs/Web/JavaScript) >>'])],
  ['with a remark about it', tablePdf({ objects: ['<< /A 1 % /JavaScript\n >>'] })],
  ['with an outline', tablePdf({ objects: ['<< /Type /Outlines /First 5 0 R /Last 5 0 R /Count 1 >>'] })],
  ['that opens at a page by an action', tablePdf({ catalog: '/OpenAction 6 0 R', objects: [goTo] })],
  [
    'that opens at a page with a link in it',
    tablePdf({ objects: [`<< /Type /Page /Annots [${link}] >>`, '<< /OpenAction [6 0 R /Fit] >>'] }),
  ],
  ['with dictionaries in each other', tablePdf({ objects: [nested(90)] })],
  ['with a form that is filled in', tablePdf({ catalog: '/AcroForm << /Fields [] >>' })],
])('a document %s is let in', async (_, bytes) => {
  expect(await ruleOf(bytes)).toBeNull();
});

test.each([
  ['at once', { catalog: `/OpenAction ${address}` }],
  ['at once, by another object', { catalog: '/OpenAction 6 0 R', objects: [address] }],
  ['after a page', { catalog: `/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${address} >>` }],
  ['after a page, by another object', { catalog: '/OpenAction 6 0 R', objects: [goTo, '[8 0 R]', address] }],
  ['with a page', { objects: [`<< /Type /Page /AA << /O ${address} >> >>`] }],
  ['with a page, by another object', { objects: ['<< /AA << /O 7 0 R >> >>', address] }],
  ['with a page, by two objects', { objects: ['<< /AA 7 0 R >>', '<< /O 8 0 R >>', address] }],
  ['with a page in a list', { objects: ['<< /Kids [<< /AA 7 0 R >>] >>', `<< /O ${address} >>`] }],
  ['with its name escaped', { catalog: '/Open#41ction << /S /U#52I /U#52I (https://a.example) >>' }],
])('a document that opens an address %s is refused', async (_, parts) => {
  expect(await ruleOf(tablePdf(parts))).toBe('active_content');
});

test('a document that opens an address in a packed object is refused', async () => {
  const opening = tablePdf({ catalog: '/OpenAction 10 0 R' });
  expect(await ruleOf(Buffer.concat([opening, packedPdf([address])]))).toBe('active_content');
});

const updated = (text: string) => Buffer.concat([tablePdf(), Buffer.from(text, 'latin1')]);

test.each([
  ['a script when it is opened', tablePdf({ catalog: `/OpenAction ${script}` })],
  ['a script of a page', tablePdf({ objects: [`<< /AA << /O ${script} >> >>`] })],
  ['named scripts', tablePdf({ catalog: '/Names << /JavaScript 6 0 R >>' })],
  ['a script with its name escaped', tablePdf({ objects: ['<< /S /J#61va#53cript /JS 7 0 R >>'] })],
  ['a program that is started', tablePdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' })],
  ['a file inside', tablePdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' })],
  ['a file inside without its type', tablePdf({ objects: ['<< /Type /Filespec /EF << /F 9 0 R >> >>'] })],
  ['a form that is a program', tablePdf({ catalog: '/AcroForm << /XFA 6 0 R >>' })],
  ['a form that is sent somewhere', tablePdf({ objects: ['<< /S /SubmitForm /F (https://a.example) >>'] })],
  ['another file to go to', tablePdf({ objects: ['<< /S /GoToR /F (\\\\\\\\host\\\\share) >>'] })],
  ['a script in a later update', updated(`6 0 obj\n${script}\nendobj\n`)],
  ['a script behind a remark', updated(`6 0 %(\nobj %(\n${script}\nendobj\n`)],
  ['a script in a text, to which the table points', tablePdf({ objects: [`(6 0 obj ${script} endobj)`] })],
  [
    'a script in a stream, to which the table points',
    updated(`9 0 obj<</Length 99>>stream\n6 0 obj${script}\nendstream`),
  ],
  ['a script behind a sign that closes nothing', tablePdf({ objects: [`<< /A [ >> ] /B ${script} >>`] })],
  ['a script in a packed object', packedPdf(['<< /A 1 >>', script])],
  ['a script with its name escaped in a packed object', packedPdf(['<< /#53 /JavaScrip#74 >>'])],
  ['a script in a packed text, to which the header points', packedPdf(['(', script, ')'])],
  ['packed objects that are coded twice', packedPdf(['1'], { filter: '[/ASCIIHexDecode /FlateDecode]' })],
  ['packed objects whose code is told elsewhere', packedPdf(['1'], { filter: '9 0 R /X /FlateDecode' })],
  ['packed objects that are foretold', packedPdf(['1'], { entries: '/DecodeParms << /Predictor 12 >>' })],
  ['packed objects that begin somewhere else', packedPdf(['1'], { first: '9 0 R' })],
  ['two codes of packed objects', packedPdf(['1'], { entries: '/Filter /LZWDecode' })],
  [
    'more packed than anybody reads',
    packedPdf(['1'], { encode: () => deflateSync(Buffer.alloc(17_000_000)) }),
  ],
  ['dictionaries in each other without end', tablePdf({ objects: [nested(101)] })],
  [
    'packed brackets without end',
    packedPdf(['1'], {
      first: '5',
      encode: () => deflateSync(Buffer.from(`10 0 ${'['.repeat(15_000_000)}`)),
    }),
  ],
])('a document with %s is refused', async (_, bytes) => {
  expect(await ruleOf(bytes)).toBe('active_content');
});

test('a document with a password is refused', async () => {
  expect(await ruleOf(tablePdf({}, '/Encrypt 6 0 R'))).toBe('encrypted');
  expect(await ruleOf(updated('8 0 obj\n<< /Type /XRef /#45ncrypt 6 0 R >>\nstream\n'))).toBe('encrypted');
});

test('a document whose packed objects are damaged is refused', async () => {
  expect(await ruleOf(packedPdf(['1'], { encode: () => randomBytes(500) }))).toBe('unreadable');
});

const filled = (text: string) =>
  Buffer.from(`%PDF-1.4\n${text.repeat(Math.max(1, largestFile / text.length))}`, 'latin1').subarray(
    0,
    largestFile,
  );

async function expectNoStall(text: string) {
  const bytes = filled(text);
  expect(await certainStall(() => ruleOf(bytes), 50)).toBeLessThan(50);
}

test.each([
  ['objects', '1 0 obj<</A/B>>endobj '],
  ['beginnings of objects', '1 0 obj<<'],
])('ten megabytes of %s let others have their turn', { tags: 'long' }, (_, text) => expectNoStall(text));

test.each([
  ['beginnings in texts', '1 0 obj('],
  ['slashes', '/'],
  ['letters', 'x'],
  ['brackets', '('],
  ['blanks behind an object', `1 0 obj<<>>${' '.repeat(10_000_000)}`],
  ['remarks', '1 0 obj<<>>%'],
  ['names', '/A'],
  ['dictionaries in one', `1 0 obj${'<</A'.repeat(2_600_000)}`],
  ['packed objects', '1 0 obj<</N 9/First 0/Filter/Fl>>stream\n'],
  ['trailers', 'trailer<<'],
])('ten megabytes of %s let others have their turn', (_, text) => expectNoStall(text));

test('a document with a script is refused wherever documents come in, and nothing is kept', async () => {
  const { token } = await register(server.it);
  const bytes = tablePdf({ catalog: `/OpenAction ${script}` });
  const before = await filesStored(server.it);
  const form = (texts: Record<string, string>) =>
    formOf({ field: 'file', bytes, name: 'bill.pdf', type: 'application/pdf', texts });
  const answers = [
    await postForm(server.it, token, '/support/attachments', form({})),
    await postForm(server.it, token, '/kyc/documents', form({ type: 'utility_bill' })),
  ];
  for (const { status, body } of answers) {
    expect({ status, code: body.code, fields: body.fields }).toEqual({
      status: 415,
      code: 'FILE_TYPE',
      fields: { file: 'active_content' },
    });
  }
  expect(await filesStored(server.it)).toEqual(before);
});
