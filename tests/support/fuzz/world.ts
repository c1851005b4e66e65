import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { operatorBase, webAppBase } from '../../../contract/call.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import { everyCall, isOperators } from '../calls.ts';
import { sendDocument } from '../kyc.ts';
import { addressOf, fund, outside, type Person, pay, quote } from '../payments.ts';
import { operatorToken, register, type TestServer } from '../server.ts';
import { askFor } from '../tickets.ts';
import { jpg, pdf, png } from '../uploads.ts';
import { type Drawn, type Known, operationsOf } from './draw.ts';
import type { Told } from './judge.ts';

const operatorCalls = Object.fromEntries(everyCall.filter(([, call]) => isOperators(call)));

/** The operations of the web app's document and of the operator's. */
export const everyOperation = [
  ...operationsOf(openApiDocument()),
  ...operationsOf(openApiDocument(operatorCalls, operatorBase)),
];

/** Somebody with money, a history, a ticket and a document; and what there is to be named in a request. */
export async function inhabited(server: TestServer): Promise<{ person: Person; known: Known }> {
  const [person, neighbour] = [await register(server), await register(server)];
  for (const token of ['ZST', 'STO', 'USDT']) {
    await fund(server, person, token, '1000');
    await server.operator('POST', '/rates', { pair: `${token}/USDT`, rate: '1.5' });
  }
  const address = await addressOf(server, neighbour);
  const paid = await pay(server, person, { to: address, amount: '1' });
  await pay(server, person, { kind: 'withdraw', amount: '20' });
  const quoted = await quote(server, person, { to: address, amount: '1' });
  const exchangeQuoted = await server.post(
    '/exchange/quotes',
    { from: 'ZST', to: 'USDT', pay: '10' },
    person,
  );
  const article = '---\ntitle: A title\nsummary: A summary\nslug: welcome\ncategory: product\n---\n\nText';
  await server.operator('POST', '/news', { language: 'en', source: article.replace('welcome', 'earlier') });
  const news = await server.get('/news', { token: person.token });
  const articleId = news.body.data[0].id;
  const operationKey = randomUUID();
  const ticket = await askFor(server, person, {}, operationKey);
  const kyc = await sendDocument(server, person, 'passport');
  const sessions = await server.get('/auth/sessions', { token: person.token });
  const document = kyc.body.data.documents[0]?.id;
  const under = (path: string) => `${webAppBase}${path} id`;
  const known: Known = {
    // Not the person's own: an operator would freeze the account that everything else is tried with.
    email: [neighbour.email, neighbour.email, 'nobody@example.org'],
    password: [person.password],
    password_confirmation: [person.password],
    current_password: [person.password],
    username: ['anna', person.username],
    phone: ['+34600111222'],
    date_of_birth: ['1990-02-01'],
    country: ['ES'],
    token: ['USDT', 'ZST'],
    symbol: ['USDT', 'ZST'],
    from: ['USDT', 'ZST'],
    to: [outside, address, 'ZST', 'STO'],
    address: [outside, address, 'Calle Mayor 1, 2'],
    metamask_address: [outside],
    minimum: ['1'],
    maximum: ['1000'],
    fee: ['0.1'],
    decimals: [6, 18],
    ticker: ['ABC'],
    name: ['A name'],
    issuer: ['Somebody', null],
    slug: ['welcome'],
    language: ['en'],
    source: [article],
    type: ['passport', 'selfie'],
    message: ['I wait.'],
    before: [ticket.body.data.messages[0].id],
    subject: ['Where is it?'],
    text: ['Here it is.'],
    why: ['It cannot be read.'],
    reason: ['other', 'requested', 'unreadable'],
    note: ['It cannot be read.'],
    first_name: ['Anna'],
    last_name: ['Ivanova'],
    city: ['Madrid', ''],
    zip_code: ['28001', null],
    gender: ['female', null],
    terms: [true],
    attachment_ids: [[]],
    flow_record: [null],
    q: ['0x', 'a%_'],
    contract: [outside],
    amount: ['10', '5.5', 'max'],
    pay: ['10'],
    receive: ['1'],
    rate: ['1.5', '0', '1e3'],
    pair: ['ZST/USDT', 'BTC/USDT'],
    quote_id: [quoted.body.data.id],
    document: ['passport'],
    key: [operationKey],
    date_from: ['2026-01-01'],
    date_to: ['2026-12-31'],
    page: ['1', '2', '100000000'],
    per_page: ['1', '100'],
    time_zone: ['Europe/Madrid', 'UTC'],
    id: [person.id, paid.body.data.id],
    ids: [[], [person.id]],
    role: ['support', 'compliance'],
    number: [ticket.body.data.number, 2 ** 31, 2 ** 53],
    until: ['2026-11-20T09:00:00Z'],
    [`${webAppBase}/exchange/quotes to`]: ['ZST', 'STO', 'USDT'],
    [`${webAppBase}/exchange/quotes receive`]: [undefined],
    [`${webAppBase}/exchange quote_id`]: [exchangeQuoted.body.data.id],
    [`${operatorBase}/accounts email`]: Array.from(
      { length: 50 },
      (_, index) => `somebody${index}@example.org`,
    ),
    // Each names an account once.
    [`${operatorBase}/accounts/freeze account`]: [undefined],
    [`${operatorBase}/accounts/unfreeze account`]: [undefined],
    [`${operatorBase}/accounts/sign-out account`]: [neighbour.email, 'nobody'],
    [`${operatorBase}/accounts/sign-out email`]: [undefined],
    [`${operatorBase}/people name`]: ['anna', 'bob', 'carol'],
    [`${operatorBase}/people/role name`]: ['anna', 'bob'],
    [`${operatorBase}/people/reset name`]: ['anna', 'bob'],
    [`${operatorBase}/people/disable name`]: ['carol'],
    [under('/news/{id}')]: [articleId],
    [under('/news/{id}/read')]: [articleId],
    [under('/transactions/{id}')]: [paid.body.data.id],
    [under('/transactions/{id}/cancel')]: [paid.body.data.id],
    [under('/support/tickets/{id}')]: [ticket.body.data.id],
    [under('/support/tickets/{id}/messages')]: [ticket.body.data.id],
    [under('/support/tickets/{id}/close')]: [ticket.body.data.id],
    [under('/support/tickets/{id}/read')]: [ticket.body.data.id],
    [`${webAppBase}/support/tickets/{id}/read seen`]: [ticket.body.data.messages[0].id],
    [under('/auth/sessions/{id}')]: [sessions.body.data[0].id],
    [under('/kyc/documents/{id}')]: [document],
    [under('/kyc/documents/{id}/file')]: [document],
  };
  return { person, known };
}

/** Files that can be read, as they are sent. */
export async function goodFiles(): Promise<Uint8Array[]> {
  return [await png(), await jpg(), pdf];
}

/** Sends what was drawn, as whoever it says, and reads the answer; of a stream only its beginning. */
export type Send = (drawn: Drawn, token: string, address: string) => Promise<Told>;

function headersOf({ headers, who }: Drawn, token: string): Record<string, string> {
  const tokens = { nobody: '', person: token, operator: operatorToken, stranger: 'x'.repeat(43) };
  return tokens[who] === '' ? { ...headers } : { ...headers, authorization: `Bearer ${tokens[who]}` };
}

/** Without a port. */
export function sendWithin(server: TestServer): Send {
  return async (drawn, token, address) => {
    const request = new Request(`http://localhost:3000${drawn.target}`, {
      method: drawn.method,
      headers: headersOf(drawn, token),
      ...(drawn.body === null ? {} : { body: drawn.body }),
    });
    const answerer = drawn.target.startsWith(operatorBase) ? server.operate : server.fetch;
    const { status, headers, body } = await answerer(request, { address });
    return { status, headers, text: await beginning(headers, body) };
  };
}

async function beginning(headers: Headers, body: ReadableStream<Uint8Array> | null): Promise<string> {
  if (!headers.get('content-type')?.startsWith('text/event-stream')) return new Response(body).text();
  await body?.cancel();
  return '';
}

/** Over real ports of this machine. */
export function sendOverHttp(ports: { readonly app: number; readonly operator: number }): Send {
  return (drawn, token) =>
    new Promise((resolve, reject) => {
      const request = httpRequest({
        port: drawn.target.startsWith(operatorBase) ? ports.operator : ports.app,
        host: '127.0.0.1',
        method: drawn.method,
        path: drawn.target,
        headers: {
          ...headersOf(drawn, token),
          // Without its length Node would send the body of a DELETE as if it were the next request.
          ...(drawn.body === null ? {} : { 'content-length': Buffer.byteLength(drawn.body) }),
        },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        const headers = new Headers();
        for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
        const chunks: Buffer[] = [];
        const tell = () =>
          resolve({ status: response.statusCode ?? 0, headers, text: Buffer.concat(chunks).toString() });
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', tell);
        response.on('error', reject);
        if (headers.get('content-type')?.startsWith('text/event-stream')) {
          tell();
          response.destroy();
        }
      });
      request.end(drawn.body ?? undefined);
    });
}
