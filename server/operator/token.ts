import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Query } from '../database/db.ts';

const tokenFile = 'operator-token';
const ledgerKeyFile = 'ledger-key';
const factorKeyFile = 'factor-key';
const metricsTokenFile = 'metrics-token';

/** The files of a data folder with a secret in each. */
export const secretFiles = [tokenFile, ledgerKeyFile, factorKeyFile, metricsTokenFile] as const;

/** The operator's token in a data folder. */
export function ensureOperatorToken(dataDir: string): Promise<string> {
  return ensureSecret(dataDir, tokenFile);
}

/** The key of the ledger's seals (`ledger/seals.ts`) in a data folder. */
export function ensureLedgerKey(dataDir: string): Promise<string> {
  return ensureSecret(dataDir, ledgerKeyFile);
}

/** The key of second factors (`auth/sealed.ts`) in a data folder. */
export function ensureFactorKey(dataDir: string): Promise<string> {
  return ensureSecret(dataDir, factorKeyFile);
}

/** The token with which `/metrics` is read, in a data folder. */
export function ensureMetricsToken(dataDir: string): Promise<string> {
  return ensureSecret(dataDir, metricsTokenFile);
}

/** 256 random bits, made at the first start in a file that only its owner can read. */
async function ensureSecret(dataDir: string, name: string): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, name);
  const secret = randomBytes(32).toString('base64url');
  try {
    await writeFile(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
    return secret;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  await chmod(path, 0o600);
  return (await readFile(path, 'utf8')).trim();
}

/** Rejects when the folder has none. */
export async function readOperatorToken(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, tokenFile), 'utf8')).trim();
}

/**
 * Whether the servers on this database use this token: the first server's token counts, unless this one `replaces` it. Only its SHA-256 is
 * stored.
 */
export async function isTokenOf(
  query: Query,
  token: string,
  { replaces }: { replaces: boolean },
): Promise<boolean> {
  const digest = createHash('sha256').update(token).digest('hex');
  const set = replaces ? 'DO UPDATE SET value = excluded.value' : 'DO NOTHING';
  await query(
    `INSERT INTO server_secrets (name, value) VALUES ('operator-token', $1) ON CONFLICT (name) ${set}`,
    [digest],
  );
  const [kept] = await query<{ value: string }>(
    "SELECT value FROM server_secrets WHERE name = 'operator-token'",
  );
  return kept?.value === digest;
}
