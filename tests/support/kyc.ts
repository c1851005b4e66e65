import { idempotent, type Person } from './payments.ts';
import type { TestServer } from './server.ts';
import { formOf, jpg, pdf, postForm } from './uploads.ts';

/** Sends a document: a JPG, unless other bytes are given. */
export async function sendDocument(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  type: string,
  given: { bytes?: Uint8Array; name?: string } = {},
) {
  const { bytes = await jpg(), name = `${type}.jpg` } = given;
  return postForm(server, token, '/kyc/documents', formOf({ field: 'file', bytes, name, texts: { type } }));
}

/** A passport, a bank statement and a selfie, not submitted. */
export async function sendAll(server: TestServer, person: Person) {
  await sendDocument(server, person, 'passport');
  await sendDocument(server, person, 'bank_statement', { bytes: pdf, name: 'statement.pdf' });
  await sendDocument(server, person, 'selfie');
}

export async function submitted(server: TestServer, person: Person) {
  await sendAll(server, person);
  const answer = await idempotent(server, person, '/kyc/submit');
  if (answer.status !== 200) throw new Error(`the case was refused: ${JSON.stringify(answer.body)}`);
  return answer;
}

export async function approved(server: TestServer, person: Person) {
  await submitted(server, person);
  const answer = await server.operator('POST', '/kyc/approve', { id: person.id });
  if (answer.status !== 200) throw new Error(`the approval was refused: ${JSON.stringify(answer.body)}`);
}
