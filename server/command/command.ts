import type { AnswerOf, BodyOf, Call } from '../../contract/call.ts';

/** Something to tell the operator in one sentence. */
export class Sentence extends Error {}

/** What a command takes under a name: an option, or a word at its place when the name is in capitals. */
export interface Argument<Value> {
  /** How it stands in the usage (`TEXT`); empty for an option without a value. */
  readonly form: string;
  /** What it may be, when that is a closed list. */
  readonly values?: readonly string[];
  readonly isOptional?: true;
  /** Throws a `Sentence`. `name` is how the operator has written it: `--reason`, `NUMBER`. */
  readonly read: (typed: string, name: string) => Value;
}

type Arguments = Readonly<Record<string, Argument<unknown>>>;

type Given<Takes extends Arguments> = {
  readonly [Name in keyof Takes]: Takes[Name] extends Argument<infer Value> ? Value : never;
};

type DataOf<C extends Call> = AnswerOf<C> extends { data: infer Data } ? Data : never;

/** What a command does its work with. */
export interface Tools {
  /** Calls the server. `id` is what makes it harmless to repeat the command when no answer comes. */
  readonly ask: <C extends Call>(call: C, body: BodyOf<C>, id?: string) => Promise<DataOf<C>>;
  /** All of a list that is answered in parts. */
  readonly askAll: <C extends Call & { paged: true }>(
    call: C,
    search?: Readonly<Record<string, string>>,
  ) => Promise<DataOf<C>>;
  /** The text of a file of the operator's. Rejects when it cannot be read. */
  readonly read: (path: string) => Promise<string>;
  /** Writes a file of the operator's, for nobody else to read. Rejects when it is there already, or cannot be written. */
  readonly write: (path: string, text: string) => Promise<void>;
  /** Asks whoever runs the command. What is `hidden` is not shown while it is typed. Throws a `Sentence` when nothing is answered. */
  readonly prompt: (question: string, hidden?: 'hidden') => Promise<string>;
  /** Keeps the session by which later commands are carried out; null forgets it. */
  readonly keepSession: (token: string | null) => Promise<void>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** One command line: what it does, what it takes, and the work. */
export interface Command {
  readonly about: string;
  readonly takes: Arguments;
  /** `typed` is by the names of `takes`. False when what was found is not in order. */
  readonly run: (typed: ReadonlyMap<string, string>, tools: Tools) => Promise<boolean>;
}

/** Commands by their words, and what the server's refusals of them mean, by code. */
export interface Noun {
  readonly commands: Readonly<Record<string, Command>>;
  readonly refusals?: Readonly<Record<string, string>>;
}

export function command<const Takes extends Arguments>(
  about: string,
  takes: Takes,
  work: (given: Given<Takes>, tools: Tools) => Promise<unknown>,
): Command {
  const readAll = (typed: ReadonlyMap<string, string>) => {
    const entries = Object.entries(takes).map(([name, argument]) => {
      const value = typed.get(name);
      return [name, value === undefined ? undefined : argument.read(value, shown(name))];
    });
    return Object.fromEntries(entries) as Given<Takes>;
  };
  return { about, takes, run: async (typed, tools) => (await work(readAll(typed), tools)) !== false };
}

/** Whether an argument is told by its place, not by an option. */
export const isPlace = (name: string) => /^[A-Z]/.test(name);

/** An argument's name as it is typed. */
export const shown = (name: string) => (isPlace(name) ? name : `--${name}`);

/** Prints a line for each, or the sentence for none. */
export function printAll({ print }: Tools, lines: readonly string[], none: string): void {
  for (const line of lines.length > 0 ? lines : [none]) print(line);
}
