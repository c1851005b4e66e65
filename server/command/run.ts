import { parseArgs } from 'node:util';
import { accounts } from './accounts.ts';
import { createAsk, type Endpoint } from './ask.ts';
import { backups } from './backups.ts';
import { chain } from './chain.ts';
import { type Command, isPlace, type Noun, Sentence, shown, type Tools } from './command.ts';
import { kyc } from './kyc.ts';
import { network } from './network.ts';
import { news } from './news.ts';
import { payments, walletNumbers } from './payments.ts';
import { people } from './people.ts';
import { proposals } from './proposals.ts';
import { rates } from './rates.ts';
import { server } from './server.ts';
import { sweep } from './sweep.ts';
import { tickets } from './tickets.ts';
import { tokens } from './tokens.ts';
import { treasury } from './treasury.ts';
import { withdrawals } from './withdrawals.ts';

const nouns: readonly Noun[] = [
  ...[accounts, network, chain, treasury, sweep, tokens, rates, withdrawals, payments, walletNumbers],
  ...[tickets, news, kyc, people, proposals, server, backups],
];

/** Every command by its words, in the order of the usage. */
export const commands: ReadonlyMap<string, Command> = new Map(
  nouns.flatMap((noun) => Object.entries(noun.commands)),
);

export type CommandWorld = Endpoint & Omit<Tools, 'ask' | 'askAll'>;

/** A command line that is not understood; `words` are its positional arguments. */
class Misunderstood extends Error {
  constructor(
    sentence: string,
    readonly words: readonly string[] = [],
  ) {
    super(sentence);
  }
}

/** The usage when a command line is empty or asks for help; else null. */
export function helpFor(args: readonly string[]): string | null {
  const asks = args.some((arg) => arg === '--help' || arg === '-h');
  return args.length === 0 || asks ? usageOf(wordsOf(args)) : null;
}

/** Runs one command line and answers its exit code: 0 done, 1 refused or a problem found, 2 not understood. */
export async function runCommand(args: readonly string[], world: CommandWorld): Promise<0 | 1 | 2> {
  try {
    const { name, command, typed } = understand(args);
    const noun = nouns.find((each) => each.commands[name]) ?? server;
    return (await command.run(typed, { ...world, ...createAsk(world, noun, command) })) ? 0 : 1;
  } catch (error) {
    if (error instanceof Misunderstood) {
      world.complain(`${error.message}\n\n${usageOf(error.words)}`);
      return 2;
    }
    if (!(error instanceof Sentence)) throw error;
    world.complain(error.message);
    return 1;
  }
}

const withValue = [...commands.values()].flatMap(({ takes }) =>
  Object.entries(takes).filter(([name, { form }]) => !isPlace(name) && form !== ''),
);

/** Splits a line into options and words; `understand` checks whether they fit a command. */
function tokensOf(args: readonly string[]) {
  const options = Object.fromEntries(withValue.map(([name]) => [name, { type: 'string' as const }]));
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function wordsOf(args: readonly string[]): string[] {
  return tokensOf(args).flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
}

function findCommand(words: readonly string[]) {
  const fitting = [...commands].filter(([name]) => name.split(' ').every((word, at) => word === words[at]));
  // One command may be the start of another: the longest match is meant.
  return fitting.toSorted(([one], [other]) => other.length - one.length)[0];
}

/** Whether a command line is carried out without a server. */
export function isLocal(args: readonly string[]): boolean {
  const [name] = findCommand(wordsOf(args)) ?? [''];
  return nouns.some((noun) => noun.isLocal && noun.commands[name]);
}

/** The command of a line, and what was typed by argument name. Throws `Misunderstood`. */
function understand(args: readonly string[]) {
  const words = wordsOf(args);
  const found = findCommand(words);
  if (!found) throw new Misunderstood(noCommand(words), words);
  const [name, command] = found;
  const typed = new Map<string, string>();
  for (const token of tokensOf(args)) {
    if (token.kind !== 'option') continue;
    const mistake = typed.has(token.name) ? `${token.rawName} is given twice.` : optionMistake(token, found);
    if (mistake !== null) throw new Misunderstood(mistake, words);
    typed.set(token.name, token.value ?? '');
  }
  const names = Object.keys(command.takes);
  const places = names.filter(isPlace);
  for (const [at, word] of words.slice(name.split(' ').length).entries()) {
    const place = places[at];
    if (place === undefined) throw new Misunderstood(`"${word}" is a word too many. ${quotes}`, words);
    typed.set(place, word);
  }
  const missing = names.filter((each) => !command.takes[each]?.isOptional && !typed.has(each)).map(shown);
  if (missing.length > 0)
    throw new Misunderstood(`${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing.`, words);
  return { name, command, typed };
}

const quotes = 'A text of several words is written in quotes.';

type OptionToken = Extract<ReturnType<typeof tokensOf>[number], { kind: 'option' }>;

function optionMistake(token: OptionToken, [words, { takes }]: readonly [string, Command]): string | null {
  const { name, rawName, value, inlineValue } = token;
  const argument = Object.hasOwn(takes, name) && !isPlace(name) ? takes[name] : undefined;
  if (!argument) return `${words} has no option ${rawName}.`;
  if (argument.form === '') return value === undefined ? null : `${rawName} takes no value.`;
  if (value === undefined) return `${rawName} has no value.`;
  if (inlineValue || !value.startsWith('-')) return null;
  return `${rawName} is followed by ${value}: a value that starts with - is written ${rawName}=VALUE.`;
}

const under = (word = '') => [...commands].filter(([name]) => name.split(' ')[0] === word);

function noCommand([first = '', second]: readonly string[]): string {
  const verbs = under(first).map(([name]) => name.slice(first.length + 1));
  if (verbs.length === 0) return `There is no command "${first}".`;
  return `${first} is followed by ${verbs.join(', ')}${second === undefined ? '' : `, not by "${second}"`}.`;
}

function usageOf([first = '']: readonly string[]): string {
  const some = under(first);
  const lines = some.length > 0 ? some.map(usageLines) : [...commands].map(summaryLine);
  const start = 'Usage: npm run -s operator --';
  const head = some.length > 0 ? `${start} ${first} …` : `${start} COMMAND`;
  return [head, lines.join('\n'), some.length > 0 ? reasons : details, whereabouts].join('\n\n');
}

function usageLines([name, { about, takes }]: readonly [string, Command]): string {
  const forms = Object.entries(takes).map(([each, { form, isOptional }]) => {
    const text = isPlace(each) || form === '' ? shown(each) : `${shown(each)} ${form}`;
    return isOptional ? `[${text}]` : text;
  });
  const lists = Object.values(takes).flatMap(({ form, values = [] }) =>
    values.length > 0 ? [`${form}: ${values.join(', ')}`] : [],
  );
  return [`  ${[name, ...forms].join(' ')}`, ...[about, ...lists].map((line) => `      ${line}`)].join('\n');
}

const summaryLine = ([name, { about }]: readonly [string, Command]) => `  ${name.padEnd(20)} ${about}`;

const details = 'With --help, a command or its first word shows what it takes.';
const reasons = 'People read a reason in their language, and a note beside it as you type it.';
const whereabouts =
  'The server is looked for at OPERATOR_URL, else where the one that works on DATA_DIR has written that it listens. Commands are carried out as whom you logged in, else by OPERATOR_TOKEN, else by the token in DATA_DIR.';
