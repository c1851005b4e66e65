import * as z from 'zod/mini';
import { brandName } from '../contract/brand.ts';
import { ok, type Result, refused } from '../contract/result.ts';
import { email } from '../contract/rules.ts';
import { tokenSymbols } from '../contract/tokens.ts';
import { readAddress } from '../contract/walletAddress.ts';
import { usualRecoveryWait } from './accounts/recoveries.ts';
import { isExtendedKey } from './addresses/derivation.ts';
import { google, type Issuer } from './auth/issuer.ts';
import { usualStepUpAbove } from './auth/paymentProofs.ts';
import { withSecretFiles } from './core/secretFiles.ts';
import type { Bucket } from './files/files.ts';
import type { ScannerAddress } from './files/scanner.ts';
import { noProxies, type Proxies, readProxies } from './http/caller.ts';
import { type HstsScope, hstsScopes } from './http/securityHeaders.ts';
import type { ExporterSettings } from './metrics/spanExporter.ts';
import { type ExposureLimits, usualExposure } from './operator/exposure.ts';
import { type FourEyesSettings, usualFourEyes } from './operator/fourEyes.ts';
import { type CoolingSettings, usualCooling } from './payments/cooling.ts';
import { type LimitSettings, readSpans, usualLimits } from './payments/limits.ts';
import { usualPriceAge } from './rates/rates.ts';
import {
  type ChainSettings,
  isHttpUrl,
  readColdAddress,
  readGwei,
  readPriceFeeds,
  readRpcUrls,
  usualConfirmations,
  usualFeeMargin,
  usualMaxFeeGwei,
  usualNativeCurrency,
} from './settlement/evm/chainSettings.ts';
import type { DepositNetwork } from './tokens/network.ts';
import { type QuoteLimits, usualQuoteLimits } from './transactions/quoteLimits.ts';

export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The port of operators' calls. 0 is any free one, which commands find in `dataDir`. */
  readonly operatorPort: number;
  readonly operatorHost: string;
  /** The address that operators open; null for the one of their calls. */
  readonly operatorPublicUrl: string | null;
  readonly dataDir: string;
  /** PostgreSQL; null for the embedded database in `dataDir`. */
  readonly databaseUrl: string | null;
  /** The same database with the user who owns its tables; null when the user of `databaseUrl` does. */
  readonly databaseOwnerUrl: string | null;
  /** Null: made at the first start and stored in `dataDir`. */
  readonly operatorToken: string | null;
  /** The token with which `/metrics` is read; null for the one in `dataDir`. */
  readonly metricsToken: string | null;
  /** Whether the operator's token gives an administrator's access. */
  readonly operatorLocal: boolean;
  /** Which operators' calls need a second operator's approval. */
  readonly fourEyes: FourEyesSettings;
  /** The key of the ledger's seals; null for the one in `dataDir`, or for none with PostgreSQL. */
  readonly ledgerKey: string | null;
  /** The key that encrypts the secrets of authenticator apps; null for the one in `dataDir`, or for none with PostgreSQL. */
  readonly factorKey: string | null;
  readonly formerFactorKey: string | null;
  /** The key that encrypts backups; null when none is made. */
  readonly backupKey: string | null;
  readonly production: boolean;
  /** The key from which deposit addresses are derived; null when it is not set. */
  readonly network: DepositNetwork | null;
  /** The connection to that network's chain; null when no node is set. */
  readonly chain: ChainSettings | null;
  /** The app's own address; null for the one on which the server listens. */
  readonly publicUrl: string | null;
  /** The trusted proxies in front of this server. */
  readonly proxies: Proxies;
  /** Which hosts besides its own `Strict-Transport-Security` covers. */
  readonly hsts: HstsScope;
  /** The mail server, and the sender of emails; null when no emails are sent. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  /** The identity provider that people may log in with; null for none. */
  readonly issuer: Issuer | null;
  /** The work of a captcha; null for the default. */
  readonly captchaIterations: number | null;
  /** Other hosts whose pictures the page may show, as sources of a content security policy; includes the bucket's host. */
  readonly imageHosts: readonly string[];
  /** The bucket of people's files; null for the folder `files` in `dataDir`. */
  readonly bucket: Bucket | null;
  /** The antivirus daemon that scans uploaded files; null for none. */
  readonly scanner: ScannerAddress | null;
  /** The age in milliseconds at which a price is no longer used for exchanges. */
  readonly priceAge: number;
  /** The limits for withdrawals. */
  readonly limits: LimitSettings;
  /** The limits for payments to new addresses. */
  readonly cooling: CoolingSettings;
  /** The value above which each payment needs its own proof, in minor units of USDT. */
  readonly stepUpAbove: bigint;
  /** How long all addresses of an account are warned before it is recovered. */
  readonly recoveryWaitHours: number;
  /** How long a server that stops still accepts requests. */
  readonly drainSeconds: number;
  /** Where traces are sent; null for nowhere. */
  readonly traces: ExporterSettings | null;
  /** How many processes answer requests; more than one only with `databaseUrl`. */
  readonly workers: number;
  /** The most quotes that an account may have. */
  readonly quoteLimits: QuoteLimits;
  /** Where security flaws are reported; null for the support page. */
  readonly securityContact: string | null;
  /** The contact address for people who cannot log in; null for none. */
  readonly supportEmail: string | null;
  readonly logLevel: (typeof logLevels)[number] | null;
}

const minute = 60_000;
/** Minor units of one USDT. */
const usdt = 1_000_000n;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

// Error messages never repeat a secret.
const limitsMistake = (name: string) =>
  `${name} must be the most that leaves in 24 hours and in 30 days, in whole USDT, like 5000/10000.`;
const exposureMistake =
  'OPERATOR_DAILY_LIMIT must be the most that one operator and all of them credit and let leave in 24 hours, in whole USDT, like 1000000/5000000.';
const quotesMistake = (name: string) => `${name} must be a whole number from 1 to 99999.`;
const postgresMistake = (name: string, user: string) =>
  `${name} must look like postgres://${user}:password@host:5432/database.`;
const feedsMistake = (feeds: string) => {
  const read = readPriceFeeds(feeds);
  return read.ok ? '' : read.problem;
};
const secretMistake = (name: string) =>
  `${name} must have at least 32 characters: letters, digits and . _ ~ + / = -`;
const secret = /^[\w.~+/=-]{32,512}$/;

const environment = z.object({
  PORT: port('PORT', 3000),
  HOST: host('HOST'),
  OPERATOR_PORT: port('OPERATOR_PORT', 0),
  OPERATOR_HOST: host('OPERATOR_HOST'),
  DATA_DIR: z._default(text(isPath, 'DATA_DIR must be a path.'), '.data'),
  DATABASE_URL: z.optional(text(isPostgresUrl, postgresMistake('DATABASE_URL', 'user'))),
  DATABASE_OWNER_URL: z.optional(text(isPostgresUrl, postgresMistake('DATABASE_OWNER_URL', 'owner'))),
  OPERATOR_TOKEN: z.optional(text(secret, secretMistake('OPERATOR_TOKEN'))),
  METRICS_TOKEN: z._default(z.nullable(text(secret, secretMistake('METRICS_TOKEN'))), null),
  OPERATOR_LOCAL: z._default(z.enum(['on', 'off'], 'OPERATOR_LOCAL must be on or off.'), 'on'),
  FOUR_EYES: z._default(
    z.enum(['auto', 'on', 'off'], 'FOUR_EYES must be auto, on or off.'),
    usualFourEyes.setting,
  ),
  FOUR_EYES_LIMIT: z._default(
    number(/^\d{1,9}$/, 'FOUR_EYES_LIMIT must be a whole number of USDT, like 1000.'),
    Number(usualFourEyes.limit / usdt),
  ),
  OPERATOR_DAILY_LIMIT: z._default(
    text((given) => readSpans(given) !== null, exposureMistake),
    `${usualExposure.each / usdt}/${usualExposure.together / usdt}`,
  ),
  LEDGER_KEY: z.optional(text(secret, secretMistake('LEDGER_KEY'))),
  FACTOR_KEY: z.optional(text(secret, secretMistake('FACTOR_KEY'))),
  FACTOR_KEY_FORMER: z._default(z.nullable(text(secret, secretMistake('FACTOR_KEY_FORMER'))), null),
  BACKUP_KEY: z._default(z.nullable(text(secret, secretMistake('BACKUP_KEY'))), null),
  DEPOSIT_XPUB: z.optional(
    text(
      isExtendedKey,
      "DEPOSIT_XPUB must be the extended public key (xpub…) of an account, m/44'/60'/0'. Never give a private one.",
    ),
  ),
  TOKEN_CONTRACTS: z.optional(
    text(
      (contracts) => readContracts(contracts) !== null,
      `TOKEN_CONTRACTS must name the contract of every token: ${tokenSymbols.map((symbol) => `${symbol}=0x…`).join(',')}`,
    ),
  ),
  CHAIN_ID: z._default(number(/^[1-9]\d{0,14}$/, 'CHAIN_ID must be a whole number, 1 for Ethereum.'), 1),
  NETWORK_NAME: z._default(
    text(/^[\p{L}\p{N} ._-]{1,40}$/u, 'NETWORK_NAME must be up to 40 letters and digits.'),
    'Ethereum',
  ),
  RPC_URL: z.optional(
    text(
      (urls) => readRpcUrls(urls) !== null,
      'RPC_URL must be addresses of JSON-RPC nodes of one chain with commas between them, like https://one.example.com,https://two.example.com.',
    ),
  ),
  CONFIRMATIONS: z.optional(
    number(
      /^[1-9]\d{0,2}$/,
      `CONFIRMATIONS must be a whole number from 1 to 999, usually ${usualConfirmations}.`,
    ),
  ),
  HOT_WALLET_KEYSTORE: z.optional(text(isPath, 'HOT_WALLET_KEYSTORE must be the path of a file.')),
  HOT_WALLET_PASSWORD_FILE: z.optional(text(isPath, 'HOT_WALLET_PASSWORD_FILE must be the path of a file.')),
  SIGNER_URL: z.optional(
    text(
      isUrlForFetch,
      'SIGNER_URL must be the address of a signer that speaks eth_signTransaction, like http://localhost:8550, without a password.',
    ),
  ),
  MAX_FEE_GWEI: z.optional(
    text(
      (gwei) => readGwei(gwei) !== null,
      `MAX_FEE_GWEI must be the most that is paid for a unit of gas, in gwei, like ${usualMaxFeeGwei}.`,
    ),
  ),
  EXPLORER_URL: z.optional(
    text(
      (url) => readExplorerUrl(url) !== null,
      'EXPLORER_URL must be the address of a block explorer, like https://etherscan.io, to which links add /tx/ and a hash; http only on this machine.',
    ),
  ),
  PUBLIC_RPC_URL: z.optional(
    text(
      isPublicRpcUrl,
      'PUBLIC_RPC_URL must be the address of a node that anybody may ask, like https://rpc.example.com, without a password; http only on this machine.',
    ),
  ),
  NATIVE_CURRENCY: z.optional(
    text(
      /^[A-Za-z][A-Za-z\d]{1,5}$/,
      `NATIVE_CURRENCY must be the symbol of the coin that fees are paid in, 2 to 6 letters and digits, usually ${usualNativeCurrency}.`,
    ),
  ),
  NETWORK_FEE_MARGIN: z.optional(
    number(
      /^(?:0|[1-9]\d{0,2})$/,
      `NETWORK_FEE_MARGIN must be a whole number of percent from 0 to 999, usually ${usualFeeMargin}.`,
    ),
  ),
  PRICE_FEEDS: z.optional(
    z.string().check(
      z.refine((feeds) => readPriceFeeds(feeds).ok, {
        error: ({ input }) => feedsMistake(typeof input === 'string' ? input : ''),
      }),
    ),
  ),
  COLD_ADDRESS: z.optional(
    text(
      (address) => readColdAddress(address) !== null,
      'COLD_ADDRESS must be an address of the chain, 0x and 40 digits, with the capitals of its checksum if it has any.',
    ),
  ),
  PUBLIC_URL: z.optional(
    text(
      isOrigin,
      'PUBLIC_URL must be the address that people open, like https://wallet.example.com, without a path.',
    ),
  ),
  OPERATOR_PUBLIC_URL: z._default(
    z.nullable(
      text(
        isOrigin,
        'OPERATOR_PUBLIC_URL must be the address that operators open, like https://operators.example.com, without a path.',
      ),
    ),
    null,
  ),
  TRUSTED_PROXIES: z.optional(
    text(
      (proxies) => readProxies(proxies) !== null,
      'TRUSTED_PROXIES must name addresses or networks, like 10.0.0.7,192.168.0.0/16,fd00::/8, and never everybody (/0).',
    ),
  ),
  HSTS: z._default(z.enum(hstsScopes, `HSTS must be one of ${hstsScopes.join(', ')}.`), 'host'),
  SMTP_URL: z.optional(
    text(isSmtpUrl, 'SMTP_URL must look like smtp://user:password@host:587, or smtps://….'),
  ),
  MAIL_FROM: z.optional(
    text(
      /^(?:[^<>\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'MAIL_FROM must be an email address, or a name and one: Wallet <no-reply@example.com>.',
    ),
  ),
  GOOGLE_CLIENT_ID: z.optional(text(/^[\w.-]{1,255}$/, clientMistake('GOOGLE_CLIENT_ID'))),
  OIDC_ISSUER: z.optional(
    text(
      isIssuer,
      'OIDC_ISSUER must be the address of an OpenID Connect issuer, like https://login.example.com; http only on this machine.',
    ),
  ),
  OIDC_CLIENT_ID: z.optional(text(/^[\w.:/-]{1,255}$/, clientMistake('OIDC_CLIENT_ID'))),
  CLAMD: z._default(
    z.pipe(
      text(
        (given) => readHostAndPort(given) !== null,
        'CLAMD must be where clamd listens, like 127.0.0.1:3310.',
      ),
      z.transform(readHostAndPort),
    ),
    null,
  ),
  CAPTCHA_COST: z.optional(
    number(/^[1-9]\d{0,5}$/, 'CAPTCHA_COST must be a whole number from 1 to 999999, usually 5000.'),
  ),
  IMG_HOSTS: z.optional(
    text(
      (hosts) => readHosts(hosts) !== null,
      'IMG_HOSTS must be hosts with commas between them, like cdn.example.com,*.images.example.com:8443.',
    ),
  ),
  S3_ENDPOINT: z.optional(
    text(
      isUrlForFetch,
      'S3_ENDPOINT must be the address of the service, like https://s3.eu-west-1.amazonaws.com, without a password.',
    ),
  ),
  S3_REGION: z.optional(z.string()),
  S3_BUCKET: z.optional(
    text(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'S3_BUCKET must be the name of a bucket.'),
  ),
  S3_ACCESS_KEY_ID: z.optional(z.string()),
  S3_SECRET_ACCESS_KEY: z.optional(z.string()),
  NODE_ENV: z.optional(
    z.enum(
      ['production', 'development', 'test'],
      'NODE_ENV must be production, development or test, or be left out.',
    ),
  ),
  PRICE_MAX_AGE: z._default(
    number(
      /^[1-9]\d{0,5}$/,
      'PRICE_MAX_AGE must be a whole number of minutes, from 1 on: prices set longer ago are not exchanged by.',
    ),
    usualPriceAge / minute,
  ),
  LIMITS_UNVERIFIED: limitsSetting('LIMITS_UNVERIFIED'),
  LIMITS_VERIFIED: limitsSetting('LIMITS_VERIFIED'),
  ADDRESS_WAIT_HOURS: z._default(
    number(
      /^(?:[1-9]|[1-9]\d|1[0-5]\d|16[0-8])$/,
      'ADDRESS_WAIT_HOURS must be a whole number of hours from 1 to 168: so long an address is new to who pays it.',
    ),
    usualCooling.waitHours,
  ),
  ADDRESS_SMALL_LIMIT: z._default(
    number(
      /^\d{1,9}$/,
      'ADDRESS_SMALL_LIMIT must be a whole number of USDT, like 100: what may be paid to new addresses in 24 hours.',
    ),
    Number(usualCooling.smallLimit / usdt),
  ),
  STEP_UP_ABOVE: z._default(
    number(/^\d{1,9}$/, 'STEP_UP_ABOVE must be a whole number of USDT, like 1000.'),
    Number(usualStepUpAbove / usdt),
  ),
  RECOVERY_WAIT_HOURS: z._default(
    number(
      /^(?:2[4-9]|[3-9]\d|[1-6]\d\d|7[01]\d|720)$/,
      'RECOVERY_WAIT_HOURS must be a whole number of hours from 24 to 720: so long people are told before operators recover their account.',
    ),
    usualRecoveryWait,
  ),
  DRAIN_SECONDS: z._default(
    number(
      /^(?:[0-5]?\d|60)$/,
      'DRAIN_SECONDS must be a whole number of seconds from 0 to 60: so long a server that stops still answers, until its balancer has noticed.',
    ),
    0,
  ),
  WORKERS: z._default(
    number(
      /^(?:[1-9]|[1-5]\d|6[0-4])$/,
      'WORKERS must be a whole number from 1 to 64: so many processes answer requests.',
    ),
    1,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    text(
      isUrlForFetch,
      'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector that takes OTLP over HTTP, like http://localhost:4318, to which /v1/traces is added; a password belongs in OTEL_EXPORTER_OTLP_HEADERS.',
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    text(
      (headers) => readHeaders(headers) !== null,
      'OTEL_EXPORTER_OTLP_HEADERS must be headers with commas between them, like authorization=Bearer%20TOKEN,x-tenant=zesto.',
    ),
  ),
  OTEL_SERVICE_NAME: z._default(
    text(/^[\w.-]{1,64}$/, 'OTEL_SERVICE_NAME must be letters, digits, dots, dashes and underscores.'),
    'zesto',
  ),
  OPEN_QUOTES: z._default(number(/^[1-9]\d{0,4}$/, quotesMistake('OPEN_QUOTES')), usualQuoteLimits.open),
  QUOTES_PER_MINUTE: z._default(
    number(/^[1-9]\d{0,4}$/, quotesMistake('QUOTES_PER_MINUTE')),
    usualQuoteLimits.perMinute,
  ),
  SECURITY_CONTACT: z.optional(
    text(
      /^(?:mailto:[^\s<>@]+@[^\s<>@]+|https:\/\/\S+)$/,
      'SECURITY_CONTACT must be an address like mailto:security@example.com or https://example.com/security.',
    ),
  ),
  SUPPORT_EMAIL: z.optional(
    text(
      (address) => z.safeParse(email, address).success,
      'SUPPORT_EMAIL must be an email address, like support@example.com.',
    ),
  ),
  LOG_LEVEL: z.optional(z.enum(logLevels, `LOG_LEVEL must be one of ${logLevels.join(', ')}.`)),
});

/** Accepts text that matches `fits`; otherwise the error is `mistake`. */
function text(fits: RegExp | ((given: string) => boolean), mistake: string) {
  return z
    .string()
    .check(z.refine((given) => (fits instanceof RegExp ? fits.test(given) : fits(given)), mistake));
}

function number(fits: RegExp, mistake: string) {
  return z.pipe(text(fits, mistake), z.transform(Number));
}

/** Reads the settings, or answers one sentence for each mistake. An empty variable counts as missing. */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
): Result<Settings, readonly string[]> {
  const read = withSecretFiles(env);
  return read.ok ? judge(read.value) : read;
}

function judge(env: Readonly<Record<string, string | undefined>>): Result<Settings, readonly string[]> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = z.safeParse(environment, given);
  if (!parsed.success) return refused([...new Set(parsed.error.issues.map((issue) => issue.message))]);
  const { data } = parsed;
  const contracts = data.TOKEN_CONTRACTS === undefined ? null : readContracts(data.TOKEN_CONTRACTS);
  if ((data.DEPOSIT_XPUB === undefined) !== (contracts === null)) {
    return refused(['DEPOSIT_XPUB and TOKEN_CONTRACTS go together: set both, or none.']);
  }
  const mistake = togetherMistake(data);
  if (mistake !== null) return refused([mistake]);
  const bucket = readBucket(data);
  if (bucket === 'incomplete') {
    return refused([
      'S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together: set all, or none.',
    ]);
  }
  return ok({
    port: data.PORT,
    host: data.HOST,
    operatorPort: data.OPERATOR_PORT,
    operatorHost: data.OPERATOR_HOST,
    operatorPublicUrl: data.OPERATOR_PUBLIC_URL,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL ?? null,
    databaseOwnerUrl: data.DATABASE_OWNER_URL ?? null,
    operatorToken: data.OPERATOR_TOKEN ?? null,
    metricsToken: data.METRICS_TOKEN,
    operatorLocal: data.OPERATOR_LOCAL === 'on',
    fourEyes: {
      setting: data.FOUR_EYES,
      limit: BigInt(data.FOUR_EYES_LIMIT) * usdt,
      exposure: readExposure(data.OPERATOR_DAILY_LIMIT),
    },
    ledgerKey: data.LEDGER_KEY ?? null,
    factorKey: data.FACTOR_KEY ?? null,
    formerFactorKey: data.FACTOR_KEY_FORMER,
    backupKey: data.BACKUP_KEY,
    production: data.NODE_ENV === 'production',
    network:
      data.DEPOSIT_XPUB !== undefined && contracts
        ? { name: data.NETWORK_NAME, chainId: data.CHAIN_ID, xpub: data.DEPOSIT_XPUB, contracts }
        : null,
    chain: chainOf(data),
    publicUrl: data.PUBLIC_URL ?? null,
    proxies: readProxies(data.TRUSTED_PROXIES ?? '') ?? noProxies,
    hsts: data.HSTS,
    mail:
      data.SMTP_URL !== undefined && data.PUBLIC_URL !== undefined
        ? {
            url: data.SMTP_URL,
            from: data.MAIL_FROM ?? `${brandName} <no-reply@${new URL(data.PUBLIC_URL).hostname}>`,
          }
        : null,
    issuer: issuerOf(data),
    captchaIterations: data.CAPTCHA_COST ?? null,
    bucket,
    scanner: data.CLAMD,
    imageHosts: imageHostsOf(data.IMG_HOSTS, bucket),
    priceAge: data.PRICE_MAX_AGE * minute,
    limits: limitsOf(data),
    cooling: {
      waitHours: data.ADDRESS_WAIT_HOURS,
      smallLimit: BigInt(data.ADDRESS_SMALL_LIMIT) * usdt,
    },
    stepUpAbove: BigInt(data.STEP_UP_ABOVE) * usdt,
    recoveryWaitHours: data.RECOVERY_WAIT_HOURS,
    drainSeconds: data.DRAIN_SECONDS,
    workers: data.WORKERS,
    traces: tracesOf(data),
    quoteLimits: { open: data.OPEN_QUOTES, perMinute: data.QUOTES_PER_MINUTE },
    ...contactsOf(data),
    logLevel: data.LOG_LEVEL ?? null,
  });
}

type Environment = z.infer<typeof environment>;

function contactsOf(data: Environment): Pick<Settings, 'securityContact' | 'supportEmail'> {
  return { securityContact: data.SECURITY_CONTACT ?? null, supportEmail: data.SUPPORT_EMAIL ?? null };
}

function limitsSetting(name: string) {
  return z.optional(text((spans) => readSpans(spans) !== null, limitsMistake(name)));
}

function readExposure(text: string): ExposureLimits {
  const spans = readSpans(text);
  return spans ? { each: spans.day, together: spans.month } : usualExposure;
}

function limitsOf(data: Environment): LimitSettings {
  return {
    unverified: readSpans(data.LIMITS_UNVERIFIED ?? '') ?? usualLimits.unverified,
    verified: readSpans(data.LIMITS_VERIFIED ?? '') ?? usualLimits.verified,
  };
}

function chainOf(data: Environment): ChainSettings | null {
  const { HOT_WALLET_KEYSTORE: keystore, HOT_WALLET_PASSWORD_FILE: passwordFile, SIGNER_URL } = data;
  const rpcUrls = readRpcUrls(data.RPC_URL ?? '');
  const maxFee = readGwei(data.MAX_FEE_GWEI ?? usualMaxFeeGwei);
  const feeds = readPriceFeeds(data.PRICE_FEEDS ?? '');
  if (!rpcUrls || maxFee === null) return null;
  const hotKey = keystore !== undefined && passwordFile !== undefined ? { keystore, passwordFile } : null;
  return {
    rpcUrls,
    confirmations: data.CONFIRMATIONS ?? usualConfirmations,
    hotWallet: SIGNER_URL === undefined ? hotKey : { signerUrl: SIGNER_URL },
    maxFee,
    explorerUrl: readExplorerUrl(data.EXPLORER_URL ?? ''),
    publicRpcUrl: data.PUBLIC_RPC_URL ?? null,
    nativeCurrency: data.NATIVE_CURRENCY ?? usualNativeCurrency,
    priceFeeds: feeds.ok ? feeds.value : [],
    feeMargin: data.NETWORK_FEE_MARGIN ?? usualFeeMargin,
    coldAddress: readColdAddress(data.COLD_ADDRESS ?? ''),
  };
}

/** Settings that need a chain. */
const chainNames = [
  'CONFIRMATIONS',
  'HOT_WALLET_KEYSTORE',
  'HOT_WALLET_PASSWORD_FILE',
  'SIGNER_URL',
  'MAX_FEE_GWEI',
  'EXPLORER_URL',
  'PUBLIC_RPC_URL',
  'NATIVE_CURRENCY',
  'PRICE_FEEDS',
  'NETWORK_FEE_MARGIN',
  'COLD_ADDRESS',
] as const;

function chainMistake(data: Environment): string | null {
  if (data.RPC_URL !== undefined && data.DEPOSIT_XPUB === undefined) {
    return 'RPC_URL needs DEPOSIT_XPUB and TOKEN_CONTRACTS too: they say what is looked for on the chain.';
  }
  const idle = chainNames.find((name) => data[name] !== undefined && data.RPC_URL === undefined);
  if (idle) return `${idle} is of no use without RPC_URL.`;
  if ((data.HOT_WALLET_KEYSTORE === undefined) !== (data.HOT_WALLET_PASSWORD_FILE === undefined)) {
    return 'HOT_WALLET_KEYSTORE and HOT_WALLET_PASSWORD_FILE go together: set both, or none.';
  }
  return data.HOT_WALLET_KEYSTORE !== undefined && data.SIGNER_URL !== undefined
    ? 'HOT_WALLET_KEYSTORE and SIGNER_URL exclude each other: set one of them.'
    : null;
}

/** The mistake in a combination of settings that are each valid; null for none. */
function togetherMistake(data: Environment): string | null {
  if (data.PORT === data.OPERATOR_PORT && data.PORT !== 0 && isShared(data.HOST, data.OPERATOR_HOST)) {
    return `PORT and OPERATOR_PORT are both ${data.PORT}: give one of them another number.`;
  }
  if (data.DATABASE_OWNER_URL !== undefined && data.DATABASE_URL === undefined) {
    return 'DATABASE_OWNER_URL is of no use without DATABASE_URL.';
  }
  if (data.WORKERS > 1 && data.DATABASE_URL === undefined) {
    return 'WORKERS needs DATABASE_URL: the embedded database belongs to one process.';
  }
  if (data.SMTP_URL !== undefined && data.PUBLIC_URL === undefined) {
    return 'SMTP_URL needs PUBLIC_URL too: emails link to it.';
  }
  if (data.MAIL_FROM !== undefined && data.SMTP_URL === undefined) {
    return 'MAIL_FROM is of no use without SMTP_URL.';
  }
  if ((data.OIDC_ISSUER === undefined) !== (data.OIDC_CLIENT_ID === undefined)) {
    return 'OIDC_ISSUER and OIDC_CLIENT_ID go together: set both, or none.';
  }
  if (data.OIDC_ISSUER !== undefined && data.GOOGLE_CLIENT_ID !== undefined) {
    return 'GOOGLE_CLIENT_ID and OIDC_ISSUER exclude each other: set one of them.';
  }
  if (data.OTEL_EXPORTER_OTLP_HEADERS !== undefined && data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) {
    return 'OTEL_EXPORTER_OTLP_HEADERS is of no use without OTEL_EXPORTER_OTLP_ENDPOINT.';
  }
  return chainMistake(data);
}

function tracesOf(data: Environment): ExporterSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName } = data;
  if (endpoint === undefined) return null;
  return { endpoint, serviceName, headers: readHeaders(data.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {} };
}

/** `name=value,name=value` with values in percent encoding (OpenTelemetry, OTLP exporter); null for anything else. */
function readHeaders(text: string): Record<string, string> | null {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '');
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, value] = /^\s*([\w-]{1,64})=([^\s,][^,]{0,4000})$/.exec(pair) ?? [];
    if (name === undefined || value === undefined) return null;
    try {
      headers[name] = decodeURIComponent(value.trim());
      new Headers(headers);
    } catch {
      return null;
    }
  }
  return headers;
}

function issuerOf({ GOOGLE_CLIENT_ID, OIDC_ISSUER, OIDC_CLIENT_ID }: Environment): Issuer | null {
  if (GOOGLE_CLIENT_ID !== undefined) return google(GOOGLE_CLIENT_ID);
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return null;
  return { name: new URL(OIDC_ISSUER).hostname, url: OIDC_ISSUER, clientId: OIDC_CLIENT_ID };
}

/** `host:port`, with an IPv6 host in brackets; null for anything else. */
function readHostAndPort(given: string): ScannerAddress | null {
  const [, six, host = six, port] =
    /^(?:\[([\da-f:]{2,45})\]|([a-z\d.-]{1,253})):([1-9]\d{0,4})$/i.exec(given) ?? [];
  return host !== undefined && Number(port) < 65_536 ? { host, port: Number(port) } : null;
}

/** Whether only programs on this machine can reach `host`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether these two hosts cannot both listen on the same port. */
function isShared(one: string, other: string): boolean {
  const isAny = (host: string) => host === '0.0.0.0' || host === '::';
  return (
    one === other ||
    isAny(one) ||
    isAny(other) ||
    ([one, other].includes('localhost') && isLoopback(one) && isLoopback(other))
  );
}

/** The address at which `host` and `port` are reached from this machine. */
export function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** `ZST=0x…,STO=0x…,USDT=0x…`, each address with a valid checksum or without one; null for anything else. */
function readContracts(text: string): DepositNetwork['contracts'] | null {
  const pairs = text.split(',').map((pair) => pair.trim().split('='));
  const addressOf = (symbol: string) => {
    const address = readAddress(pairs.find(([name]) => name === symbol)?.[1] ?? '');
    return address.ok ? address.value : null;
  };
  const [ZST, STO, USDT] = [addressOf('ZST'), addressOf('STO'), addressOf('USDT')];
  const isComplete = pairs.length === tokenSymbols.length;
  return isComplete && ZST && STO && USDT ? { ZST, STO, USDT } : null;
}

function port(name: string, usual: number) {
  const mistake = `${name} must be a whole number from 0 to 65535 (0 for any free one).`;
  return z._default(
    z.pipe(number(/^\d{1,5}$/, mistake), z.number().check(z.maximum(65_535, mistake))),
    usual,
  );
}

function host(name: string) {
  const mistake = `${name} must be a host name or an IP address, without a port.`;
  return z._default(text(/^[\w.:-]+$/, mistake), 'localhost');
}

function clientMistake(name: string): string {
  return `${name} must be the client id that the identity provider has given to this app.`;
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

/** Without a user and a password, which `fetch` refuses with a message that has them. */
function isUrlForFetch(text: string): boolean {
  if (!isHttpUrl(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function isSmtpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  // The path and the query must be empty, because a parameter could turn off the encryption that protects the password.
  const { protocol, hostname, pathname, search, hash } = new URL(text);
  const isBare = (pathname === '' || pathname === '/') && search === '' && hash === '';
  return /^smtps?:$/.test(protocol) && hostname !== '' && isBare;
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isEncryptedOrLocal(url) && url.search === '' && url.hash === '';
}

function isPublicRpcUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  // `RPC_URL` takes several addresses separated by commas, but this setting takes one.
  const isOne = !text.includes(',');
  return isOne && isEncryptedOrLocal(url) && url.username === '' && url.password === '' && url.hash === '';
}

/** An address to which `/tx/HASH` can be appended; null for anything else. People's browsers open it, so it must contain no secret. */
function readExplorerUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isBare = url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  const base = url.href.replace(/\/{1,9}$/, '');
  // Somebody copied the address of one transaction, or added the path that links add themselves.
  const isPage = /\/tx(?:\/|$)/.test(url.pathname);
  return isEncryptedOrLocal(url) && isBare && !isPage && base.length < 1_000 ? base : null;
}

function isEncryptedOrLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, '')));
}

function readBucket(data: z.infer<typeof environment>): Bucket | 'incomplete' | null {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = data;
  const all = [S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY];
  if (all.every((value) => value === undefined)) return null;
  return S3_ENDPOINT && S3_REGION && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY
    ? {
        endpoint: S3_ENDPOINT,
        region: S3_REGION,
        bucket: S3_BUCKET,
        accessKeyId: S3_ACCESS_KEY_ID,
        secretAccessKey: S3_SECRET_ACCESS_KEY,
      }
    : 'incomplete';
}

function imageHostsOf(named: string | undefined, bucket: Bucket | null): readonly string[] {
  return [...(readHosts(named ?? '') ?? []), ...(bucket ? [new URL(bucket.endpoint).origin] : [])];
}

/** `cdn.example.com,https://*.example.com:8443`; null for anything that a policy could read otherwise. */
function readHosts(text: string): readonly string[] | null {
  const hosts = text
    .split(',')
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const form = /^(?:https?:\/\/)?(?:\*\.)?(?:[a-z0-9-]{1,63}\.){0,10}[a-z0-9-]{1,63}(?::\d{1,5})?$/i;
  return hosts.every((host) => host.length < 255 && form.test(host)) ? hosts : null;
}

function isPath(text: string): boolean {
  return !text.includes('\0');
}

/** Whether this is the form of a URL of PostgreSQL. */
export function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol);
}
