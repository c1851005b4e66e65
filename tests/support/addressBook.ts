import { proofBy } from './factors.ts';
import type { Person } from './payments.ts';
import type { TestServer } from './server.ts';

/** The n-th of many addresses that are nobody's here. */
export function strangeAddress(number: number): string {
  return `0x${number.toString(16).padStart(20, '0').repeat(2)}`;
}

/** A fresh proof by the password for a change of the address book. */
export function addressProof(server: TestServer, { token, password }: Pick<Person, 'token' | 'password'>) {
  return proofBy(server, token, { method: 'password', password }, 'address');
}

/** Saves an address by the call, with a fresh proof. */
export async function saveAddress(
  server: TestServer,
  person: Pick<Person, 'token' | 'password'>,
  entry: Readonly<Record<string, unknown>>,
) {
  return server.post('/addresses', entry, await addressProof(server, person));
}

/** The same person in a session that lasts for weeks. */
export async function remembered<Somebody extends Pick<Person, 'email' | 'password'>>(
  server: TestServer,
  person: Somebody,
): Promise<Somebody & { readonly token: string }> {
  const { email, password } = person;
  const { body } = await server.post('/auth/login', { email, password, remember: true });
  return { ...person, token: String(body.data.token) };
}
