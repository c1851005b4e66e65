import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { passkeysPerAccount } from '../../../contract/limits.ts';
import { usualFourEyes } from '../../../server/operator/fourEyes.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { codeOf, proofBy } from '../../support/factors.ts';
import { logIn, newOperator, operate, operatorPasswordOfTests, setUp } from '../../support/operators.ts';
import { operatorOrigin, register, testServer } from '../../support/server.ts';

const server = testServer({ fourEyes: { ...usualFourEyes, setting: 'off' } });
// What one test has tried does not slow the next one down.
beforeEach(() => server.it.clock.advance(20 * 60_000));

const anonymous = { token: null };
let made = 0;
const newName = () => {
  made += 1;
  return `operator-${made}`;
};
const newDevice = (more = {}) => new Authenticator({ origin: operatorOrigin, ...more });

type Owner = Awaited<ReturnType<typeof newOperator>>;

const ask = (method: string, path: string, body?: unknown, sent: Parameters<typeof operate>[4] = anonymous) =>
  operate(server.it, method, path, body, sent);

/** A fresh proof by the password and the next code of the app. */
async function proofByCode({ token, secret, password }: Owner, change: string) {
  server.it.clock.advance(30_000);
  const code = codeOf(secret, server.it.clock.now());
  const { status, body } = await ask(
    'POST',
    '/me/proof',
    { for: change, method: 'totp', password, code },
    { token },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { token, proof: String(body.data.proof) };
}

async function proofByPasskey(token: string, device: Authenticator, change: string) {
  const asked = await ask('POST', '/me/proof/options', { for: change }, { token });
  const assertion = device.get(asked.body.data.passkey);
  const { status, body } = await ask(
    'POST',
    '/me/proof',
    { for: change, method: 'passkey', assertion },
    { token },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return { token, proof: String(body.data.proof) };
}

async function addPasskey(
  proved: { token: string; proof: string },
  device = newDevice(),
  wrong: Parameters<Authenticator['create']>[1] = {},
) {
  const { body } = await ask('POST', '/me/passkeys/options', undefined, proved);
  const registration = device.create(body.data, wrong);
  return ask('POST', '/me/passkeys', { name: 'Laptop', registration }, proved);
}

/** Somebody with an authenticator app and a passkey. */
async function newOwner(role: Parameters<typeof newOperator>[2] = 'support', device = newDevice()) {
  const owner = await newOperator(server.it, newName(), role);
  const added = await addPasskey(await proofByCode(owner, 'passkeys'), device);
  if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  return { ...owner, device, passkey: added.body.data };
}

const challenge = async () => (await ask('POST', '/login/passkey/options')).body.data;

async function enter(
  device: Authenticator,
  wrong: Parameters<Authenticator['get']>[1] = {},
  address?: string,
) {
  const assertion = device.get(await challenge(), wrong);
  return ask('POST', '/login/passkey', { assertion }, { ...anonymous, ...(address ? { address } : {}) });
}

/** The newest lines of the log, without the line of the call that reads them. */
const linesOf = async (name: string) => {
  const { body } = await server.it.operator('GET', '/log');
  return (body.data as Record<string, unknown>[]).filter(({ operator }) => operator === name);
};

describe('a login that is set up by invitation', () => {
  async function invite(role = 'support') {
    const name = newName();
    const { body } = await ask('POST', '/people', { name, role }, {});
    return { name, setup_code: String(body.data.setup_code), expires_at: String(body.data.expires_at) };
  }
  const choose = (setup_code: string) =>
    ask('POST', '/setup', { setup_code, password: operatorPasswordOfTests });

  test('with a passkey and no app: it logs in alone, the password by itself does not', async () => {
    const { name, setup_code, expires_at } = await invite('treasury');
    const told = await ask('POST', '/setup/invitation', { setup_code });
    expect(told.body.data).toEqual({ name, role: 'treasury', expires_at });
    const early = await ask('POST', '/setup/passkey/options', { setup_code });
    expect(early.body.code).toBe('STATUS_CONFLICT');
    await choose(setup_code);
    const options = (await ask('POST', '/setup/passkey/options', { setup_code })).body.data;
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name }, excludeCredentials: [] });
    const device = newDevice();
    const registration = device.create(options);
    const opened = await ask('POST', '/setup/passkey', { setup_code, name: 'Laptop', registration });
    expect(opened).toMatchObject({ status: 200, body: { data: { name, role: 'treasury' } } });
    const entered = await enter(device);
    expect(entered).toMatchObject({ status: 200, body: { data: { name, role: 'treasury' } } });
    const { token } = entered.body.data;
    expect((await ask('GET', '/rates', undefined, { token })).status).toBe(200);
    expect((await ask('GET', '/me/login', undefined, { token })).body.data).toMatchObject({
      totp: null,
      passkeys: [{ name: 'Laptop', last_used_at: server.it.clock.now().toISOString() }],
    });
    const byPassword = { name, password: operatorPasswordOfTests, code: '123456' };
    expect((await ask('POST', '/login', byPassword)).body.fields).toEqual({ code: 'mismatch' });
    expect((await linesOf(name)).map(({ verb, subject }) => [verb, subject])).toEqual(
      expect.arrayContaining([
        ['POST /setup/passkey', null],
        ['POST /login/passkey', null],
      ]),
    );
    // Nothing of the code stands anywhere.
    const kept = await server.it.database.query('SELECT * FROM operator_log');
    expect(JSON.stringify(kept) + server.it.logged.join()).not.toContain(setup_code);
  });

  test('a link is good once and for a day, and says why it is not', async () => {
    const why = async (setup_code: string) => {
      const { status, body } = await ask('POST', '/setup/invitation', { setup_code });
      return [status, body.code, body.fields?.setup_code];
    };
    const used = await invite();
    await setUp(server.it, used.setup_code);
    expect(await why(used.setup_code)).toEqual([410, 'LINK_EXPIRED', 'used']);
    expect((await choose(used.setup_code)).body.fields).toEqual({ setup_code: 'used' });
    const replaced = await invite();
    const { body } = await ask('POST', '/people/reset', { name: replaced.name }, {});
    expect(await why(replaced.setup_code)).toEqual([410, 'LINK_EXPIRED', 'mismatch']);
    expect((await why(body.data.setup_code))[0]).toBe(200);
    const revoked = await invite();
    await ask('POST', '/people/disable', { name: revoked.name }, {});
    expect(await why(revoked.setup_code)).toEqual([410, 'LINK_EXPIRED', 'mismatch']);
    const late = await invite();
    const listed = async () =>
      (await server.it.operator('GET', '/people')).body.data.find(
        ({ name }: { name: string }) => name === late.name,
      );
    expect(await listed()).toMatchObject({ status: 'invited', invited_until: late.expires_at });
    server.it.clock.advance(24 * 3_600_000);
    expect(await why(late.setup_code)).toEqual([410, 'LINK_EXPIRED', 'expired']);
  });

  test('a new link takes the place of the one before, for whoever has no login yet', async () => {
    const { name, setup_code } = await invite();
    const again = () => ask('POST', '/people/invitation', { name }, {});
    const second = (await again()).body.data;
    expect(second).toMatchObject({ name, role: 'support' });
    expect((await ask('POST', '/setup/invitation', { setup_code })).body.fields).toEqual({
      setup_code: 'mismatch',
    });
    await setUp(server.it, second.setup_code);
    expect((await again()).body.code).toBe('STATUS_CONFLICT');
    const out = await invite();
    await ask('POST', '/people/disable', { name: out.name }, {});
    const kept = await ask('POST', '/people/invitation', { name: out.name }, {});
    expect(kept.body.code).toBe('STATUS_CONFLICT');
  });

  test('of two browsers with one link one gets the login, and a challenge of another invitation is none', async () => {
    const [first, second] = [await invite(), await invite()];
    for (const { setup_code } of [first, second]) await choose(setup_code);
    const options = async ({ setup_code }: { setup_code: string }) =>
      (await ask('POST', '/setup/passkey/options', { setup_code })).body.data;
    const send = ({ setup_code }: { setup_code: string }, registration: unknown) =>
      ask('POST', '/setup/passkey', { setup_code, name: 'Laptop', registration });
    const foreign = newDevice().create(await options(second));
    expect(await send(first, foreign)).toMatchObject({
      status: 401,
      body: { code: 'CREDENTIAL_INVALID', fields: { registration: 'expired' } },
    });
    const both = [newDevice().create(await options(first)), newDevice().create(await options(first))];
    const answers = await Promise.all(both.map((each) => send(first, each)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  test('guessed links are counted by network', async () => {
    const sent = { ...anonymous, address: '198.51.100.200' };
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const setup_code = String(index).padStart(43, 'A');
      statuses.push((await ask('POST', '/setup/invitation', { setup_code }, sent)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(410), 429, 429]);
  });

  test('whoever sets a login up by a passkey of somebody else’s device gets none', async () => {
    const owner = await newOwner();
    const { setup_code } = await invite();
    await choose(setup_code);
    const options = (await ask('POST', '/setup/passkey/options', { setup_code })).body.data;
    const credentialId = Buffer.from(owner.device.get(await challenge()).id, 'base64url');
    const registration = newDevice().create(options, { credentialId });
    const taken = await ask('POST', '/setup/passkey', { setup_code, name: 'Laptop', registration });
    expect(taken).toMatchObject({ status: 422, body: { fields: { registration: 'taken' } } });
    expect((await enter(owner.device)).body.data.name).toBe(owner.name);
  });
});

describe('a login by a passkey', () => {
  test.each([
    ['the page of the wallet', { origin: 'http://localhost:3000' }, 'domain'],
    ['another site', { origin: 'https://operators.example.net' }, 'domain'],
    ['a frame of another site', { crossOrigin: true }, 'domain'],
    ['a challenge of nobody', { challenge: 'A'.repeat(43) }, 'expired'],
    ['another site’s key', { rpId: 'example.net' }, 'signature'],
    ['a person whom the device has not verified', { isVerified: false }, 'signature'],
    ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }, 'signature'],
    ['the login of another operator', { userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }, 'mismatch'],
  ])('for %s opens nothing, and is in the log under the name of its owner', async (_, wrong, rule) => {
    const { device, name } = await newOwner();
    const refused = await enter(device, wrong);
    expect(refused).toMatchObject({
      status: 401,
      body: { code: 'CREDENTIAL_INVALID', fields: { assertion: rule } },
    });
    expect((await linesOf(name))[0]).toMatchObject({
      verb: 'POST /login/passkey',
      subject: JSON.stringify({ refused: rule }),
      status: 401,
    });
    expect((await server.it.operator('GET', '/log/verification')).body.data.fault).toBeNull();
  });

  test('is good once, also of eight at once, and not after five minutes', async () => {
    const { device } = await newOwner();
    const assertion = device.get(await challenge());
    const post = () => ask('POST', '/login/passkey', { assertion });
    const answers = await Promise.all(Array.from({ length: 8 }, post));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await post()).body.fields).toEqual({ assertion: 'expired' });
    const options = await challenge();
    server.it.clock.advance(5 * 60_000);
    const late = await ask('POST', '/login/passkey', { assertion: device.get(options) });
    expect(late.body.fields).toEqual({ assertion: 'expired' });
  });

  test('of a copied key is refused and told', async () => {
    const { device, name, passkey } = await newOwner();
    const copy = device.clone();
    expect((await enter(device)).status).toBe(200);
    expect((await enter(copy)).body.fields).toEqual({ assertion: 'used' });
    expect((await linesOf(name))[0]).toMatchObject({ status: 401, subject: '{"refused":"used"}' });
    const told = server.it.logged.map((line) => JSON.parse(line));
    expect(told).toContainEqual(
      expect.objectContaining({ event: 'operator_passkey_copied', passkey: passkey.id }),
    );
    expect((await enter(device)).status).toBe(200);
  });

  test('is tried thirty times from a network; others get in', async () => {
    const { device } = await newOwner();
    const address = '198.51.100.201';
    const statuses: number[] = [];
    for (let index = 0; index < 31; index += 1)
      statuses.push((await enter(device, { isVerified: false }, address)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429]);
    expect((await enter(device)).status).toBe(200);
  });

  test('opens nothing for whoever is disabled or reset', async () => {
    const owner = await newOwner();
    const { name, device, token } = owner;
    await ask('POST', '/people/disable', { name }, {});
    const assertion = device.get(await challenge());
    const post = async () => (await ask('POST', '/login/passkey', { assertion })).body.fields;
    expect(await post()).toEqual({ assertion: 'mismatch' });
    // The refusal has rolled the login back, but its challenge is used up.
    expect(await post()).toEqual({ assertion: 'expired' });
    const { body } = await ask('POST', '/people/reset', { name }, {});
    expect((await enter(device)).body.fields).toEqual({ assertion: 'mismatch' });
    expect((await ask('GET', '/session', undefined, { token })).status).toBe(401);
    const anew = await setUp(server.it, body.data.setup_code);
    expect((await enter(device)).status).toBe(401);
    const told = await ask('GET', '/me/login', undefined, { token: anew.token });
    expect(told.body.data.passkeys).toEqual([]);
  });

  test('a login and a reset at once: the login is refused, or its session is over', async () => {
    const { name, device } = await newOwner();
    const assertion = device.get(await challenge());
    const [entered, reset] = await Promise.all([
      ask('POST', '/login/passkey', { assertion }),
      ask('POST', '/people/reset', { name }, {}),
    ]);
    expect(reset.status).toBe(200);
    if (entered.status !== 200) return;
    const { token } = entered.body.data;
    expect((await ask('GET', '/session', undefined, { token })).status).toBe(401);
  });
});

describe('a passkey of the wallet and one of the console', () => {
  async function newPerson(device: Authenticator) {
    const { it } = server;
    const person = await register(it);
    const proof = await proofBy(it, person.token, { method: 'password', password: person.password });
    const { data } = (await it.post('/auth/passkeys/options', undefined, proof)).body;
    const added = await it.post(
      '/auth/passkeys',
      { name: 'Phone', registration: device.create(data) },
      proof,
    );
    expect(added.status).toBe(201);
    return person;
  }
  const walletChallenge = async () => (await server.it.post('/auth/passkey/options')).body.data;

  test('neither opens the other, on whichever page the device was asked and for whichever challenge', async () => {
    const { device: ofOperator } = await newOwner('administrator');
    const ofPerson = new Authenticator();
    await newPerson(ofPerson);
    // Both are of `localhost`: the device offers either.
    for (const wrong of [{}, { origin: operatorOrigin }]) {
      expect((await enter(ofPerson, wrong)).body.code).toBe('CREDENTIAL_INVALID');
      const assertion = ofPerson.get(await walletChallenge(), wrong);
      expect((await ask('POST', '/login/passkey', { assertion })).body.fields).toEqual({
        assertion: 'expired',
      });
    }
    for (const wrong of [{}, { origin: 'http://localhost:3000' }]) {
      for (const options of [await walletChallenge(), await challenge()]) {
        const assertion = ofOperator.get(options, wrong);
        const refused = await server.it.post('/auth/passkey', { assertion });
        expect([refused.status, refused.body.code]).toEqual([401, 'CREDENTIAL_INVALID']);
      }
    }
    expect((await enter(ofOperator)).status).toBe(200);
  });

  test('one credential that claims to be both is two, each good at its own address', async () => {
    const ofPerson = new Authenticator();
    await newPerson(ofPerson);
    const credentialId = Buffer.from(ofPerson.get(await walletChallenge()).id, 'base64url');
    const owner = await newOperator(server.it, newName(), 'support');
    const device = newDevice();
    const added = await addPasskey(await proofByCode(owner, 'passkeys'), device, { credentialId });
    expect(added.status).toBe(201);
    expect((await enter(device)).body.data.name).toBe(owner.name);
    // The other's key signs for it, and is not the one that is kept here.
    expect((await enter(ofPerson, { origin: operatorOrigin })).status).toBe(401);
  });
});

describe('an operator’s own login', () => {
  test('takes a fresh proof for each change, of this session and this change, once', async () => {
    const owner = await newOwner();
    const { token, device, passkey } = owner;
    const changes = [
      ['POST', '/me/password', { password: 'Another-2026-lighthouse' }],
      ['POST', '/me/totp', undefined],
      ['DELETE', '/me/totp', undefined],
      ['POST', '/me/passkeys/options', undefined],
      ['DELETE', `/me/passkeys/${passkey.id}`, undefined],
    ] as const;
    for (const [method, path, body] of changes)
      for (const proof of [undefined, 'A'.repeat(43)]) {
        const sent = { token, ...(proof === undefined ? {} : { proof }) };
        expect(await ask(method, path, body, sent)).toMatchObject({
          status: 403,
          body: { code: 'STEP_UP_REQUIRED', methods: ['passkey', 'totp'] },
        });
      }
    const forTotp = await proofByPasskey(token, device, 'totp');
    const wrongChange = await ask('POST', '/me/password', { password: 'Another-2026-lighthouse' }, forTotp);
    expect(wrongChange.body.code).toBe('STEP_UP_REQUIRED');
    const other = (await enter(device)).body.data.token;
    const elsewhere = await ask('POST', '/me/totp', undefined, { ...forTotp, token: other });
    expect(elsewhere.body.code).toBe('STEP_UP_REQUIRED');
    expect((await ask('POST', '/me/totp', undefined, forTotp)).status).toBe(200);
    expect((await ask('POST', '/me/totp', undefined, forTotp)).body.code).toBe('STEP_UP_REQUIRED');
    const late = await proofByPasskey(token, device, 'totp');
    server.it.clock.advance(5 * 60_000);
    expect((await ask('POST', '/me/totp', undefined, late)).body.code).toBe('STEP_UP_REQUIRED');
    const [line] = await linesOf(owner.name);
    expect(JSON.stringify(line)).not.toContain(late.proof);
  });

  test('a proof is by one’s own passkey, for the change that was asked for, or by the password with a code', async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const { token, password } = owner;
    const options = async (change: string, by = token) =>
      (await ask('POST', '/me/proof/options', { for: change }, { token: by })).body.data.passkey;
    const prove = (body: object) => ask('POST', '/me/proof', { for: 'totp', ...body }, { token });
    const byPasskey = async (device: Authenticator, asked: Parameters<Authenticator['get']>[0]) => {
      const { status, body } = await prove({ method: 'passkey', assertion: device.get(asked) });
      return [status, body.code, body.fields?.assertion];
    };
    // A 401 would tell the console that the session is over.
    expect(await byPasskey(other.device, await options('totp'))).toEqual([403, 'FORBIDDEN', 'mismatch']);
    expect(await byPasskey(owner.device, await options('password'))).toEqual([403, 'FORBIDDEN', 'expired']);
    expect(await byPasskey(owner.device, await options('totp', other.token))).toEqual([
      403,
      'FORBIDDEN',
      'expired',
    ]);
    expect(await byPasskey(owner.device, await challenge())).toEqual([403, 'FORBIDDEN', 'expired']);
    server.it.clock.advance(30_000);
    const code = codeOf(owner.secret, server.it.clock.now());
    const wrong = await prove({ method: 'totp', password: 'Wrong-2026-password', code });
    expect(wrong.body.fields).toEqual({ password: 'mismatch' });
    expect((await prove({ method: 'totp', code })).body.fields).toEqual({ password: 'required' });
    expect((await prove({ method: 'totp', password, code })).status).toBe(200);
    expect((await prove({ method: 'totp', password, code })).body.fields).toEqual({ code: 'used' });
    // Neither the password nor the code stands in the log.
    const lines = JSON.stringify(await linesOf(owner.name));
    expect(lines).toContain('"{\\"for\\":\\"totp\\",\\"method\\":\\"totp\\"}"');
    for (const secret of [password, 'Wrong-2026-password', 'signature', `"${code}"`])
      expect(lines).not.toContain(secret);
  });

  test('passwords are guessed ten times by whoever has a session', async () => {
    const { token, secret } = await newOperator(server.it, newName(), 'support');
    const statuses: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const code = codeOf(secret, server.it.clock.now());
      const guess = { for: 'totp', method: 'totp', password: `Wrong-2026-password-${index}`, code };
      statuses.push((await ask('POST', '/me/proof', guess, { token })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429]);
  });

  test('a new password ends the other sessions and counts at once', async () => {
    const owner = await newOwner();
    const other = (await enter(owner.device)).body.data.token;
    const proof = await proofByPasskey(owner.token, owner.device, 'password');
    const change = (password: string) => ask('POST', '/me/password', { password }, proof);
    expect((await change('Short2026')).body.fields).toEqual({ password: 'too_short' });
    expect((await change('Another-2026-lighthouse')).status).toBe(204);
    expect((await ask('GET', '/session', undefined, { token: other })).status).toBe(401);
    expect((await ask('GET', '/session', undefined, owner)).status).toBe(200);
    server.it.clock.advance(30_000);
    expect((await logIn(server.it, owner)).body.code).toBe('INVALID_CREDENTIALS');
    const anew = { ...owner, password: 'Another-2026-lighthouse' };
    expect((await logIn(server.it, anew)).status).toBe(200);
  });

  test('another phone takes the place of the first', async () => {
    const owner = await newOwner();
    const proof = await proofByCode(owner, 'totp');
    const { secret, uri } = (await ask('POST', '/me/totp', undefined, proof)).body.data;
    expect(uri).toContain(encodeURIComponent(`operator ${owner.name}`));
    const other = (await enter(owner.device)).body.data.token;
    const confirm = (code: string, token = owner.token) =>
      ask('POST', '/me/totp/confirm', { code }, { token });
    const code = codeOf(secret, server.it.clock.now());
    expect((await confirm(code, other)).body.code).toBe('STATUS_CONFLICT');
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await confirm(wrong)).body.fields).toEqual({ code: 'mismatch' });
    expect((await confirm(code)).status).toBe(204);
    expect((await ask('GET', '/session', undefined, { token: other })).status).toBe(401);
    server.it.clock.advance(30_000);
    expect((await logIn(server.it, owner)).body.fields).toEqual({ code: 'mismatch' });
    expect((await logIn(server.it, { ...owner, secret })).status).toBe(200);
    const late = (await ask('POST', '/me/totp', undefined, await proofByCode({ ...owner, secret }, 'totp')))
      .body.data;
    server.it.clock.advance(15 * 60_000);
    expect((await confirm(codeOf(late.secret, server.it.clock.now()))).body.code).toBe('STATUS_CONFLICT');
  });

  test('the last factor stays, also when two are taken off at once', async () => {
    const { token, device, passkey } = await newOwner();
    const proofs = [
      await proofByPasskey(token, device, 'totp'),
      await proofByPasskey(token, device, 'passkeys'),
    ] as const;
    const answers = await Promise.all([
      ask('DELETE', '/me/totp', undefined, proofs[0]),
      ask('DELETE', `/me/passkeys/${passkey.id}`, undefined, proofs[1]),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status === 204)).toHaveLength(1);
    const { body } = await ask('GET', '/me/login', undefined, { token });
    expect(body.data.passkeys.length + (body.data.totp ? 1 : 0)).toBe(1);
  });

  test('an only factor is not taken off, and its proof is not used up', async () => {
    const owner = await newOwner();
    const { token, device, passkey } = owner;
    expect((await ask('DELETE', '/me/totp', undefined, await proofByCode(owner, 'totp'))).status).toBe(204);
    const proof = await proofByPasskey(token, device, 'passkeys');
    const remove = () => ask('DELETE', `/me/passkeys/${passkey.id}`, undefined, proof);
    for (let times = 0; times < 2; times += 1)
      expect(await remove()).toMatchObject({ status: 409, body: { code: 'LAST_LOGIN_METHOD' } });
    expect((await enter(device)).status).toBe(200);
    // A second passkey is another factor.
    const second = newDevice();
    expect((await addPasskey(proof, second)).status).toBe(201);
    const again = await proofByPasskey(token, second, 'passkeys');
    const other = (await enter(device)).body.data.token;
    const removed = await ask('DELETE', `/me/passkeys/${passkey.id}`, undefined, again);
    expect(removed.status).toBe(204);
    expect((await ask('GET', '/session', undefined, { token: other })).status).toBe(401);
    expect((await enter(device)).body.fields).toEqual({ assertion: 'mismatch' });
    expect((await enter(second)).status).toBe(200);
  });

  test('a passkey is named and removed by its operator alone', async () => {
    const [owner, stranger] = [await newOwner(), await newOwner('administrator')];
    const path = `/me/passkeys/${owner.passkey.id}`;
    const rename = (name: string, token: string) => ask('PATCH', path, { name }, { token });
    expect((await rename('Mine', stranger.token)).status).toBe(404);
    expect((await rename('', owner.token)).body.fields).toEqual({ name: 'required' });
    expect((await rename('n'.repeat(10_000), owner.token)).body.fields).toEqual({ name: 'too_long' });
    expect((await rename('Desk', owner.token)).body.data).toMatchObject({ name: 'Desk' });
    const proof = await proofByPasskey(stranger.token, stranger.device, 'passkeys');
    expect((await ask('DELETE', path, undefined, proof)).status).toBe(404);
  });

  test('a registration of another address, challenge or session adds nothing', async () => {
    const owner = await newOperator(server.it, newName(), 'support');
    const proved = await proofByCode(owner, 'passkeys');
    for (const [wrong, rule] of [
      [{ origin: 'http://localhost:3000' }, 'domain'],
      [{ challenge: 'B'.repeat(43) }, 'expired'],
      [{ rpId: 'example.net' }, 'signature'],
      [{ isVerified: false }, 'signature'],
    ] as const)
      expect(await addPasskey(proved, newDevice(), wrong)).toMatchObject({
        status: 403,
        body: { code: 'FORBIDDEN', fields: { registration: rule } },
      });
    expect((await ask('GET', '/me/login', undefined, owner)).body.data.passkeys).toEqual([]);
    // The proof was not used up by what failed.
    expect((await addPasskey(proved)).status).toBe(201);
  });

  test(`has at most ${passkeysPerAccount} passkeys`, async () => {
    const { token, device } = await newOwner();
    for (let count = 1; count < passkeysPerAccount; count += 1) {
      server.it.clock.advance(20 * 60_000);
      expect((await addPasskey(await proofByPasskey(token, device, 'passkeys'))).status).toBe(201);
    }
    server.it.clock.advance(20 * 60_000);
    const tooMany = await addPasskey(await proofByPasskey(token, device, 'passkeys'));
    expect(tooMany).toMatchObject({ status: 409, body: { code: 'PASSKEY_LIMIT' } });
  });

  test('nobody resets their own login, by whichever call', async () => {
    const { name, token } = await newOwner('administrator');
    const refused = await ask('POST', '/people/reset', { name }, { token });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect((await ask('GET', '/session', undefined, { token })).status).toBe(200);
  });

  test('the token of the server has no login', async () => {
    for (const [method, path, body] of [
      ['GET', '/me/login', undefined],
      ['POST', '/me/proof/options', { for: 'totp' }],
      ['POST', '/me/passkeys/options', undefined],
      ['POST', '/me/password', { password: 'Another-2026-lighthouse' }],
    ] as const)
      expect(await ask(method, path, body, {})).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });
});
