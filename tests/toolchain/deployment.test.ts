import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Client } from 'pg';
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
        env_file: z.optional(z.string()),
        networks: z.optional(z.object({ inside: z.object({ ipv4_address: z.string() }) })),
        environment: z.optional(z.record(z.string(), z.string())),
        ports: z.optional(z.array(z.string())),
        stop_grace_period: z.optional(z.string()),
        volumes: z.optional(z.array(z.string())),
      }),
    ),
  })
  .parse(parse(read('deploy/compose.yaml'), { merge: true }));

/** The names of the server's settings, also of those that can come from a file. */
const settings = new Set(
  [...read('server/settings.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+): /gm)].map(([, name = '']) => name),
);
/** The names of what the commands of operators read by themselves. */
const ofCommands = new Set(
  [...read('server/cli/operator.ts').matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name = '']) => name),
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

test('only settings that the server or its commands have are set', () => {
  expect(settings.size).toBeGreaterThan(40);
  const used = [...given.keys(), ...Object.keys(compose.services['zesto-1']?.environment ?? {})];
  expect(used.filter((name) => !settings.has(name) && !ofCommands.has(name))).toEqual([]);
});

test("the variables of HAProxy's file are told, and those of the compose file are among them", () => {
  expect(variables.size).toBe(10);
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

test('the servers reach PostgreSQL by TLS, as pg_hba.conf asks, whose certificate is self-signed', () => {
  expect(readme).toContain('`hostssl zesto zesto,zesto_owner ');
  expect(readme).toContain('--ssl-self-signed');
  for (const name of ['DATABASE_URL', 'DATABASE_OWNER_URL']) {
    const client = new Client({ connectionString: given.get(name) ?? '' });
    expect([name, client.ssl]).toEqual([name, { rejectUnauthorized: false }]);
  }
});

test("the operators' address is the same for browsers, commands and Prometheus", () => {
  const port = given.get('OPERATOR_PORT');
  expect(given.get('OPERATOR_URL')).toBe(`http://localhost:${port}`);
  expect(compose.services['zesto-1']?.ports).toEqual([`127.0.0.1:${port}:${port}`]);
  expect(compose.services['zesto-1']?.environment?.OPERATOR_HOST).toBe('0.0.0.0');
  expect(read('deploy/prometheus/prometheus.yml')).toContain(`- targets: ["localhost:${port}"]`);
  expect(readme).toContain(`http://localhost:${port}`);
  // One Prometheus has one token, so all servers take the same.
  expect(given.has('METRICS_TOKEN')).toBe(true);
});

test('a server that stops has DRAIN_SECONDS and 20 seconds more before it is killed', () => {
  const unit = read('deploy/systemd/zesto@.service');
  const most = Number(given.get('DRAIN_SECONDS')) + 20;
  expect(unit).toContain(`\nTimeoutStopSec=${most}\n`);
  expect(compose.services['zesto-1']?.stop_grace_period).toBe(`${most}s`);
});

test('HAProxy that root starts does not stay root, and in a container it never is', () => {
  expect(haproxy).toMatch(
    /\.if streq\("\$\{PRIVILEGES-drop\}",drop\)\s+user haproxy\s+group haproxy\s+chroot \/var\/lib\/haproxy\s+\.endif/,
  );
  expect(compose.services.proxy?.environment?.PRIVILEGES).toBe('keep');
});

test('a node that is cut off has ended before its standby is promoted, in containers too', () => {
  const told = [...readme.matchAll(/timeout\.network_partition_timeout (\d+)/g)];
  expect(told).toHaveLength(2);
  const [, demoted] = /primary_demote_timeout = (\d+);/.exec(read('deploy/postgres/monitor.sql')) ?? [];
  for (const [, seconds] of told) expect(Number(seconds) * 1_000).toBeLessThan(Number(demoted));
});

test('HAProxy ends the connections of a primary that it leaves, not those of a server', () => {
  const backend = (name: string) =>
    haproxy.split(/^backend /m).find((part) => part.startsWith(`${name}\n`)) ?? '';
  expect(backend('servers')).toContain('default-server check');
  expect(backend('servers')).not.toContain('shutdown-sessions');
  expect(backend('primary')).toContain('on-marked-down shutdown-sessions');
});

test('what a server says of when to come again passes HAProxy as it is', () => {
  const rules = haproxy.split('\n').filter((line) => /^ +http-after-response .*Retry-After/.test(line));
  expect(rules.map((line) => line.trim())).toEqual([
    'http-after-response set-header Retry-After 2 if { status 503 } !{ res.hdr(retry-after) -m found }',
  ]);
});

test.each(['zesto@', 'pgautofailover@'])('systemd starts %s again until what it needs is there', (name) => {
  const [unit = '', service = ''] = read(`deploy/systemd/${name}.service`).split('\n[Service]\n');
  expect(service).toContain('\nRestart=always\n');
  expect(unit).toContain('\nStartLimitIntervalSec=0\n');
});

test('certificate, secrets and data that lie beside the sources are in no image and no commit', () => {
  const mounted = Object.values(compose.services).flatMap(({ env_file = '', volumes = [] }) => [
    env_file,
    ...volumes.map((volume) => volume.split(':')[0] ?? ''),
  ]);
  const ofCompose = mounted
    .filter((name) => /\.(?:env|pem)$/.test(name))
    .map((name) => posix.join('deploy', name));
  expect([...new Set(ofCompose)].toSorted()).toEqual(['deploy/zesto.env', 'deploy/zesto.pem']);
  const guide = read('README.md');
  const [, data = 'no folder of data'] = /NODE_ENV=production DATA_DIR=([\w.]+)/.exec(guide) ?? [];
  const [, keys = 'no folder of keys'] = /keys:make -- (\w+)/.exec(guide) ?? [];
  for (const file of ['.dockerignore', '.gitignore']) {
    const ignored = new Set(
      read(file)
        .split('\n')
        .map((line) => line.replaceAll(/^\/|\/$/g, '')),
    );
    const missing = [...ofCompose, '.data', data, keys, 'node_modules'].filter((name) => !ignored.has(name));
    expect([file, missing]).toEqual([file, []]);
  }
});

test('a stop signals the server alone, which stops its own processes', () => {
  expect(read('deploy/systemd/zesto@.service')).toContain('\nKillMode=mixed\n');
});

test('each container has an address of its own, and servers and PostgreSQL trust the proxy', () => {
  const addressOf = (name: string) => compose.services[name]?.networks?.inside.ipv4_address;
  const addresses = Object.keys(compose.services).map(addressOf);
  expect(addresses).not.toContain(undefined);
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(compose.services['zesto-1']?.environment?.TRUSTED_PROXIES).toBe(addressOf('proxy'));
  expect(readme).toContain(`zesto_check ${addressOf('proxy')}/32 trust`);
});

test('a disk without room ends a node, and not the monitor', () => {
  expect(read('deploy/systemd/pgautofailover@node.service.d/disk.conf')).toContain(
    '\nBindsTo=pgautofailover-disk@node.service\n',
  );
  expect(read('deploy/systemd/pgautofailover@.service')).not.toContain('BindsTo=');
});

test('no role of the reference deployment may create roles', () => {
  expect(read('deploy/postgres/primary.sql')).not.toContain('CREATEROLE');
});
