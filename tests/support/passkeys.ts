import { Authenticator } from './authenticator.ts';
import { proofBy } from './factors.ts';
import { register, type TestServer } from './server.ts';

/** Somebody who has registered and added one passkey. Throws what was answered when it was not added. */
export async function registerWithPasskey(server: TestServer, device = new Authenticator()) {
  const person = await register(server);
  const proof = await proofBy(server, person.token, { method: 'password', password: person.password });
  const registration = device.create(
    (await server.post('/auth/passkeys/options', undefined, proof)).body.data,
  );
  const { status, body } = await server.post('/auth/passkeys', { name: 'Phone', registration }, proof);
  if (status !== 201) throw new Error(`no passkey: ${JSON.stringify(body)}`);
  return {
    ...person,
    device,
    passkey: body.data.passkey,
    recoveryCodes: body.data.recovery_codes as string[],
  };
}
