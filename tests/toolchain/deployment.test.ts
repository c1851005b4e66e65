import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';

const read = (path: string) => readFileSync(path, 'utf8');
const haproxy = read('deploy/haproxy.cfg');
const readme = read('deploy/README.md');
const example = read('deploy/zesto.env.example');
const compose = z
  .object({
    services: z.record(
      z.string(),
      z.object({
        environment: z.optional(z.record(z.string(), z.string())),
        stop_grace_period: z.optional(z.string()),
      }),
    ),
  })
  .parse(parse(read('deploy/compose.yaml'), { merge: true }));

/** The names of the server's settings, also of those that can come from a file. */
const settings = new Set(
  [...read('server/settings.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(([, name = '']) => name),
);
/** Each variable of HAProxy's file with what holds without it. */
const variables = new Map(
  [...haproxy.replaceAll(/^#.*$/gm, '').matchAll(/"\$\{(\w+)-([^}]*)\}"/g)].map(
    ([, name = '', usual = '']) => [name, usual],
  ),
);
const exampleLines = [...example.matchAll(/^([A-Z][A-Z\d_]*)=(.*)$/gm)];
const given = new Map(exampleLines.map(([, name = '', value = '']) => [name, value]));

/** The text in a message of PostgreSQL's protocol: its letter, the length of the rest, the text and a zero. */
function textOf(message: Buffer): string {
  expect(message.readInt32BE(1)).toBe(message.length - 1);
  return message.toString('utf8', 5, message.length - 1);
}

test("what HAProxy's check sends to PostgreSQL is what its comments say", () => {
  const sent = [...haproxy.matchAll(/tcp-check send-binary ([\da-f]+)/g)];
  const [login, question, goodbye] = sent.map(([, hex = '']) => Buffer.from(hex, 'hex'));
  if (!login || !question || !goodbye) throw new Error('a packet is missing');
  expect(login.readInt32BE(0)).toBe(login.length);
  expect(login.readInt32BE(4)).toBe(3 << 16);
  expect(login.toString('utf8', 8)).toBe('user\0zesto_check\0database\0postgres\0\0');
  expect(read('deploy/postgres/primary.sql')).toContain('CREATE ROLE zesto_check LOGIN');
  expect(question.toString('utf8', 0, 1)).toBe('Q');
  const sql = textOf(question);
  expect(haproxy).toContain(`    # ${sql}\n`);
  expect(sql).toContain("'takes payments' ELSE 'takes none'");
  expect(goodbye.toString('hex')).toBe('5800000004');
});

test('only settings that the server has are set', () => {
  expect(settings.size).toBeGreaterThan(40);
  const used = [...given.keys(), ...Object.keys(compose.services['zesto-1']?.environment ?? {})];
  expect(used.filter((name) => !settings.has(name))).toEqual([]);
});

test("the variables of HAProxy's file are told, and those of the compose file are among them", () => {
  expect(variables.size).toBe(9);
  for (const [name, usual] of variables) {
    expect(readme).toContain(`\`${name}\``);
    const isSpanned = readme.includes(`\`${usual}\``) || name === 'ZESTO_2';
    expect([name, isSpanned]).toEqual([name, true]);
  }
  const ofCompose = Object.keys(compose.services.proxy?.environment ?? {});
  expect(ofCompose.filter((name) => !variables.has(name))).toEqual([]);
});

test('the proxy asks the servers where they listen, and they the proxy for PostgreSQL', () => {
  for (const name of ['ZESTO_1', 'ZESTO_2', 'ZESTO_3'])
    expect(variables.get(name)).toMatch(new RegExp(`:${given.get('PORT')}$`));
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL'])
    expect(given.get(name)).toContain(`@${variables.get('POSTGRES')}/`);
  expect(given.get('TRUSTED_PROXIES')).toBe(variables.get('POSTGRES')?.split(':')[0]);
});

test('a server that stops has DRAIN_SECONDS and 20 seconds more before it is killed', () => {
  const unit = read('deploy/systemd/zesto@.service');
  const most = Number(given.get('DRAIN_SECONDS')) + 20;
  expect(unit).toContain(`\nTimeoutStopSec=${most}\n`);
  expect(compose.services['zesto-1']?.stop_grace_period).toBe(`${most}s`);
});

test('a stop signals the server alone, which stops its own processes', () => {
  expect(read('deploy/systemd/zesto@.service')).toContain('\nKillMode=mixed\n');
});
