import type { AnswerOf, BodyOf, Call } from '../../contract/call.ts';

/** A message for the operator, in one sentence. */
export class Sentence extends Error {}

/** An argument of a command: an option, or a positional word when its name is in capitals. */
export interface Argument<Value> {
  /** How the usage shows its value (`TEXT`); empty for an option without a value. */
  readonly form: string;
  /** The allowed values of a closed list. */
  readonly values?: readonly string[];
  readonly isOptional?: true;
  /** Throws a `Sentence`. `name` is the argument as the operator types it: `--reason`, `NUMBER`. */
  readonly read: (typed: string, name: string) => Value;
}

type Arguments = Readonly<Record<string, Argument<unknown>>>;

type Given<Takes extends Arguments> = {
  readonly [Name in keyof Takes]: Takes[Name] extends Argument<infer Value> ? Value : never;
};

type DataOf<C extends Call> = AnswerOf<C> extends { data: infer Data } ? Data : never;

/** Work on the server's own machine that needs no running server. Everything rejects with a `Sentence`, which tells no secret. */
export interface Maintenance {
  /** Makes a key for backups in a new file. */
  makeKey(path: string): Promise<void>;
  /** `length` is that of the file in bytes, `lost` names files that the store no longer has; `faults` is null where nothing was audited; `chain` is the folder of a demo's chain, which is no part of a backup. */
  backUp(path: string): Promise<{
    readonly rows: number;
    readonly files: number;
    readonly length: number;
    readonly lost: readonly string[];
    readonly faults: readonly string[] | null;
    readonly chain: string | null;
  }>;
  restore(path: string): Promise<Loaded>;
  /** Moves the embedded database to PostgreSQL. */
  move(url: string): Promise<Loaded>;
}

interface Loaded {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** ISO 8601. */
  readonly madeAt: string;
  /** The settings that the server needs from now on. */
  readonly settings: readonly string[];
}

/** The functions that a command may use. */
export interface Tools {
  /** Calls the server. `id` is the idempotency key, with which the command can be repeated when no answer came. */
  readonly ask: <C extends Call>(call: C, body: BodyOf<C>, id?: string) => Promise<DataOf<C>>;
  /** Reads all pages of a list. */
  readonly askAll: <C extends Call & { paged: true }>(
    call: C,
    search?: Readonly<Record<string, string>>,
  ) => Promise<DataOf<C>>;
  /** Reads a file of the operator's. Rejects when it cannot be read. */
  readonly read: (path: string) => Promise<string>;
  /** Writes a file that only the operator can read. Rejects when it exists, or cannot be written. */
  readonly write: (path: string, text: string) => Promise<void>;
  /** Asks the operator. `hidden` answers are not shown while they are typed. Throws a `Sentence` when nothing is answered. */
  readonly prompt: (question: string, hidden?: 'hidden') => Promise<string>;
  /** Stores the session for later commands; null removes it. */
  readonly keepSession: (token: string | null) => Promise<void>;
  readonly maintenance: Maintenance;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

export interface Command {
  readonly about: string;
  readonly takes: Arguments;
  /** `typed` maps argument names to text. False when the command found a problem. */
  readonly run: (typed: ReadonlyMap<string, string>, tools: Tools) => Promise<boolean>;
}

/** Commands by their words, and messages for the server's refusals, by code. */
export interface Noun {
  readonly commands: Readonly<Record<string, Command>>;
  readonly refusals?: Readonly<Record<string, string>>;
  /** Whether its commands work without a server. */
  readonly isLocal?: true;
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

/** Whether an argument is positional and not an option. */
export const isPlace = (name: string) => /^[A-Z]/.test(name);

/** An argument's name as it is typed. */
export const shown = (name: string) => (isPlace(name) ? name : `--${name}`);

/** Prints the lines, or `none` when there are no lines. */
export function printAll({ print }: Tools, lines: readonly string[], none: string): void {
  for (const line of lines.length > 0 ? lines : [none]) print(line);
}
