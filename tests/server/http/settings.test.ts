import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { usualLimits } from '../../../server/payments/limits.ts';
import { isLoopback, readSettings, urlOf } from '../../../server/settings.ts';

const defaults = {
  port: 3000,
  host: 'localhost',
  operatorPort: 0,
  operatorPublicUrl: null,
  operatorHost: 'localhost',
  dataDir: '.data',
  databaseUrl: null,
  databaseOwnerUrl: null,
  operatorToken: null,
  metricsToken: null,
  operatorLocal: true,
  fourEyes: {
    setting: 'auto',
    limit: 1_000_000_000n,
    exposure: { each: 1_000_000_000_000n, together: 5_000_000_000_000n },
  },
  stepUpAbove: 1_000_000_000n,
  recoveryWaitHours: 72,
  drainSeconds: 0,
  workers: 1,
  traces: null,
  ledgerKey: null,
  factorKey: null,
  formerFactorKey: null,
  backupKey: null,
  production: false,
  network: null,
  chain: null,
  publicUrl: null,
  proxies: expect.anything(),
  hsts: 'host',
  mail: null,
  issuer: null,
  captchaIterations: null,
  bucket: null,
  scanner: null,
  imageHosts: [],
  priceAge: 7_200_000,
  securityContact: null,
  supportEmail: null,
  limits: usualLimits,
  cooling: { waitHours: 24, smallLimit: 100_000_000n },
  quoteLimits: { open: 10, perMinute: 30 },
  logLevel: null,
};

const xpub =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const contracts =
  'ZST=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed, STO=0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359,USDT=0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB';

test('nothing set, or set to nothing, is a wallet on this machine', () => {
  expect(readSettings({})).toEqual({ ok: true, value: defaults });
  expect(readSettings({ PORT: '', HOST: '', DATABASE_URL: '', NODE_ENV: '', HOME: '/root' })).toEqual({
    ok: true,
    value: defaults,
  });
});

test('everything set', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/lib/zesto',
    DATABASE_URL: 'postgres://zesto:secret@db.example:5432/zesto',
    DATABASE_OWNER_URL: 'postgres://owner:secret@db.example:5432/zesto',
    OPERATOR_TOKEN: '0123456789abcdef0123456789abcdef',
    METRICS_TOKEN: 'fedcba9876543210fedcba9876543210',
    LEDGER_KEY: 'fedcba9876543210fedcba9876543210',
    FACTOR_KEY: 'factors.9876543210fedcba9876543210',
    FACTOR_KEY_FORMER: 'former.factors.9876543210fedcba98765',
    BACKUP_KEY: 'backups.0123456789abcdef0123456789abcd',
    OPERATOR_LOCAL: 'off',
    FOUR_EYES: 'on',
    FOUR_EYES_LIMIT: '250',
    OPERATOR_DAILY_LIMIT: '2000/7000',
    OPERATOR_PORT: '8081',
    OPERATOR_PUBLIC_URL: 'https://operators.zesto.example',
    OPERATOR_HOST: '10.0.0.5',
    NODE_ENV: 'production',
    DEPOSIT_XPUB: xpub,
    TOKEN_CONTRACTS: contracts,
    CHAIN_ID: '11155111',
    NETWORK_NAME: 'Sepolia',
    RPC_URL: 'https://one.example.com/v3/key, http://127.0.0.1:8545,https://one.example.com/v3/key',
    CONFIRMATIONS: '3',
    HOT_WALLET_KEYSTORE: '/etc/zesto/hot.json',
    HOT_WALLET_PASSWORD_FILE: '/etc/zesto/hot.password',
    MAX_FEE_GWEI: '80.5',
    EXPLORER_URL: 'https://sepolia.etherscan.io/',
    PUBLIC_RPC_URL: 'https://rpc.sepolia.org',
    NATIVE_CURRENCY: 'SepETH',
    NETWORK_FEE_MARGIN: '40',
    COLD_ADDRESS: '0x9858effd232b4033e47d90003d41ec34ecaeda94',
    PRICE_FEEDS:
      'ETH/USDT=0x694aa1769357215de4fac081bf1f309adc325306, ZST/USDT=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@1500',
    PUBLIC_URL: 'https://wallet.example.com',
    TRUSTED_PROXIES: '10.0.0.7, fd00::/8',
    HSTS: 'preload',
    SUPPORT_EMAIL: 'support@example.org',
    SMTP_URL: 'smtp://zesto:secret@mail.example:587',
    GOOGLE_CLIENT_ID: '1234-abc.apps.googleusercontent.com',
    CAPTCHA_COST: '2000',
    S3_ENDPOINT: 'https://s3.eu-west-1.amazonaws.com',
    S3_REGION: 'eu-west-1',
    S3_BUCKET: 'zesto-files',
    S3_ACCESS_KEY_ID: 'AKIA',
    S3_SECRET_ACCESS_KEY: 'secret',
    PRICE_MAX_AGE: '45',
    DRAIN_SECONDS: '60',
    WORKERS: '64',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=zesto',
    OTEL_SERVICE_NAME: 'wallet',
    ADDRESS_WAIT_HOURS: '48',
    ADDRESS_SMALL_LIMIT: '20',
    OPEN_QUOTES: '4',
    QUOTES_PER_MINUTE: '90',
    LIMITS_UNVERIFIED: '50/60',
    LIMITS_VERIFIED: '0/10000000000',
    LOG_LEVEL: 'debug',
  });
  expect(settings).toEqual({
    ok: true,
    value: {
      port: 8080,
      host: '0.0.0.0',
      operatorPort: 8081,
      operatorPublicUrl: 'https://operators.zesto.example',
      operatorHost: '10.0.0.5',
      dataDir: '/var/lib/zesto',
      databaseUrl: 'postgres://zesto:secret@db.example:5432/zesto',
      databaseOwnerUrl: 'postgres://owner:secret@db.example:5432/zesto',
      operatorToken: '0123456789abcdef0123456789abcdef',
      metricsToken: 'fedcba9876543210fedcba9876543210',
      operatorLocal: false,
      fourEyes: {
        setting: 'on',
        limit: 250_000_000n,
        exposure: { each: 2_000_000_000n, together: 7_000_000_000n },
      },
      stepUpAbove: 1_000_000_000n,
      recoveryWaitHours: 72,
      drainSeconds: 60,
      workers: 64,
      traces: {
        endpoint: 'http://localhost:4318',
        serviceName: 'wallet',
        headers: { authorization: 'Bearer abc', 'x-tenant': 'zesto' },
      },
      ledgerKey: 'fedcba9876543210fedcba9876543210',
      factorKey: 'factors.9876543210fedcba9876543210',
      formerFactorKey: 'former.factors.9876543210fedcba98765',
      backupKey: 'backups.0123456789abcdef0123456789abcd',
      production: true,
      network: {
        name: 'Sepolia',
        chainId: 11155111,
        xpub,
        contracts: {
          ZST: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          STO: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
          USDT: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
        },
      },
      chain: {
        rpcUrls: ['https://one.example.com/v3/key', 'http://127.0.0.1:8545'],
        confirmations: 3,
        hotWallet: { keystore: '/etc/zesto/hot.json', passwordFile: '/etc/zesto/hot.password' },
        maxFee: 80_500_000_000n,
        explorerUrl: 'https://sepolia.etherscan.io',
        publicRpcUrl: 'https://rpc.sepolia.org',
        nativeCurrency: 'SepETH',
        coldAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
        priceFeeds: [
          {
            pair: 'ETH/USDT',
            contract: '0x694AA1769357215DE4FAC081bf1f309aDC325306',
            maximumAge: 4_500_000,
          },
          {
            pair: 'ZST/USDT',
            contract: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
            maximumAge: 90_000_000,
          },
        ],
        feeMargin: 40,
      },
      publicUrl: 'https://wallet.example.com',
      imageHosts: ['https://s3.eu-west-1.amazonaws.com'],
      proxies: expect.anything(),
      hsts: 'preload',
      mail: {
        url: 'smtp://zesto:secret@mail.example:587',
        from: 'Zesto <no-reply@wallet.example.com>',
      },
      issuer: {
        name: 'Google',
        url: 'https://accounts.google.com',
        alias: 'accounts.google.com',
        clientId: '1234-abc.apps.googleusercontent.com',
      },
      captchaIterations: 2000,
      bucket: {
        endpoint: 'https://s3.eu-west-1.amazonaws.com',
        region: 'eu-west-1',
        bucket: 'zesto-files',
        accessKeyId: 'AKIA',
        secretAccessKey: 'secret',
      },
      priceAge: 2_700_000,
      cooling: { waitHours: 48, smallLimit: 20_000_000n },
      quoteLimits: { open: 4, perMinute: 90 },
      scanner: null,
      securityContact: null,
      supportEmail: 'support@example.org',
      limits: {
        unverified: { day: 50_000_000n, month: 60_000_000n },
        verified: { day: 0n, month: 10_000_000_000_000_000n },
      },
      logLevel: 'debug',
    },
  });
});

test('an issuer of one’s own', () => {
  const read = readSettings({ OIDC_ISSUER: 'https://login.example.com/realm', OIDC_CLIENT_ID: 'wallet' });
  expect(read).toMatchObject({
    ok: true,
    value: {
      issuer: { name: 'login.example.com', url: 'https://login.example.com/realm', clientId: 'wallet' },
    },
  });
});

const proxiesMistake =
  'TRUSTED_PROXIES must name addresses or networks, like 10.0.0.7,192.168.0.0/16,fd00::/8, and never everybody (/0).';
const issuerMistake =
  'OIDC_ISSUER must be the address of an OpenID Connect issuer, like https://login.example.com; http only on this machine.';
const drainMistake =
  'DRAIN_SECONDS must be a whole number of seconds from 0 to 60: so long a server that stops still answers, until its balancer has noticed.';

const otlpMistake =
  'OTEL_EXPORTER_OTLP_ENDPOINT must be the address of a collector that takes OTLP over HTTP, like http://localhost:4318, to which /v1/traces is added; a password belongs in OTEL_EXPORTER_OTLP_HEADERS.';
const otlpHeadersMistake =
  'OTEL_EXPORTER_OTLP_HEADERS must be headers with commas between them, like authorization=Bearer%20TOKEN,x-tenant=zesto.';
const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' };
const workersMistake = 'WORKERS must be a whole number from 1 to 64: so many processes answer requests.';

test.each([
  [
    { PUBLIC_URL: 'https://wallet.example.com/app' },
    'PUBLIC_URL must be the address that people open, like https://wallet.example.com, without a path.',
  ],
  [
    { SMTP_URL: 'mail.example', PUBLIC_URL: 'https://wallet.example.com' },
    'SMTP_URL must look like smtp://user:password@host:587, or smtps://….',
  ],
  [{ SMTP_URL: 'smtp://mail.example:587' }, 'SMTP_URL needs PUBLIC_URL too: emails link to it.'],
  [{ MAIL_FROM: 'a@example.com' }, 'MAIL_FROM is of no use without SMTP_URL.'],
  [
    { MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' },
    'MAIL_FROM must be an email address, or a name and one: Wallet <no-reply@example.com>.',
  ],
  [
    { GOOGLE_CLIENT_ID: 'two words' },
    'GOOGLE_CLIENT_ID must be the client id that the identity provider has given to this app.',
  ],
  [{ OIDC_ISSUER: 'http://login.example.com', OIDC_CLIENT_ID: 'wallet' }, issuerMistake],
  [{ OIDC_ISSUER: 'https://login.example.com/?a', OIDC_CLIENT_ID: 'wallet' }, issuerMistake],
  [{ OIDC_CLIENT_ID: 'wallet' }, 'OIDC_ISSUER and OIDC_CLIENT_ID go together: set both, or none.'],
  [
    { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'wallet', GOOGLE_CLIENT_ID: 'g' },
    'GOOGLE_CLIENT_ID and OIDC_ISSUER exclude each other: set one of them.',
  ],
  [{ SUPPORT_EMAIL: 'support' }, 'SUPPORT_EMAIL must be an email address, like support@example.com.'],
  [{ HSTS: 'yes' }, 'HSTS must be one of host, subdomains, preload.'],
  [{ TRUSTED_PROXIES: 'load-balancer' }, proxiesMistake],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, proxiesMistake],
  [{ TRUSTED_PROXIES: '10.0.0.7,' }, proxiesMistake],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, proxiesMistake],
  [{ TRUSTED_PROXIES: '::/0' }, proxiesMistake],
  [{ DRAIN_SECONDS: '61' }, drainMistake],
  [{ DRAIN_SECONDS: '1.5' }, drainMistake],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }, otlpMistake],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://zesto:hunter2@otel.example.com' }, otlpMistake],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://zesto@otel.example.com' }, otlpMistake],
  [
    { S3_ENDPOINT: 'https://zesto:hunter2@s3.example.com' },
    'S3_ENDPOINT must be the address of the service, like https://s3.eu-west-1.amazonaws.com, without a password.',
  ],
  [
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=b' },
    'OTEL_EXPORTER_OTLP_HEADERS is of no use without OTEL_EXPORTER_OTLP_ENDPOINT.',
  ],
  [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer' }, otlpHeadersMistake],
  [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'a=%' }, otlpHeadersMistake],
  [{ ...collector, OTEL_EXPORTER_OTLP_HEADERS: 'a=b%0Ac' }, otlpHeadersMistake],
  [
    { OTEL_SERVICE_NAME: 'two words' },
    'OTEL_SERVICE_NAME must be letters, digits, dots, dashes and underscores.',
  ],
  [{ WORKERS: '0' }, workersMistake],
  [{ WORKERS: '65' }, workersMistake],
  [{ WORKERS: 'max' }, workersMistake],
  [{ WORKERS: '2' }, 'WORKERS needs DATABASE_URL: the embedded database belongs to one process.'],
  [{ CAPTCHA_COST: '0' }, 'CAPTCHA_COST must be a whole number from 1 to 999999, usually 5000.'],
])('%j is told to be wrong', (env, mistake) => {
  expect(readSettings(env)).toEqual({ ok: false, problem: [mistake] });
});

test.each([
  {},
  { HOST: '0.0.0.0', OPERATOR_HOST: '10.0.0.5' },
  { OPERATOR_HOST: '::' },
  { HOST: '127.0.0.1' },
])('one port for people and the operator, with %j, is told to be wrong', (hosts) => {
  expect(readSettings({ PORT: '3000', OPERATOR_PORT: '3000', ...hosts })).toEqual({
    ok: false,
    problem: ['PORT and OPERATOR_PORT are both 3000: give one of them another number.'],
  });
});

test.each([
  { PORT: '0', OPERATOR_PORT: '0' },
  { PORT: '3000', OPERATOR_PORT: '3001' },
  { PORT: '3000', HOST: '10.0.0.7', OPERATOR_PORT: '3000' },
])('%j are ports of their own', (env) => {
  expect(readSettings(env).ok).toBe(true);
});

const contractsMistake = 'TOKEN_CONTRACTS must name the contract of every token: ZST=0x…,STO=0x…,USDT=0x…';
test.each([
  [
    { DEPOSIT_XPUB: 'xprv9s21ZrQH143K' },
    "DEPOSIT_XPUB must be the extended public key (xpub…) of an account, m/44'/60'/0'. Never give a private one.",
  ],
  [{ DEPOSIT_XPUB: xpub }, 'DEPOSIT_XPUB and TOKEN_CONTRACTS go together: set both, or none.'],
  [{ TOKEN_CONTRACTS: contracts }, 'DEPOSIT_XPUB and TOKEN_CONTRACTS go together: set both, or none.'],
  [{ DEPOSIT_XPUB: xpub, TOKEN_CONTRACTS: contracts.replace('STO', 'BTC') }, contractsMistake],
  [{ DEPOSIT_XPUB: xpub, TOKEN_CONTRACTS: contracts.replace('5aAeb', '5aaeb') }, contractsMistake],
  [{ CHAIN_ID: '0' }, 'CHAIN_ID must be a whole number, 1 for Ethereum.'],
  [{ NETWORK_NAME: 'a<b' }, 'NETWORK_NAME must be up to 40 letters and digits.'],
])('a network of %j is told to be wrong', (env, mistake) => {
  expect(readSettings(env)).toEqual({ ok: false, problem: [mistake] });
});

const chain = { DEPOSIT_XPUB: xpub, TOKEN_CONTRACTS: contracts, RPC_URL: 'https://rpc.example.com' };

test('a chain of which only a node is named', () => {
  const read = readSettings(chain);
  expect(read.ok && read.value.chain).toEqual({
    rpcUrls: ['https://rpc.example.com'],
    confirmations: 12,
    hotWallet: null,
    maxFee: 500_000_000_000n,
    explorerUrl: null,
    publicRpcUrl: null,
    nativeCurrency: 'ETH',
    priceFeeds: [],
    feeMargin: 25,
    coldAddress: null,
  });
});

test('an external signer in place of a keystore', () => {
  const read = readSettings({ ...chain, SIGNER_URL: 'http://localhost:8550' });
  expect(read.ok && read.value.chain?.hotWallet).toEqual({ signerUrl: 'http://localhost:8550' });
});

const rpcMistake =
  'RPC_URL must be addresses of JSON-RPC nodes of one chain with commas between them, like https://one.example.com,https://two.example.com.';
const coldMistake =
  'COLD_ADDRESS must be an address of the chain, 0x and 40 digits, with the capitals of its checksum if it has any.';
const publicRpcMistake =
  'PUBLIC_RPC_URL must be the address of a node that anybody may ask, like https://rpc.example.com, without a password; http only on this machine.';
const currencyMistake =
  'NATIVE_CURRENCY must be the symbol of the coin that fees are paid in, 2 to 6 letters and digits, usually ETH.';
const explorerMistake =
  'EXPLORER_URL must be the address of a block explorer, like https://etherscan.io, to which links add /tx/ and a hash; http only on this machine.';
const marginMistake = 'NETWORK_FEE_MARGIN must be a whole number of percent from 0 to 999, usually 25.';
const feed = 'ETH/USDT=0x694aa1769357215de4fac081bf1f309adc325306';
const feedForm = (given: string) =>
  `PRICE_FEEDS: “${given}” must look like ETH/USDT=0x…, or like ETH/USDT=0x…@1500 with the minutes that its price may be old.`;
test.each([
  [{ RPC_URL: 'localhost:8545' }, rpcMistake],
  [{ RPC_URL: 'https://a.example.com,' }, rpcMistake],
  [{ RPC_URL: 'wss://a.example.com' }, rpcMistake],
  [{ CONFIRMATIONS: '0' }, 'CONFIRMATIONS must be a whole number from 1 to 999, usually 12.'],
  [{ CONFIRMATIONS: '1.5' }, 'CONFIRMATIONS must be a whole number from 1 to 999, usually 12.'],
  [
    { HOT_WALLET_KEYSTORE: '/etc/hot.json' },
    'HOT_WALLET_KEYSTORE and HOT_WALLET_PASSWORD_FILE go together: set both, or none.',
  ],
  [
    { HOT_WALLET_PASSWORD_FILE: '/etc/hot.password' },
    'HOT_WALLET_KEYSTORE and HOT_WALLET_PASSWORD_FILE go together: set both, or none.',
  ],
  [
    {
      HOT_WALLET_KEYSTORE: '/etc/hot.json',
      HOT_WALLET_PASSWORD_FILE: '/etc/hot.password',
      SIGNER_URL: 'http://localhost:8550',
    },
    'HOT_WALLET_KEYSTORE and SIGNER_URL exclude each other: set one of them.',
  ],
  [
    { SIGNER_URL: '/run/clef.ipc' },
    'SIGNER_URL must be the address of a signer that speaks eth_signTransaction, like http://localhost:8550, without a password.',
  ],
  [
    { SIGNER_URL: 'http://clef:hunter2@localhost:8550' },
    'SIGNER_URL must be the address of a signer that speaks eth_signTransaction, like http://localhost:8550, without a password.',
  ],
  [{ MAX_FEE_GWEI: '0' }, 'MAX_FEE_GWEI must be the most that is paid for a unit of gas, in gwei, like 500.'],
  [
    { MAX_FEE_GWEI: '1e3' },
    'MAX_FEE_GWEI must be the most that is paid for a unit of gas, in gwei, like 500.',
  ],
  [{ PUBLIC_RPC_URL: 'http://rpc.example.com' }, publicRpcMistake],
  [{ PUBLIC_RPC_URL: 'https://user:secret@rpc.example.com' }, publicRpcMistake],
  [{ PUBLIC_RPC_URL: 'wss://rpc.example.com' }, publicRpcMistake],
  [{ PUBLIC_RPC_URL: 'https://one.example.com,https://two.example.com' }, publicRpcMistake],
  [{ NATIVE_CURRENCY: 'E' }, currencyMistake],
  [{ NATIVE_CURRENCY: '<b>' }, currencyMistake],
  [{ EXPLORER_URL: 'https://etherscan.io/?tx=' }, explorerMistake],
  [{ EXPLORER_URL: 'https://etherscan.io/tx/' }, explorerMistake],
  [{ EXPLORER_URL: 'https://etherscan.io/tx/0x1a2b' }, explorerMistake],
  [{ EXPLORER_URL: 'http://etherscan.io' }, explorerMistake],
  [{ EXPLORER_URL: 'javascript:alert(1)//' }, explorerMistake],
  [{ EXPLORER_URL: 'etherscan.io' }, explorerMistake],
  [{ EXPLORER_URL: 'https://key:secret@etherscan.io' }, explorerMistake],
  [{ EXPLORER_URL: `https://etherscan.io/${'a/'.repeat(600)}` }, explorerMistake],
  [{ COLD_ADDRESS: '0x9858EfFD232B4033E47d90003D41EC34EcaEda95' }, coldMistake],
  [{ COLD_ADDRESS: 'cold.example.eth' }, coldMistake],
  [
    { PRICE_FEEDS: 'ETH/USD=0x694aa1769357215de4fac081bf1f309adc325306' },
    'PRICE_FEEDS: ETH/USD must be a token and USDT, like ETH/USDT: all prices are in USDT.',
  ],
  [
    { PRICE_FEEDS: feed.replace('ETH', 'USDT') },
    'PRICE_FEEDS: USDT/USDT must be a token and USDT, like ETH/USDT: all prices are in USDT.',
  ],
  [{ PRICE_FEEDS: `${feed},${feed}` }, 'PRICE_FEEDS: ETH/USDT has two feeds.'],
  [
    { PRICE_FEEDS: feed.slice(0, -1) },
    'PRICE_FEEDS: the address of ETH/USDT is none, or has a mistake in it.',
  ],
  [{ PRICE_FEEDS: `${feed},` }, feedForm('')],
  [{ NETWORK_FEE_MARGIN: '1000' }, marginMistake],
  [{ NETWORK_FEE_MARGIN: '-1' }, marginMistake],
  [{ NETWORK_FEE_MARGIN: '2.5' }, marginMistake],
  [{ PRICE_FEEDS: `${feed}@0` }, feedForm(`${feed}@0`)],
  [{ PRICE_FEEDS: `${feed}@100000` }, feedForm(`${feed}@100000`.slice(0, 60))],
  [{ PRICE_FEEDS: `${'@='.repeat(60_000)}` }, feedForm('@='.repeat(30))],
])('a chain of %j is told to be wrong', (env, mistake) => {
  expect(readSettings({ ...chain, ...env })).toEqual({ ok: false, problem: [mistake] });
});

test.each([
  ['https://eth.blockscout.com/', 'https://eth.blockscout.com'],
  ['https://explorer.example/chains/main//', 'https://explorer.example/chains/main'],
  ['HTTPS://Explorer.Example/txs', 'https://explorer.example/txs'],
  ['http://localhost:4000', 'http://localhost:4000'],
  ['http://[::1]:4000/', 'http://[::1]:4000'],
])('links to the explorer %s begin with %s', (given, base) => {
  const settings = readSettings({ ...chain, EXPLORER_URL: given });
  expect(settings).toMatchObject({ ok: true, value: { chain: { explorerUrl: base } } });
});

test.each([
  [{ CONFIRMATIONS: '12' }, 'CONFIRMATIONS is of no use without RPC_URL.'],
  [{ PUBLIC_RPC_URL: 'http://localhost:8545' }, 'PUBLIC_RPC_URL is of no use without RPC_URL.'],
  [{ NATIVE_CURRENCY: 'POL' }, 'NATIVE_CURRENCY is of no use without RPC_URL.'],
  [{ SIGNER_URL: 'http://localhost:8550' }, 'SIGNER_URL is of no use without RPC_URL.'],
  [
    { RPC_URL: 'https://rpc.example.com' },
    'RPC_URL needs DEPOSIT_XPUB and TOKEN_CONTRACTS too: they say what is looked for on the chain.',
  ],
])('%j without the rest of a chain is told to be wrong', (env, mistake) => {
  expect(readSettings(env)).toEqual({ ok: false, problem: [mistake] });
});

const port = 'PORT must be a whole number from 0 to 65535 (0 for any free one).';
const url = 'DATABASE_URL must look like postgres://user:password@host:5432/database.';
test.each([
  [{ PORT: 'abc' }, port],
  [{ PORT: '-1' }, port],
  [{ PORT: '65536' }, port],
  [{ PORT: '3e3' }, port],
  [{ PORT: '3000 ' }, port],
  [{ HOST: 'http://localhost' }, 'HOST must be a host name or an IP address, without a port.'],
  [{ DATABASE_URL: 'mysql://localhost/zesto' }, url],
  [{ DATABASE_URL: 'localhost:5432' }, url],
  [
    { OPERATOR_PUBLIC_URL: 'https://operators.zesto.example/console' },
    'OPERATOR_PUBLIC_URL must be the address that operators open, like https://operators.example.com, without a path.',
  ],
  [
    { OPERATOR_TOKEN: 'short' },
    'OPERATOR_TOKEN must have at least 32 characters: letters, digits and . _ ~ + / = -',
  ],
  [{ NODE_ENV: 'prod' }, 'NODE_ENV must be production, development or test, or be left out.'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of debug, info, warn, error, silent.'],
])('%j is one clear sentence', (env, sentence) => {
  expect(readSettings(env)).toEqual({ ok: false, problem: [sentence] });
});

test('all mistakes are told at once, and no secret with them', () => {
  const settings = readSettings({
    PORT: 'x',
    DATABASE_URL: 'mysql://me:hunter2@db/zesto',
    OPERATOR_TOKEN: 'hunter3',
  });
  expect(settings.ok === false && settings.problem).toHaveLength(3);
  expect(JSON.stringify(settings)).not.toContain('hunter');
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.5', false],
  ['127.0.0.1.example.org', false],
])('%s is this machine alone: %s', (host, alone) => {
  expect(isLoopback(host)).toBe(alone);
});

test.each([
  ['localhost', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
])('a server at %s is reached at %s', (host, reached) => {
  expect(urlOf(host, 3000)).toBe(reached);
});

test('pictures come from the hosts that are named, and from the bucket', () => {
  const named = readSettings({ IMG_HOSTS: 'cdn.example.com, https://*.images.example.com:8443' });
  expect(named.ok && named.value.imageHosts).toEqual([
    'cdn.example.com',
    'https://*.images.example.com:8443',
  ]);
});

test.each([
  "cdn.example.com; script-src 'unsafe-inline'",
  'data:',
  '*',
  'a b',
  'https://a.example/x',
  "'self'",
])('IMG_HOSTS=%s is refused in one sentence', (IMG_HOSTS) => {
  expect(readSettings({ IMG_HOSTS })).toEqual({
    ok: false,
    problem: [
      'IMG_HOSTS must be hosts with commas between them, like cdn.example.com,*.images.example.com:8443.',
    ],
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  const file = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  afterAll(() => rmSync(folder, { recursive: true }));

  test('counts as the setting', () => {
    const read = readSettings({
      FACTOR_KEY_FILE: file('factor', 'factors.9876543210fedcba9876543210\n'),
      DATABASE_URL_FILE: file('database', ' postgres://zesto:secret@db.example:5432/zesto\r\n'),
      LEDGER_KEY_FILE: '',
    });
    expect(read).toMatchObject({
      ok: true,
      value: {
        factorKey: 'factors.9876543210fedcba9876543210',
        databaseUrl: 'postgres://zesto:secret@db.example:5432/zesto',
        ledgerKey: null,
      },
    });
  });

  test.each([
    [
      'that is not there',
      { LEDGER_KEY_FILE: join(folder, 'none') },
      'LEDGER_KEY_FILE must be the path of a file that can be read.',
    ],
    [
      'that is a folder',
      { LEDGER_KEY_FILE: folder },
      'LEDGER_KEY_FILE must be the path of a file that can be read.',
    ],
    ['that is empty', { LEDGER_KEY_FILE: file('empty', ' \n') }, 'LEDGER_KEY_FILE names an empty file.'],
    [
      'that is long',
      { LEDGER_KEY_FILE: file('long', 'x'.repeat(4097)) },
      'LEDGER_KEY_FILE names a file that is too long for a secret.',
    ],
    [
      'and in the setting',
      { LEDGER_KEY: 'fedcba9876543210fedcba9876543210', LEDGER_KEY_FILE: file('twice', 'x') },
      'LEDGER_KEY and LEDGER_KEY_FILE exclude each other: set one of them.',
    ],
  ])('%s is told in one sentence', (_, env, sentence) => {
    expect(readSettings(env)).toEqual({ ok: false, problem: [sentence] });
  });

  test('is judged like the setting, and is not repeated', () => {
    const read = readSettings({ LEDGER_KEY_FILE: file('short', 'hunter2') });
    expect(read.ok ? [] : read.problem).toEqual([expect.stringMatching(/^LEDGER_KEY must have at least 32/)]);
    expect(JSON.stringify(read)).not.toContain('hunter2');
  });
});

test.each([
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['clamd.example.com:3310', { host: 'clamd.example.com', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['127.0.0.1', null],
  ['127.0.0.1:70000', null],
  ['http://127.0.0.1:3310', null],
  [':3310', null],
])('CLAMD=%s is %j', (CLAMD, scanner) => {
  const read = readSettings({ CLAMD });
  expect(read.ok ? read.value.scanner : read.problem).toEqual(
    scanner ?? ['CLAMD must be where clamd listens, like 127.0.0.1:3310.'],
  );
});
