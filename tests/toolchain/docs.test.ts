import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { securityEvents } from '../../server/operator/securityLog.ts';
import { readSettings } from '../../server/settings.ts';

const decisions = readdirSync('docs/decisions').filter((name) => name.endsWith('.md'));

it('a decision’s number stands for one record, and its title says it', () => {
  const numbers = decisions.map((name) => name.slice(0, 3));
  expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  const untitled = decisions.filter(
    (name) => !readFileSync(`docs/decisions/${name}`, 'utf8').startsWith(`# ${name.slice(0, 3)} `),
  );
  expect(untitled).toEqual([]);
});

it('every file that a document links to is there', () => {
  const inFolder = (folder: string) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...['docs', 'src', 'server', 'tests'].flatMap(inFolder),
  ].filter((name) => name.endsWith('.md'));
  const broken = documents.flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !target.includes(':') && !existsSync(join(dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('no command that cron is to run has a % where it would end', () => {
  const documents = readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  const commands = ['README.md', 'deploy/README.md', ...documents]
    .flatMap((document) => readFileSync(document, 'utf8').split('\n'))
    .filter((line) => /\bcron(?:tab)?\b/i.test(line))
    .flatMap(named);
  expect(commands).not.toEqual([]);
  expect(commands.filter((command) => /(?<!\\)%\w/.test(command))).toEqual([]);
});

/** The cells of the rows of the table in a document that has this head. */
function rowsOf(document: string, head: string): string[][] {
  const text = readFileSync(document, 'utf8');
  const [, table = ''] = text.split(`${head}\n`);
  const [rows = ''] = table.split('\n\n');
  return rows
    .split('\n')
    .slice(1)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const serverSources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => readFileSync(join('server', name), 'utf8'));

/** What stands in backquotes. */
const named = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

it('how often something may be tried is in docs/operations.md as the server counts it', () => {
  const seconds = { second: 1, minute: 60, day: 86_400 };
  const documented = rowsOf('docs/operations.md', '| what | counted by | at once | then one in |').map(
    ([what = '', , burst, every = '']) => {
      const [, count, unit = ''] = /^(\d+) (\w+?)s?$/.exec(every) ?? [];
      return {
        name: named(what)[0],
        burst: Number(burst),
        every: Number(count) * seconds[unit as keyof typeof seconds] * 1_000,
      };
    },
  );
  const minute = 60_000;
  const counted = serverSources.flatMap((text) =>
    [...text.matchAll(/\bname: '([\w-]+)',\s+burst: (\w+),\s+every: ([\w* ]+?)\s*[,}]/g)].map(
      ([, name, burst, every = '']) => ({
        name,
        burst: Number(burst),
        every: every
          .split('*')
          .map((factor) => (factor.trim() === 'minute' ? minute : Number(factor.replaceAll('_', ''))))
          .reduce((product, factor) => product * factor, 1),
      }),
    ),
  );
  const declared = serverSources.flatMap((text) => [...text.matchAll(/: Limit = \{/g)]);
  expect(counted).toHaveLength(declared.length);
  const byName = (left: { name?: string | undefined }, right: { name?: string | undefined }) =>
    String(left.name).localeCompare(String(right.name));
  expect(documented.toSorted(byName)).toEqual(counted.toSorted(byName));
});

it('the limits that README.md states are those of a server without settings', () => {
  const rows = rowsOf('README.md', '| variable | default | |').filter(([names = '']) =>
    /LIMIT|STEP_UP|QUOTES|WAIT_HOURS|PRICE_MAX_AGE|FOUR_EYES/.test(names),
  );
  const stated = rows.flatMap(([names = '', values = '']) => {
    const defaults = named(values);
    return named(names).map((name, index) => [name, defaults[index]] as const);
  });
  expect(stated.map(([name]) => name).toSorted()).toEqual([
    ...['ADDRESS_SMALL_LIMIT', 'ADDRESS_WAIT_HOURS', 'FOUR_EYES', 'FOUR_EYES_LIMIT', 'LIMITS_UNVERIFIED'],
    ...['LIMITS_VERIFIED', 'OPEN_QUOTES', 'OPERATOR_DAILY_LIMIT', 'PRICE_MAX_AGE', 'QUOTES_PER_MINUTE'],
    ...['RECOVERY_WAIT_HOURS', 'STEP_UP_ABOVE'],
  ]);
  expect(readSettings(Object.fromEntries(stated))).toEqual(readSettings({}));
});

it('the security events of docs/operations.md are those that the server logs', () => {
  const documented = rowsOf('docs/operations.md', '| event | when |').flatMap(([events = '']) =>
    named(events),
  );
  const ofCalls = Object.values(securityEvents).flatMap(({ done, refused }) =>
    [done ?? [], refused ?? []].flat(),
  );
  const written = serverSources.flatMap((text) =>
    [...text.matchAll(/event: '(\w+)'[^;]*'security'\)/g)].map(([, name = '']) => name),
  );
  expect(written).toContain('operator_refused');
  // Calls of operators have one event, and payments that leave tell what became of them.
  const others = ['operator_verb', 'payment_handed_over', 'payment_completed', 'payment_failed'];
  const logged = new Set([...ofCalls, ...written, ...others]);
  expect(documented.toSorted()).toEqual([...logged].toSorted());
});
