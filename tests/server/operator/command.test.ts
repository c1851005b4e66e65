import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgetFailures, recordFailure } from '../../../server/background/attempts.ts';
import { Sentence } from '../../../server/command/command.ts';
import { type CommandWorld, commands, helpFor, isLocal } from '../../../server/command/run.ts';
import { ensureOperatorToken, readOperatorToken } from '../../../server/operator/token.ts';
import { runOperator } from '../../support/command.ts';
import { sendDocument, submitted } from '../../support/kyc.ts';
import { fund, idempotent, outside, pay } from '../../support/payments.ts';
import { register, testServer } from '../../support/server.ts';
import { answerOften, askFor } from '../../support/tickets.ts';

const server = testServer();

async function run(line: string, changes: Partial<CommandWorld> = {}) {
  const read = (path: string) => readFile(path, 'utf8');
  const { said: _, ...told } = await runOperator(server.it, line.split(' ').filter(Boolean), {
    read,
    ...changes,
  });
  return told;
}

test('an operator opens an account, deposits, freezes, lifts the freeze and audits', async () => {
  const account = await run(
    'account create --email Cli@example.org --password Made2026 --first-name Mia --last-name Berg',
  );
  expect(account.code).toBe(0);
  expect(account.printed[0]).toMatch(/^Account [\da-f-]{36} is open for cli@example\.org\.$/);
  expect(await run('deposit --email cli@example.org --token usdt --amount 12.5')).toEqual({
    code: 0,
    printed: ['Deposited 12.5 USDT; available now: 12.5 USDT.'],
    complained: [],
  });
  expect((await run('account sign-out --email cli@example.org')).printed).toEqual([
    'cli@example.org has no session any more.',
  ]);
  expect((await run('freeze --email cli@example.org')).printed).toEqual(['cli@example.org is frozen.']);
  expect((await run('unfreeze --email cli@example.org')).printed).toEqual(['cli@example.org is active.']);
  expect(await run('audit')).toEqual({
    code: 0,
    printed: [
      'Clean: 12 accounts, 1 transfers, 0 holds; held for customers: 0 STO, 12.5 USDT, 0 ZST.',
      'The server has not audited by itself yet.',
    ],
    complained: [],
  });
});

test('an audit that finds something ends with 1, says what, and stops what leaves until it is enabled', async () => {
  const { query } = server.it.database;
  await query("UPDATE ledger_accounts SET posted = posted + 1 WHERE kind = 'user' AND token = 'USDT'");
  const { code, printed, complained } = await run('audit');
  await query("UPDATE ledger_accounts SET posted = posted - 1 WHERE kind = 'user' AND token = 'USDT'");
  expect(code).toBe(1);
  expect(complained).toHaveLength(3);
  expect(complained[2]).toMatch(/^Nothing leaves now\./);
  expect(printed[0]).toMatch(/^2 faults: 12 accounts/);
  expect((await run('withdrawals enable --token all')).printed[0]).toBe(
    'Can be withdrawn now: ZST, STO, USDT.',
  );
});

describe('what works on the machine itself', () => {
  const loaded = { tables: 3, rows: 20, files: 2, madeAt: '2026-11-20T09:00:00.000Z', settings: [] };
  const missing = () => Promise.reject(new Sentence('FILE is not empty.'));
  const none = { makeKey: missing, backUp: missing, restore: missing, move: missing };
  const calls = (maintenance: Partial<CommandWorld['maintenance']>): Partial<CommandWorld> => ({
    fetch: () => Promise.reject(new Error('no server is asked')),
    maintenance: { ...none, ...maintenance },
  });

  test('a backup tells what is in it; what it lacks and the ledger’s faults are complaints', async () => {
    const whole = { rows: 1_200, files: 3, length: 2_049, lost: [], faults: [], chain: null };
    const backUp = vi.fn(() => Promise.resolve(whole));
    expect(await run('backup to/file', calls({ backUp }))).toEqual({
      code: 0,
      printed: ['to/file has everything of this moment: 1200 rows and 3 files in 3 kB.'],
      complained: [],
    });
    expect(backUp).toHaveBeenCalledWith('to/file');
    const faulty = () => Promise.resolve({ ...whole, lost: ['some-id'], faults: ['sum USDT'] });
    expect((await run('backup to/file', calls({ backUp: faulty }))).complained).toEqual([
      'The store of files no longer has some-id: the backup lacks it, too.',
      'The audit finds: sum USDT',
    ]);
    const ofDemo = () => Promise.resolve({ ...whole, chain: '/data/chain' });
    expect((await run('backup to/file', calls({ backUp: ofDemo }))).complained).toEqual([
      'The demo’s chain is not in it: copy /data/chain into the restored DATA_DIR as well, or that demo credits nothing over its chain any more.',
    ]);
    const older = () => Promise.resolve({ ...whole, faults: null });
    expect((await run('backup to/file', calls({ backUp: older }))).complained).toEqual([
      'Not audited, and not in the operators’ log: the database is of another version than this program. Its restore audits it.',
    ]);
  });

  test('a key, a restore and a move are carried out by their words, and tell what is to be done next', async () => {
    const makeKey = vi.fn(() => Promise.resolve());
    expect((await run('backup key key/file', calls({ makeKey }))).printed[0]).toMatch(
      /^key\/file has the key of backups: set BACKUP_KEY_FILE to it\./,
    );
    expect(makeKey).toHaveBeenCalledWith('key/file');
    const restore = vi.fn(() => Promise.resolve(loaded));
    expect(await run('restore from/file', calls({ restore }))).toEqual({
      code: 0,
      printed: [
        'Restored as of 2026-11-20T09:00:00.000Z: 3 tables, 20 rows and 2 files, each row read back; the audit is the same.',
        'Withdrawals of after that time would be paid again: settle them by hand before you start the server.',
      ],
      complained: [],
    });
    expect(restore).toHaveBeenCalledWith('from/file');
    const move = vi.fn(() => Promise.resolve({ ...loaded, settings: ['LEDGER_KEY_FILE=/data/ledger-key'] }));
    expect((await run('database move --to postgres://o@db/w', calls({ move }))).printed).toEqual([
      'Moved: 3 tables and 20 rows, each row read back; the audit is the same.',
      'Start the server with this DATA_DIR, and these settings from now on:',
      '  LEDGER_KEY_FILE=/data/ledger-key',
    ]);
    expect(move).toHaveBeenCalledWith('postgres://o@db/w');
  });

  test('a refusal is a sentence, and these commands alone need no server', async () => {
    for (const line of ['backup key FILE', 'backup FILE', 'restore FILE', 'database move --to URL']) {
      expect(await run(line, calls({}))).toEqual({
        code: 1,
        printed: [],
        complained: ['FILE is not empty.'],
      });
      expect(isLocal(line.split(' '))).toBe(true);
    }
    const others = [...commands.keys()].filter((name) => !isLocal(name.split(' ')));
    expect(others).toHaveLength(commands.size - 4);
  });
});

test.each([
  ['', 'There is no command "".', ''],
  ['dance', 'There is no command "dance".', ''],
  ['constructor', 'There is no command "constructor".', ''],
  ['tickets', 'tickets is followed by list, show, answer, resolve.', 'tickets'],
  ['tickets shwo 5', 'tickets is followed by list, show, answer, resolve, not by "shwo".', 'tickets'],
  ['tickets show', 'NUMBER is missing.', 'tickets'],
  ['tickets answer 5 --text We look', '"look" is a word too many. A text of several words', 'tickets'],
  ['tickets answer 5 --text --note', '--text is followed by --note: a value that starts with -', 'tickets'],
  ['deposit --email a@example.org --token USDT', '--amount is missing.', 'deposit'],
  ['deposit --email a@example.org', '--token, --amount are missing.', 'deposit'],
  ['deposit --email a@example.org --token USDT --token ZST --amount 1', '--token is given twice.', 'deposit'],
  ['deposit --email a@example.org --token USDT --amount', '--amount has no value.', 'deposit'],
  ['deposit --email a@example.org --token USDT --amount -5', '--amount is followed by -5:', 'deposit'],
  ['freeze --email a@example.org extra', '"extra" is a word too many.', 'freeze'],
  ['freeze --colour red', 'freeze has no option --colour.', 'freeze'],
  ['freeze --email a@example.org --amount 5', 'freeze has no option --amount.', 'freeze'],
  ['freeze --email a@example.org --__proto__ 5', 'freeze has no option --__proto__.', 'freeze'],
  ['rates set ZST/USDT 1 --PAIR STO/USDT', 'rates set has no option --PAIR.', 'rates'],
  ['rates set ZST/USDT 1 --confirm=no', '--confirm takes no value.', 'rates'],
  ['rates set ZST/USDT -1', 'rates set has no option -1.', 'rates'],
])('"%s" is not understood and says so with the usage of what it may be', async (line, sentence, help) => {
  const { code, complained } = await run(line);
  expect(code).toBe(2);
  expect(complained).toHaveLength(1);
  expect(complained[0]).toContain(sentence);
  expect(complained[0]).toContain(`\n\n${helpFor([help, '--help'])}`);
});

test('a freeze of "This was not me" is not said to be over before its person has confirmed as well', async () => {
  await run('account create --email notme@example.org --password Made2026 --first-name Mia --last-name Berg');
  await run('freeze --account notme@example.org');
  await server.it.database.query("UPDATE users SET not_me_at = frozen_at WHERE email = 'notme@example.org'");
  expect((await run('unfreeze --account notme@example.org')).printed).toEqual([
    'notme@example.org is frozen until its person has confirmed as well.',
  ]);
});

test('freeze, unfreeze and account sign-out take one name of an account', async () => {
  await run('account create --email named@example.org --password Made2026 --first-name Mia --last-name Berg');
  expect((await run('freeze --account NAMED@example.org')).printed).toEqual(['named@example.org is frozen.']);
  expect((await run('unfreeze --account named@example.org')).printed).toEqual([
    'named@example.org is active.',
  ]);
  for (const line of ['freeze', 'unfreeze', 'account sign-out']) {
    expect(await run(line)).toMatchObject({ code: 1, complained: ['--account is missing.'] });
    expect((await run(`${line} --account a --email a@example.org`)).complained).toEqual([
      '--account and --email name an account each. Give one of them.',
    ]);
  }
});

test('help shows every command, and of a word what its commands take', async () => {
  const all = helpFor([]) ?? '';
  for (const [name, { about }] of commands) expect(all).toContain(`  ${name.padEnd(20)} ${about}`);
  expect(helpFor(['nonsense', '-h'])).toBe(all);
  expect(helpFor(['freeze', '--email', 'a@example.org'])).toBeNull();
  const kyc = helpFor(['kyc', 'reject', '--help']);
  expect(kyc).toContain('  kyc reject ID --document TYPE --reason CODE [--note TEXT]\n');
  expect(kyc).toContain('      TYPE: passport, drivers_license, national_id,');
  expect(kyc).toContain('      CODE: unreadable, incomplete, expired,');
  expect(kyc).not.toContain('tickets');
});

test('the README names every command', async () => {
  const readme = await readFile('README.md', 'utf8');
  expect([...commands.keys()].filter((name) => !readme.includes(`\`${name}`))).toEqual([]);
});

test.each([
  ['freeze --email nobody@example.org', 'No account has this ID, email or username.'],
  ['freeze --email nonsense', 'The server does not accept what was given (--email: not in the right form)'],
  [
    'deposit --email nobody@example.org --token B-C --amount 1',
    '--token must be the symbol of a token, like USDT.',
  ],
  [
    'deposit --email nobody@example.org --token BTC --amount 1',
    'The server does not accept what was given (--token: not in the right form)',
  ],
  [
    'deposit --email nobody@example.org --token ZST --amount 0',
    'The amount must be more than 0. (--amount: too small)',
  ],
])('"%s" is refused in a sentence', async (line, sentence) => {
  expect(await run(line)).toEqual({ code: 1, printed: [], complained: [sentence] });
});

test('a wrong token, an absent server and a strange one are told apart', async () => {
  const wrong = await run('audit', { token: 'wrong' });
  expect(wrong.complained[0]).toContain('does not take this operator token');
  const absent = await run('audit', { fetch: () => Promise.reject(new TypeError('fetch failed')) });
  expect(absent).toMatchObject({ code: 1 });
  expect(absent.complained[0]).toContain('No answer from http://localhost:3000.');
  const strange = await run('audit', { fetch: async () => new Response('<html>', { status: 502 }) });
  expect(strange.complained[0]).toBe('The server answered 502 and nothing that can be read.');
});

/** The id with which a command says that it can be repeated. */
const idIn = ([sentence = '']: readonly string[]) => /--id ([\da-f-]{36})/.exec(sentence)?.[1];

test('a deposit whose answer was lost can be repeated with its id and happens once', async () => {
  const line = 'deposit --email cli@example.org --token STO --amount 3';
  const lost = await run(line, {
    fetch: async (request) => {
      await server.it.operate(request);
      throw new TypeError('fetch failed');
    },
  });
  const id = idIn(lost.complained);
  const again = await run(`${line} --id ${id}`);
  expect(again.printed).toEqual(['Deposited 3 STO; available now: 3 STO.']);
});

const unavailable = () =>
  Response.json(
    { type: 'urn:zesto:problem:unavailable', title: 'Unavailable', status: 503, code: 'UNAVAILABLE' },
    { status: 503 },
  );

test.each<[string, () => Response]>([
  ['The server, or what it needs, is away now.', unavailable],
  ['The server answered 502 and nothing that can be read.', () => new Response('<html>', { status: 502 })],
  ['The server answered 201 and nothing that can be read.', () => new Response('{"da', { status: 201 })],
])('a deposit that is carried out and answered "%s" is repeated with its id', async (sentence, answered) => {
  const { email } = await register(server.it);
  const line = `deposit --email ${email} --token ZST --amount 2`;
  const { complained } = await run(line, {
    fetch: async (request) => {
      await server.it.operate(request);
      return answered();
    },
  });
  const id = idIn(complained);
  expect(complained).toEqual([
    `${sentence} It may have been carried out: repeat the command with --id ${id}, and it happens once.`,
  ]);
  expect((await run(`${line} --id ${id}`)).printed).toEqual(['Deposited 2 ZST; available now: 2 ZST.']);
});

test('a booking of the float that a server may have made is not said to be undone', async () => {
  const { complained } = await run('treasury book --token USDT --amount 1 --note found', {
    fetch: async () => unavailable(),
  });
  expect(complained[0]).toMatch(/^The server, or what it needs, is away now\. It may have been carried out/);
  expect(idIn(complained)).toBeDefined();
});

test('a deposit whose end cannot be logged is not logged as failed', async () => {
  const { it } = server;
  const { email } = await register(it);
  const line = `deposit --email ${email} --token USDT --amount 2`;
  await it.database.query(
    'ALTER TABLE operator_log ADD CONSTRAINT cut CHECK (status IS DISTINCT FROM 201) NOT VALID',
  );
  const { complained } = await run(line);
  await it.database.query('ALTER TABLE operator_log DROP CONSTRAINT cut');
  const id = idIn(complained);
  const { data } = (await it.operator('GET', '/log')).body;
  const made = data.find(({ subject }: { subject: string | null }) => subject?.includes(String(id)));
  expect(made).toMatchObject({ verb: 'POST /deposits', status: null });
  expect((await run(`${line} --id ${id}`)).printed).toEqual(['Deposited 2 USDT; available now: 2 USDT.']);
});

test('the token of a data folder is made once, and only its owner can read it', async () => {
  const usual = process.umask(0o022);
  onTestFinished(() => void process.umask(usual));
  const folder = await mkdtemp(join(tmpdir(), 'zesto-token-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await expect(readOperatorToken(folder)).rejects.toThrow('ENOENT');
  const token = await ensureOperatorToken(folder);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await ensureOperatorToken(folder)).toBe(token);
  expect(await readOperatorToken(folder)).toBe(token);
  const { mode } = await stat(join(folder, 'operator-token'));
  expect((mode & 0o777).toString(8)).toBe('600');
});

test('an operator sees withdrawals, decides on them, and stops a token from leaving', async () => {
  const { it } = server;
  const person = await register(it);
  await fund(it, person, 'USDT', '50');
  const asked = async () => String((await pay(it, person, { kind: 'withdraw' })).body.data.id);
  expect((await run('withdrawals list')).printed).toEqual(['No withdrawal is waiting.']);
  const [first, second] = [await asked(), await asked()];
  const line = (id: string, status: string) =>
    `${id}  2026-11-20T09:00:00.000Z  withdraw  ${status}  10 USDT (fee 1.25) of ${person.email} to ${outside}`;
  const listed = await run('withdrawals list');
  expect(listed.printed.sort()).toEqual([line(first, 'pending'), line(second, 'pending')].sort());
  expect((await run(`withdrawals approve ${first}`)).printed).toEqual([line(first, 'processing')]);
  expect((await run(`withdrawals reject ${second} --reason requested`)).printed).toEqual([
    line(second, 'failed'),
  ]);
  expect(await run(`withdrawals approve ${second}`)).toEqual({
    code: 1,
    printed: [],
    complained: ['This withdrawal does not wait for a decision any more: see withdrawals list.'],
  });
  const nobody = await run('withdrawals approve 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a');
  expect(nobody.complained).toEqual(['There is no withdrawal with this ID.']);
  const third = await asked();
  const stopped = await run('withdrawals disable --token usdt');
  const now = it.clock.now().toISOString();
  expect(stopped.printed).toEqual(['Can be withdrawn now: ZST, STO.', `Stopped: USDT, since ${now}`]);
  expect((await run(`withdrawals approve ${third}`)).complained).toEqual([
    'This token cannot leave now: withdrawals enable lifts a stop, and without a chain nothing leaves.',
  ]);
  expect((await run('withdrawals list')).printed).toContain(`${line(third, 'pending')}  (stopped)`);
  expect((await run('withdrawals disable --token all --why Maintenance')).printed).toEqual([
    'Can be withdrawn now: nothing.',
    `Stopped: all, since ${now}: Maintenance`,
    `Stopped: USDT, since ${now}`,
  ]);
  await run('withdrawals enable --token ALL');
  const lifted = await run('withdrawals enable --token USDT');
  expect(lifted.printed).toEqual(['Can be withdrawn now: ZST, STO, USDT.']);
  expect((await run('withdrawals reject')).code).toBe(2);
  expect((await run(`withdrawals reject ${first}`)).complained[0]).toContain('--reason is missing.');
});

test('an operator sees what the server cannot do by itself', async () => {
  const { it } = server;
  expect((await run('attention')).printed).toEqual(['Nothing needs attention.']);
  const failure = {
    work: 'round',
    subject: 'settling',
    error: new Error('no route'),
    at: it.clock.now(),
  } as const;
  for (let times = 0; times < 3; times += 1) await recordFailure(it.database.query, failure);
  const first = it.clock.now().toISOString();
  const next = new Date(it.clock.now().getTime() + 4_000).toISOString();
  expect((await run('attention')).printed).toEqual([
    `${first}  round settling  3 times, next ${next}: Error: no route`,
  ]);
  await forgetFailures(it.database.query, 'round', ['settling']);
});

test('an operator reads tickets, answers and resolves them', async () => {
  const { it } = server;
  expect((await run('tickets list')).printed).toEqual(['No ticket is waiting.']);
  const person = await register(it);
  const record = {
    version: 1,
    steps: [
      {
        at: '2026-11-20T08:59:00.000Z',
        flow: 'withdrawal',
        state: 'refused',
        event: null,
        problem: 'QUOTE_EXPIRED',
        request_id: null,
      },
    ],
  };
  const { number } = (await askFor(it, person, { flow_record: record })).body.data;
  const line = (status: string) =>
    `#${number}  2026-11-20T09:00:00.000Z  ${status}  high  transaction  ${person.email}: Where is it?`;
  expect((await run('tickets list')).printed).toEqual([line('open')]);
  expect((await run(`tickets show ${number}`)).printed).toEqual([
    line('open'),
    '\nCustomer, 2026-11-20T09:00:00.000Z\nI wait.',
    '\nLast steps',
    '2026-11-20T08:59:00.000Z  withdrawal  refused  QUOTE_EXPIRED',
  ]);
  expect((await run(`tickets answer #${number} --text Soon.`)).printed).toEqual([line('inProgress')]);
  expect((await run(`tickets resolve ${number}`)).printed).toEqual([line('resolved')]);
  expect((await run('tickets list')).printed).toEqual(['No ticket is waiting.']);
  // Whoever got no answer asks again.
  expect((await run(`tickets resolve ${number}`)).printed).toEqual([line('resolved')]);
  await it.database.query("UPDATE tickets SET status = 'closed' WHERE number = $1", [number]);
  expect((await run(`tickets resolve ${number}`)).complained).toEqual([
    'The ticket is past that: see tickets show.',
  ]);
  expect((await run('tickets show 7')).complained).toEqual(['There is no ticket with this number.']);
  expect((await run('tickets show seven')).complained).toEqual([
    'NUMBER must be the number of a ticket, like 1001.',
  ]);
});

test('a conversation is shown whole, however long it is', async () => {
  const { it } = server;
  const { id, number } = (await askFor(it, await register(it))).body.data;
  await answerOften(it, id, 120);
  const { printed } = await run(`tickets show ${number}`);
  const texts = printed.slice(1).map((text) => text.split('\n').at(-1));
  expect(texts).toEqual(['I wait.', ...Array.from({ length: 120 }, (_, index) => `Message ${index + 1}.`)]);
});

test('an operator publishes an article from a file, sees it and takes it back', async () => {
  const source = '---\ntitle: Hello there\nsummary: Short.\nslug: hello\ncategory: product\n---\nText.';
  const files: Record<string, string> = {
    'hello.md': source,
    'bad.md': source.replace('title: Hello there\n', ''),
  };
  const read = async (path: string) => {
    const found = files[path];
    if (found === undefined) throw new Error('ENOENT');
    return found;
  };
  expect((await run('news list')).printed).toEqual(['Nothing was published.']);
  const line = 'hello  2026-11-20T09:00:00.000Z  en  Hello there';
  expect(await run('news publish hello.md --lang en', { read })).toEqual({
    code: 0,
    printed: [line],
    complained: [],
  });
  expect((await run('news list')).printed).toEqual([line]);
  expect((await run('news unpublish hello')).printed).toEqual([`${line}  (unpublished)`]);
  expect((await run('news publish bad.md --lang en', { read })).complained).toEqual([
    'The article cannot be published: look at its front matter and text (title: required)',
  ]);
  expect((await run('news publish gone.md --lang en', { read })).complained).toEqual([
    'gone.md cannot be read.',
  ]);
  expect((await run('news publish hello.md --lang de', { read })).complained).toEqual([
    '--lang must be one of en, ru.',
  ]);
  expect((await run('news unpublish nothing')).complained).toEqual(['There is no article with this slug.']);
});

test('an operator reads identities, rejects a document with a reason, and approves', async () => {
  const { it } = server;
  const person = await register(it);
  expect((await run('kyc list')).printed).toEqual(['No identity is waiting.']);
  await submitted(it, person);
  const line = (status: string) =>
    `${person.id}  2026-11-20T09:00:00.000Z  ${status}  Anna Ivanova (${person.email})`;
  expect((await run('kyc list')).printed).toEqual([line('pending')]);

  const shown = await run(`kyc show ${person.id}`);
  expect(shown.printed.slice(0, 2)).toEqual([line('pending'), '  born 1990-02-01, ES, address unknown']);
  expect(shown.printed[2]).toMatch(
    /^ {2}passport {2}pending {2}passport\.jpg, \d+ bytes, file [\da-f-]{36}$/,
  );
  const key = shown.printed[2]?.split(' ').at(-1) ?? '';
  expect(await it.files.get(key)).not.toBeNull();

  const rejected = await run(
    `kyc reject ${person.id} --document passport --reason unreadable --note Blurred`,
  );
  expect(rejected.printed[0]).toBe(line('rejected'));
  expect(rejected.printed[2]).toMatch(/^ {2}passport {2}rejected: unreadable, Blurred {2}passport\.jpg/);
  expect(await run(`kyc approve ${person.id}`)).toEqual({
    code: 1,
    printed: [],
    complained: ['local token was first. This does not wait for a decision: see kyc list and kyc show ID.'],
  });
  await sendDocument(it, person, 'passport');
  await idempotent(it, person, '/kyc/submit');
  const approved = await run(`kyc approve ${person.id}`);
  expect(approved.printed).toEqual([`${line('approved')}, until 2028-11-20T09:00:00.000Z`]);
  expect((await run('kyc list')).printed).toEqual(['No identity is waiting.']);
});

test.each([
  [
    'kyc approve 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a',
    1,
    'There is no account with this ID, or no such document',
  ],
  ['kyc show nonsense', 1, 'There is no account with this ID, or no such document'],
  ['kyc approve nonsense', 1, 'The server does not accept what was given (ID: not in the right form)'],
  [
    'kyc reject 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a --document visa --reason other',
    1,
    '--document must be one of passport',
  ],
  ['kyc reject 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a --document passport', 2, '--reason is missing.'],
  [
    'kyc reject 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a --document passport --reason ugly',
    1,
    '--reason must be one of unreadable, incomplete, expired, outdated,',
  ],
  [
    'withdrawals reject 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a --reason unreadable',
    1,
    '--reason must be one of recipient_not_allowed, unusual_activity,',
  ],
  ['freeze --email cli@example.org --reason ugly', 1, '--reason must be one of unusual_activity, requested,'],
  ['kyc reject 6f1f3d5e-6f0e-4c39-8d1e-1f0a6c1f2b3a --reason other', 2, '--document is missing.'],
])('%s ends with %i and says why', async (line, code, sentence) => {
  const ended = await run(line);
  expect(ended.code).toBe(code);
  expect(ended.complained[0]).toContain(sentence);
});
