import * as z from 'zod/mini';
import { ok, type Result, refused } from '../contract/result.ts';

/** What the environment decides. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** PostgreSQL; null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** Null: made at the first start and kept in `dataDir`. */
  readonly operatorToken: string | null;
  readonly production: boolean;
  readonly logLevel: (typeof logLevels)[number] | null;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

// Secrets are never repeated in a sentence.
const portMistake = 'PORT must be a whole number from 0 to 65535 (0 for any free one).';
const environment = z.object({
  PORT: z._default(
    z.pipe(
      z.string().check(z.regex(/^\d{1,5}$/, portMistake)),
      z.pipe(z.transform(Number), z.number().check(z.maximum(65_535, portMistake))),
    ),
    3000,
  ),
  HOST: z._default(
    z.string().check(z.regex(/^[\w.:-]+$/, 'HOST must be a host name or an IP address, without a port.')),
    'localhost',
  ),
  DATA_DIR: z._default(
    z.string().check(z.refine((path) => !path.includes('\0'), 'DATA_DIR must be a path.')),
    '.data',
  ),
  DATABASE_URL: z.optional(
    z
      .string()
      .check(
        z.refine(isPostgresUrl, 'DATABASE_URL must look like postgres://user:password@host:5432/database.'),
      ),
  ),
  OPERATOR_TOKEN: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[\w.~+/=-]{32,512}$/,
          'OPERATOR_TOKEN must have at least 32 characters: letters, digits and . _ ~ + / = -',
        ),
      ),
  ),
  NODE_ENV: z.optional(
    z.enum(
      ['production', 'development', 'test'],
      'NODE_ENV must be production, development or test, or be left out.',
    ),
  ),
  LOG_LEVEL: z.optional(z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}.`)),
});

/** Reads the settings, or answers one sentence for each mistake. An empty variable counts as left out. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): Result<Settings, readonly string[]> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(environment, given);
  if (!parsed.success) return refused([...new Set(parsed.error.issues.map((issue) => issue.message))]);
  const { data } = parsed;
  return ok({
    port: data.PORT,
    host: data.HOST,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? null,
    operatorToken: data.OPERATOR_TOKEN ?? null,
    production: data.NODE_ENV === 'production',
    logLevel: data.LOG_LEVEL ?? null,
  });
}

/** Whether only programs on this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** The address at which `host` and `port` are reached from this machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol);
}
