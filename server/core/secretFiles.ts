import { readFileSync } from 'node:fs';
import { ok, type Result, refused } from '../../contract/result.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are secrets, or URLs that contain one. */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'OPERATOR_TOKEN',
  'METRICS_TOKEN',
  'LEDGER_KEY',
  'FACTOR_KEY',
  'FACTOR_KEY_FORMER',
  'BACKUP_KEY',
  'RPC_URL',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;
/** The maximum length of a secret, in characters. */
const longest = 4096;

/**
 * Replaces secrets by the content of files: `NAME_FILE` names the file, as mounted by a secrets manager. Surrounding white space is
 * removed. Answers one sentence for each mistake, which never contains a part of the secret.
 */
export function withSecretFiles(env: Environment): Result<Environment, readonly string[]> {
  const found: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of secretNames) {
    const path = env[`${name}_FILE`];
    if (path === undefined || path === '') continue;
    const read = env[name]
      ? refused(`${name} and ${name}_FILE exclude each other: set one of them.`)
      : readSecret(`${name}_FILE`, path);
    if (read.ok) found[name] = read.value;
    else mistakes.push(read.problem);
  }
  return mistakes.length > 0 ? refused(mistakes) : ok({ ...env, ...found });
}

function readSecret(name: string, path: string): Result<string, string> {
  try {
    const secret = readFileSync(path, 'utf8').trim();
    if (secret === '') return refused(`${name} names an empty file.`);
    return secret.length > longest
      ? refused(`${name} names a file that is too long for a secret.`)
      : ok(secret);
  } catch {
    return refused(`${name} must be the path of a file that can be read.`);
  }
}
