import { expect, test } from 'vitest';
import { isLoopback, readSettings, urlOf } from '../../../server/settings.ts';

const defaults = {
  port: 3000,
  host: 'localhost',
  dataDir: '.data',
  databaseUrl: null,
  operatorToken: null,
  production: false,
  logLevel: null,
};

test('nothing set, or set to nothing, is a wallet on this machine', () => {
  expect(readSettings({})).toEqual({ ok: true, value: defaults });
  expect(readSettings({ PORT: '', HOST: '', DATABASE_URL: '', NODE_ENV: '', HOME: '/root' })).toEqual({
    ok: true,
    value: defaults,
  });
});

test('everything set', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/zesto',
    DATABASE_URL: 'postgres://zesto:secret@db.example:5432/zesto',
    OPERATOR_TOKEN: '0123456789abcdef0123456789abcdef',
    NODE_ENV: 'production',
    LOG_LEVEL: 'debug',
  });
  expect(settings).toEqual({
    ok: true,
    value: {
      port: 8080,
      host: '0.0.0.0',
      dataDir: '/var/lib/zesto',
      databaseUrl: 'postgres://zesto:secret@db.example:5432/zesto',
      operatorToken: '0123456789abcdef0123456789abcdef',
      production: true,
      logLevel: 'debug',
    },
  });
});

const port = 'PORT must be a whole number from 0 to 65535 (0 for any free one).';
const url = 'DATABASE_URL must look like postgres://user:password@host:5432/database.';
test.each([
  [{ PORT: 'abc' }, port],
  [{ PORT: '-1' }, port],
  [{ PORT: '65536' }, port],
  [{ PORT: '3e3' }, port],
  [{ PORT: '3000 ' }, port],
  [{ HOST: 'http://localhost' }, 'HOST must be a host name or an IP address, without a port.'],
  [{ DATABASE_URL: 'mysql://localhost/zesto' }, url],
  [{ DATABASE_URL: 'localhost:5432' }, url],
  [
    { OPERATOR_TOKEN: 'short' },
    'OPERATOR_TOKEN must have at least 32 characters: letters, digits and . _ ~ + / = -',
  ],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, or be left out.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
])('%j is one clear sentence', (env, sentence) => {
  expect(readSettings(env)).toEqual({ ok: false, problem: [sentence] });
});

test('all mistakes are told at once, and no secret with them', () => {
  const settings = readSettings({
    PORT: 'x',
    DATABASE_URL: 'mysql://me:hunter2@db/zesto',
    OPERATOR_TOKEN: 'hunter3',
  });
  expect(settings.ok === false && settings.problem).toHaveLength(3);
  expect(JSON.stringify(settings)).not.toContain('hunter');
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['127.0.0.1.example.org', false],
])('%s is this machine alone: %s', (host, alone) => {
  expect(isLoopback(host)).toBe(alone);
});

test.each([
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server at %s is reached at %s', (host, reached) => {
  expect(urlOf(host, 3000)).toBe(reached);
});
