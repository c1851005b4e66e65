import { operatorBase } from '../../contract/call.ts';
import type { OperatorRole } from '../../contract/operatorRoles.ts';
import { codeOf } from './factors.ts';
import { operatorToken, type TestServer } from './server.ts';

export const operatorPasswordOfTests = 'Lighthouse-2026-keeper';

/** Makes one of the operator's calls with a token, the server's own unless given. */
export async function operate(
  it: TestServer,
  method: string,
  path: string,
  body?: unknown,
  {
    token = operatorToken,
    address = '203.0.113.9',
    proof,
  }: { token?: string | null; address?: string; proof?: string } = {},
) {
  const request = new Request(`http://localhost:3000${operatorBase}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(proof === undefined ? {} : { 'step-up': proof }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await it.operate(request, { address });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** A named operator who has set up their login and is logged in. */
export async function newOperator(it: TestServer, name: string, role: OperatorRole) {
  const invited = await operate(it, 'POST', '/people', { name, role });
  return { name, role, ...(await setUp(it, invited.body.data.setup_code)) };
}

/** Sets up the login of whom a code was made for. */
export async function setUp(it: TestServer, setup_code: string) {
  const sent = { token: null };
  const password = operatorPasswordOfTests;
  const chosen = await operate(it, 'POST', '/setup', { setup_code, password }, sent);
  const secret = String(chosen.body.data.secret);
  const code = codeOf(secret, it.clock.now());
  const opened = await operate(it, 'POST', '/setup/confirm', { setup_code, code }, sent);
  if (opened.status !== 200) throw new Error(`the login was not set up: ${JSON.stringify(opened.body)}`);
  return { password, secret, token: String(opened.body.data.token) };
}

/** Logs in by name and password and the code of the moment, or another one. */
export function logIn(
  it: TestServer,
  { name, password, secret }: { name: string; password: string; secret: string },
  { code = codeOf(secret, it.clock.now()), address }: { code?: string; address?: string } = {},
) {
  const sent = { token: null, ...(address === undefined ? {} : { address }) };
  return operate(it, 'POST', '/login', { name, password, code }, sent);
}
