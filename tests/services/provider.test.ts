import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import type { Registration } from '../../contract/auth.ts';
import type { Challenge } from '../../contract/captcha.ts';
import { CallError } from '../../contract/failure.ts';
import { walletNonceCall } from '../../contract/walletSignIn.ts';
import { createAuth } from '../../src/services/auth/auth.ts';
import { createCaptcha, type Solution } from '../../src/services/auth/captcha.ts';
import type { Http } from '../../src/services/core/http.ts';
import { readProfile } from '../../src/services/profile/profile.ts';
import { readHolds, readWallet } from '../../src/services/wallet/wallet.ts';
import { failure } from '../support/actors.ts';
import { providerOrigin } from '../support/mswProvider.ts';
import { registrationForm } from '../support/server.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const { server, provider, connect: connectServices } = servicesAtServer();
const reading = { input: { fresh: false }, signal: new AbortController().signal };

/** What the worker does, in this process: jsdom has no workers. */
async function solveWithin(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('not solved');
  return solution;
}

function connect() {
  const services = connectServices();
  const captcha = createCaptcha(
    services.http,
    services.clock,
    (challenge) => solveWithin(challenge),
    () => {},
  );
  return { ...services, auth: createAuth(services.http, captcha.take) };
}

const newcomer = () => registrationForm() as Registration;

test('registers, reads, signs out, signs in again', async () => {
  const { http, auth, cache, session } = connect();
  const form = newcomer();

  session.keep(await auth.register(form));
  expect((await readProfile(http, cache, reading)).data).toMatchObject({
    email: form.email,
    first_name: 'Anna',
    status: 'active',
  });
  const { data: wallet } = await readWallet(http, cache, reading);
  expect(wallet.tokens.map(({ symbol, total }) => [symbol, total]).sort()).toEqual([
    ['STO', '0'],
    ['USDT', '0'],
    ['ZST', '0'],
  ]);
  expect((await readHolds(http, cache, reading)).data).toEqual([]);

  const token = session.current()?.token ?? '';
  session.end();
  await auth.revoke(token);
  await expect(auth.revoke(token)).rejects.toMatchObject({ failure: { code: 'UNAUTHENTICATED' } });

  const again = await auth.signIn({ email: form.email, password: form.password, remember: true });
  expect(again.user.email).toBe(form.email);
});

test('a taken email address is told on its field', async () => {
  const { auth } = connect();
  const form = newcomer();
  await auth.register(form);

  await expect(auth.register({ ...newcomer(), email: form.email })).rejects.toMatchObject({
    failure: { code: 'EMAIL_TAKEN', fields: { email: 'taken' } },
  });
});

const registers = `${providerOrigin}/api/web-app/auth/register`;

test.each([
  ['dropped', () => HttpResponse.error()],
  ['a proxy’s page', () => new HttpResponse('<h1>502</h1>', { status: 502 })],
])('a registration whose answer was lost (%s) is the person’s own when it is sent again', async (_, lose) => {
  const { auth } = connect();
  const form = newcomer();
  const makeAndLose = async ({ request }: { request: Request }) => {
    await server.it.fetch(request);
    return lose();
  };
  provider.use(http.post(registers, makeAndLose, { once: true }));
  await expect(auth.register(form)).rejects.toMatchObject({ failure: { requestId: null } });

  expect((await auth.register(form)).user.email).toBe(form.email);
});

test('a lost registration opens nobody else’s account', async () => {
  const { auth } = connect();
  const known = newcomer();
  await connect().auth.register(known);
  const form = {
    ...newcomer(),
    email: known.email,
    password: 'Other2026',
    password_confirmation: 'Other2026',
  };
  provider.use(http.post(registers, () => HttpResponse.error(), { once: true }));
  await expect(auth.register(form)).rejects.toMatchObject({ failure: { code: 'NETWORK' } });

  await expect(auth.register(form)).rejects.toMatchObject({ failure: { code: 'EMAIL_TAKEN' } });
  // Nor was anything lost before this password.
  const guess = { ...form, password: known.password, password_confirmation: known.password };
  await expect(auth.register(guess)).rejects.toMatchObject({ failure: { code: 'EMAIL_TAKEN' } });
});

test('an account that waits for its email to be verified is the person’s own when it is registered again', async () => {
  const sent: string[] = [];
  const refusing = (async ({ path }: { path: string }) => {
    sent.push(path);
    const isMade = path === '/auth/register' && sent.length > 1;
    throw new CallError(failure(isMade ? 'USERNAME_TAKEN' : 'EMAIL_UNVERIFIED', { requestId: 'r-1' }));
  }) as unknown as Http;
  const auth = createAuth(refusing, async () => null);
  const form = newcomer();
  const unverified = { failure: { code: 'EMAIL_UNVERIFIED' } };
  await expect(auth.register(form)).rejects.toMatchObject(unverified);
  await expect(auth.register(form)).rejects.toMatchObject(unverified);
  // Another person's username is told as such, and the account is still known after that.
  const other = { ...form, email: `other-${form.email}` };
  await expect(auth.register(other)).rejects.toMatchObject({ failure: { code: 'USERNAME_TAKEN' } });
  await expect(auth.register(form)).rejects.toMatchObject(unverified);
  const [register, login] = ['/auth/register', '/auth/login'];
  expect(sent).toEqual([register, register, login, register, register, login]);
});

test('what the form lets through and the server does not is told on its field', async () => {
  const { auth } = connect();

  await expect(auth.register({ ...newcomer(), phone: '12' })).rejects.toMatchObject({
    failure: { code: 'VALIDATION_FAILED', fields: { phone: 'format' } },
  });
});

test('wrong credentials are told as such', async () => {
  const { auth } = connect();
  const form = newcomer();
  await auth.register(form);

  await expect(
    auth.signIn({ email: form.email, password: 'Wrong-pass-1', remember: false }),
  ).rejects.toMatchObject({ failure: { code: 'INVALID_CREDENTIALS' } });
});

test('too many attempts are told with the wait', async () => {
  const { http } = connect();
  const body = { address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' };
  const attempt = () =>
    http(walletNonceCall, { body }).then(
      () => null,
      (error) => error.failure,
    );

  let failure = await attempt();
  for (let times = 0; times < 80 && failure === null; times += 1) failure = await attempt();

  expect(failure.code).toBe('RATE_LIMITED');
  expect(failure.retryAfter).toBeGreaterThan(0);
});

test('the clock is the server’s', async () => {
  const { auth, clock } = connect();

  await auth.register(newcomer());

  expect(Math.abs(clock.now() - server.it.clock.now().getTime())).toBeLessThan(2_000);
});

test('a session that the server ended is over here', async () => {
  const { http, auth, cache, session } = connect();
  session.keep(await auth.register(newcomer()));
  await server.it.post('/auth/logout', undefined, { token: session.current()?.token ?? '' });

  await expect(readWallet(http, cache, reading)).rejects.toMatchObject({
    failure: { code: 'UNAUTHENTICATED' },
  });

  expect(session.current()).toBeNull();
});
