import { once } from 'node:events';
import { expect, test } from 'vitest';
import { Authenticator } from '../../support/authenticator.ts';
import { captchaOf } from '../../support/captcha.ts';
import { hasEngine } from '../../support/database.ts';
import { callKilled, killableServer } from '../../support/killedServer.ts';
import { registrationForm } from '../../support/server.ts';

const people = 6;
const rounds = 2;
/** The server is killed when this many logins of a round have been answered. */
const answersBeforeDeath = 40;

/** An assertion that was sent, and the token that it was answered with; null when no answer came. */
interface Attempt {
  readonly assertion: object;
  readonly token: string | null;
}

test('the server is killed while people log in together: every answered session is there, and no assertion opens a second one', async (context) => {
  if (!hasEngine()) return context.skip('PostgreSQL was not found on this machine');
  const { start, origin } = await killableServer({ TRUSTED_PROXIES: '127.0.0.1,::1' });
  const call = (path: string, network: number, body?: unknown, token?: string, proof?: string) =>
    callKilled(
      origin,
      `web-app${path}`,
      {
        ...(token === undefined ? {} : { token }),
        headers: {
          'x-forwarded-for': `198.51.100.${network}`,
          ...(proof === undefined ? {} : { 'step-up': proof }),
        },
      },
      body,
    );

  async function registerWithPasskey(network: number) {
    const form = { ...registrationForm(), captcha: await captchaOf(origin) };
    const token = String((await call('/auth/register', network, form)).body.data.token);
    const shown = { for: { action: 'factors' }, method: 'password', password: form.password };
    const proof = String((await call('/auth/step-up', network, shown, token)).body.data.proof);
    const device = new Authenticator({ origin });
    const options = (await call('/auth/passkeys/options', network, {}, token, proof)).body.data;
    const added = { name: 'Phone', registration: device.create(options) };
    expect((await call('/auth/passkeys', network, added, token, proof)).status).toBe(201);
    return device;
  }

  let child = await start();
  const devices: Authenticator[] = [];
  for (let index = 0; index < people; index += 1) devices.push(await registerWithPasskey(index + 1));
  const attempts: Attempt[] = [];

  /** Logs in again and again until the server is gone. */
  async function work(device: Authenticator, network: number, onAnswer: () => void) {
    for (;;) {
      const asked = await call('/auth/passkey/options', network, {});
      if (asked.body === null) return;
      const assertion = device.get(asked.body.data);
      const { status, body } = await call('/auth/passkey', network, { assertion });
      attempts.push({ assertion, token: body === null ? null : String(body.data?.token) });
      if (body === null) return;
      expect(status).toBe(200);
      onAnswer();
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    let answers = 0;
    const onAnswer = () => {
      answers += 1;
      if (answers === answersBeforeDeath) child.kill('SIGKILL');
    };
    const ended = once(child, 'exit');
    await Promise.all(devices.map((device, index) => work(device, 20 + round * people + index, onAnswer)));
    await ended;
    child = await start();
  }

  expect(attempts.filter(({ token }) => token !== null).length).toBeGreaterThanOrEqual(
    rounds * answersBeforeDeath,
  );
  for (const [index, { assertion, token }] of attempts.entries()) {
    const network = 60 + (index % 100);
    if (token !== null) expect((await call('/profile', network, undefined, token)).status).toBe(200);
    // Its challenge is used up, with the session, or was forgotten, or is refused for the counter of a later login.
    const again = await call('/auth/passkey', network, { assertion });
    if (token !== null) expect(again.body.fields).toEqual({ assertion: 'expired' });
    else expect([200, 401]).toContain(again.status);
    expect((await call('/auth/passkey', network, { assertion })).body.fields).toEqual({
      assertion: 'expired',
    });
  }
  for (const [index, device] of devices.entries()) {
    const asked = await call('/auth/passkey/options', 200 + index, {});
    const entered = await call('/auth/passkey', 200 + index, { assertion: device.get(asked.body.data) });
    expect(entered.status).toBe(200);
  }
  child.kill('SIGTERM');
}, 240_000);
