import { expect, test } from 'vitest';
import { audit } from '../../../server/ledger/audit.ts';
import { openTestServer, testServer } from '../../support/server.ts';
import { newWallet, type Wallet } from '../../support/wallets.ts';

const server = testServer();
const minute = 60_000;

async function askMessage(wallet: Wallet): Promise<string> {
  return (await server.it.post('/auth/metamask/nonce', { address: wallet.address })).body.data.message;
}

function enter(metamask_address: string, message: string, signature: string) {
  return server.it.post('/auth/metamask', { metamask_address, message, signature });
}

async function signIn(wallet: Wallet) {
  const message = await askMessage(wallet);
  return enter(wallet.address, message, await wallet.signMessage({ message }));
}

async function usersStored() {
  return server.it.database.query('SELECT count(*)::int AS count FROM users');
}

test('the message is EIP-4361, of this site, for five minutes', async () => {
  const wallet = newWallet();
  expect((await askMessage(wallet)).split('\n')).toEqual([
    'localhost:3000 wants you to sign in with your Ethereum account:',
    wallet.address,
    '',
    'Log in to Zesto. This is free and does not move any funds.',
    '',
    'URI: http://localhost:3000',
    'Version: 1',
    'Chain ID: 1337',
    expect.stringMatching(/^Nonce: [\da-f]{32}$/),
    'Issued At: 2026-11-20T09:00:00.000Z',
    'Expiration Time: 2026-11-20T09:05:00.000Z',
  ]);
});

test('the first signature opens an account of which nothing is known, the next one finds it', async () => {
  const wallet = newWallet();
  const first = await signIn(wallet);
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: {
        user: {
          first_name: null,
          last_name: null,
          username: null,
          email: null,
          phone: null,
          status: 'active',
        },
      },
    },
  });
  const second = await signIn(wallet);
  expect(second.body.data.user.id).toBe(first.body.data.user.id);
  expect(second.body.data.token).not.toBe(first.body.data.token);
  const ways = await server.it.get('/auth/methods', { token: second.body.data.token });
  expect(ways.body.data).toMatchObject({ password: false, google: false, metamask: [wallet.address] });
  const balances = await server.it.get('/wallet', { token: second.body.data.token });
  expect(balances.body.data.tokens).toHaveLength(3);
  expect((await signIn(newWallet())).body.data.user.id).not.toBe(first.body.data.user.id);
});

test('an address in small letters is the same address', async () => {
  const wallet = newWallet();
  const { id } = (await signIn(wallet)).body.data.user;
  const address = wallet.address.toLowerCase();
  const { message } = (await server.it.post('/auth/metamask/nonce', { address })).body.data;
  const again = await enter(address, message, await wallet.signMessage({ message }));
  expect(again.body.data.user.id).toBe(id);
});

test('of ten posts at once of one signature one gets in, and of two first sign-ins at once both into one account', async () => {
  const wallet = newWallet();
  const message = await askMessage(wallet);
  const signature = await wallet.signMessage({ message });
  const posts = await Promise.all(
    Array.from({ length: 10 }, () => enter(wallet.address, message, signature)),
  );
  expect(posts.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of posts.filter(({ status }) => status !== 200)) {
    expect(body).toMatchObject({ code: 'NONCE_UNKNOWN', fields: { message: 'used' } });
  }
  const other = newWallet();
  const both = await Promise.all([signIn(other), signIn(other)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(both[0]?.body.data.user.id).toBe(both[1]?.body.data.user.id);
  expect(await audit(server.it.database.query)).toMatchObject({ clean: true });
});

type Attack = (wallet: Wallet, message: string) => Promise<readonly [string, string, string]>;
const signed = async (wallet: Wallet, message: string) =>
  [wallet.address, message, await wallet.signMessage({ message })] as const;

const attacks: [string, Attack, number, string, Record<string, string>][] = [
  [
    'a signature by another key',
    async (wallet, message) => [wallet.address, message, await newWallet().signMessage({ message })],
    401,
    'SIGNATURE_INVALID',
    { signature: 'signature' },
  ],
  [
    'a signature that is none',
    async (wallet, message) => [wallet.address, message, `0x${'00'.repeat(65)}`],
    401,
    'SIGNATURE_INVALID',
    { signature: 'signature' },
  ],
  [
    'a signature of another text',
    async (wallet, message) => [wallet.address, message, await wallet.signMessage({ message: 'hello' })],
    401,
    'SIGNATURE_INVALID',
    { signature: 'signature' },
  ],
  [
    'an address that is not the message’s',
    async (wallet, message) => [newWallet().address, message, await wallet.signMessage({ message })],
    401,
    'SIGNATURE_INVALID',
    { metamask_address: 'mismatch' },
  ],
  [
    'a message for another address',
    async (wallet, message) => {
      const thief = newWallet();
      return signed(thief, message.replace(wallet.address, thief.address));
    },
    401,
    'SIGNATURE_INVALID',
    { metamask_address: 'mismatch' },
  ],
  [
    'a message for another site',
    async (wallet, message) => signed(wallet, message.replace('localhost:3000 wants', 'evil.example wants')),
    401,
    'SIGNATURE_INVALID',
    { message: 'domain' },
  ],
  [
    'a message for another address of a site',
    async (wallet, message) =>
      signed(wallet, message.replace('URI: http://localhost:3000', 'URI: https://evil.example')),
    401,
    'SIGNATURE_INVALID',
    { message: 'domain' },
  ],
  [
    'another chain',
    async (wallet, message) => signed(wallet, message.replace('Chain ID: 1337', 'Chain ID: 1')),
    401,
    'SIGNATURE_INVALID',
    { message: 'mismatch' },
  ],
  [
    'a later end',
    async (wallet, message) => signed(wallet, message.replace('09:05:00', '19:05:00')),
    401,
    'SIGNATURE_INVALID',
    { message: 'mismatch' },
  ],
  [
    'other words',
    async (wallet, message) => signed(wallet, message.replace('does not move any', 'moves all')),
    401,
    'SIGNATURE_INVALID',
    { message: 'mismatch' },
  ],
  [
    'a line more',
    async (wallet, message) => signed(wallet, `${message}\nResources:\n- https://evil.example`),
    401,
    'SIGNATURE_INVALID',
    { message: 'mismatch' },
  ],
  [
    'another version',
    async (wallet, message) => signed(wallet, message.replace('Version: 1', 'Version: 2')),
    401,
    'NONCE_UNKNOWN',
    { message: 'mismatch' },
  ],
  [
    'a nonce that was never given',
    async (wallet, message) =>
      signed(wallet, message.replace(/Nonce: \w+/, `Nonce: ${'0123456789abcdef'.repeat(2)}`)),
    401,
    'NONCE_UNKNOWN',
    { message: 'mismatch' },
  ],
  [
    'a text that is no message',
    async (wallet) => signed(wallet, 'let me in'),
    401,
    'NONCE_UNKNOWN',
    { message: 'mismatch' },
  ],
  [
    'half a signature',
    async (wallet, message) => [wallet.address, message, `0x${'ab'.repeat(32)}`],
    422,
    'VALIDATION_FAILED',
    { signature: 'format' },
  ],
];

test.each(attacks)('%s is refused and nothing is stored', async (_, attack, status, code, fields) => {
  const wallet = newWallet();
  const before = await usersStored();
  const answer = await enter(...(await attack(wallet, await askMessage(wallet))));
  expect(answer).toMatchObject({ status, body: { code, fields } });
  expect(await usersStored()).toEqual(before);
});

test('a signature that was refused has used its message up', async () => {
  const wallet = newWallet();
  const message = await askMessage(wallet);
  await enter(wallet.address, message, `0x${'00'.repeat(65)}`);
  const right = await enter(wallet.address, message, await wallet.signMessage({ message }));
  expect(right.body).toMatchObject({ code: 'NONCE_UNKNOWN', fields: { message: 'used' } });
});

test('a message is good until its end and not at it', async () => {
  const { it } = server;
  const wallet = newWallet();
  const [early, late] = [await askMessage(wallet), await askMessage(wallet)];
  it.clock.advance(5 * minute - 1);
  expect((await enter(wallet.address, early, await wallet.signMessage({ message: early }))).status).toBe(200);
  it.clock.advance(1);
  const refused = await enter(wallet.address, late, await wallet.signMessage({ message: late }));
  expect(refused.body).toMatchObject({ code: 'NONCE_UNKNOWN', fields: { message: 'expired' } });
});

test('a message of another site on the same database is refused', async () => {
  const other = await openTestServer({ database: server.it.database, appUrl: 'https://other.example' });
  other.clock.advance(server.it.clock.now().getTime() - other.clock.now().getTime());
  const wallet = newWallet();
  const { message } = (await other.post('/auth/metamask/nonce', { address: wallet.address })).body.data;
  const refused = await enter(wallet.address, message, await wallet.signMessage({ message }));
  expect(refused.body).toMatchObject({ code: 'SIGNATURE_INVALID', fields: { message: 'domain' } });
});

test.each([
  ['', 'required'],
  ['0x12', 'format'],
  ['vitalik.eth', 'format'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', 'checksum'],
])('%j is no address to ask for', async (address, rule) => {
  const answer = await server.it.post('/auth/metamask/nonce', { address });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'VALIDATION_FAILED', fields: { address: rule } },
  });
});
