import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { operatorBase, sessionEndHeader, webAppBase } from '../contract/call.ts';
import writtenOpenApi from '../contract/openapi.json?raw';
import type { OpenApiDocument } from '../contract/openapi.ts';
import { createPasswords, type HashCost, owaspCost } from './accounts/passwords.ts';
import { usualRecoveryWait } from './accounts/recoveries.ts';
import { findSessions } from './accounts/sessions.ts';
import { createSignInLog } from './accounts/signIns.ts';
import { addressBookCalls } from './addressBook/addressBook.ts';
import { addressCalls } from './addresses/addresses.ts';
import { analyticsCalls } from './analytics/analytics.ts';
import { createAuditor } from './audit/auditor.ts';
import { accountCalls } from './auth/accounts.ts';
import { type CaptchaCost, captchaCalls, createCaptcha, phoneSecond } from './auth/captcha.ts';
import { createDeviceProofs, deviceKeyCalls } from './auth/deviceKeys.ts';
import { accountEmailCalls } from './auth/emailCalls.ts';
import { factorCalls } from './auth/factorCalls.ts';
import { googleSignInCalls } from './auth/googleSignIn.ts';
import type { Issuer } from './auth/issuer.ts';
import { createPasskeys, passkeyCalls } from './auth/passkeys.ts';
import { advisesFactor, createPaymentProofs, offerProofs, usualStepUpAbove } from './auth/paymentProofs.ts';
import { recoveryCalls } from './auth/recovery.ts';
import { createSealer } from './auth/sealed.ts';
import { createSecondFactors } from './auth/secondFactor.ts';
import { securityCalls } from './auth/security.ts';
import { securitySettingsCalls } from './auth/securitySettings.ts';
import { stepUpCalls } from './auth/stepUp.ts';
import { walletLinkCalls } from './auth/walletLink.ts';
import { walletSignInCalls } from './auth/walletSignIn.ts';
import type { Clock } from './core/clock.ts';
import { problemResponse, Refusal } from './core/refusal.ts';
import { coalesce } from './database/coalesce.ts';
import type { Db } from './database/db.ts';
import { isOutage } from './database/outage.ts';
import type { Mailer } from './email/mailer.ts';
import { createEmailOutbox } from './email/outbox.ts';
import { exchangeCalls } from './exchange/exchange.ts';
import type { Decoder } from './files/decoder.ts';
import type { Files } from './files/files.ts';
import { statementCalls } from './history/statementCalls.ts';
import { transactionCalls } from './history/transactionCalls.ts';
import { callerOf, noProxies, type Proxies } from './http/caller.ts';
import { deviceCookie } from './http/deviceCookie.ts';
import { createIdempotency, operationCalls } from './http/idempotency.ts';
import { createKeyedCallLimit } from './http/keyedCalls.ts';
import type { UnreadCode } from './http/listen.ts';
import { isOwnName } from './http/ownNames.ts';
import { logFault, logRequest } from './http/requestLog.ts';
import { addCalls, type ServerEnv } from './http/routes.ts';
import { consoleHeaders, type HstsScope, securityHeaders, strictTransport } from './http/securityHeaders.ts';
import { securityText } from './http/securityText.ts';
import type { StaticApp } from './http/staticApp.ts';
import type { Scan } from './http/upload.ts';
import { kycCalls } from './kyc/kyc.ts';
import { createMetrics, namedMethod, type OtherProcesses, type ProcessFigures } from './metrics/metrics.ts';
import { createStoredFigures } from './metrics/storedFigures.ts';
import { newsCalls } from './news/news.ts';
import { publishingCalls } from './news/publishing.ts';
import { notificationCalls } from './notifications/notifications.ts';
import { accountSearchCalls } from './operator/accountSearch.ts';
import { operatorCalls } from './operator/accounts.ts';
import { createApiDocs } from './operator/apiDocs.ts';
import { attentionCalls } from './operator/attention.ts';
import { chainCalls } from './operator/chain.ts';
import { createFourEyes, type FourEyesSettings, usualFourEyes } from './operator/fourEyes.ts';
import { createOperatorGate, createScraperGate } from './operator/gate.ts';
import { kycReviewCalls } from './operator/kyc.ts';
import { createOperatorLog, operatorLogCalls } from './operator/log.ts';
import { loginProofCalls } from './operator/loginProofs.ts';
import { operatorLoginCalls } from './operator/logins.ts';
import { networkCalls } from './operator/network.ts';
import { ownLoginCalls } from './operator/ownLogin.ts';
import { paymentCalls } from './operator/payments.ts';
import { peopleCalls } from './operator/people.ts';
import { proposalCalls } from './operator/proposals.ts';
import { rateSettingCalls } from './operator/rates.ts';
import { recoveryProposalCalls } from './operator/recoveries.ts';
import { refundCalls } from './operator/refunds.ts';
import { refuseOtherOrigins } from './operator/sameOrigin.ts';
import { createSecurityLog, tellPayment } from './operator/securityLog.ts';
import { operatorSetupCalls } from './operator/setups.ts';
import { listingCalls } from './operator/tokens.ts';
import { sweepCalls, treasuryCalls } from './operator/treasury.ts';
import { withdrawalCalls } from './operator/withdrawals.ts';
import { type CoolingSettings, usualCooling } from './payments/cooling.ts';
import { type LimitSettings, tellLimitSettings, usualLimits } from './payments/limits.ts';
import { avatarCalls } from './profile/avatars.ts';
import { closingCalls } from './profile/closing.ts';
import { exportCalls } from './profile/export.ts';
import { profileCalls } from './profile/profile.ts';
import { rateCalls, usualPriceAge } from './rates/rates.ts';
import type { ChainPrices } from './settlement/evm/chainPrices.ts';
import type { OutsidePayer } from './settlement/outsidePayer.ts';
import { receiveDeposits } from './settlement/receiveDeposits.ts';
import { type PaymentEvent, settleDue } from './settlement/settleDue.ts';
import type { DepositSource, Settlement } from './settlement/settlement.ts';
import { createFeed, streamCalls } from './stream/feed.ts';
import { attachmentCalls } from './support/attachments.ts';
import { notMeCalls } from './support/notMe.ts';
import { ticketCalls } from './support/operatorCalls.ts';
import { supportCalls } from './support/support.ts';
import { catalogueCalls } from './tokens/catalogue.ts';
import type { Explorer } from './tokens/explorer.ts';
import { chainName, type DepositNetwork, type PublicChain } from './tokens/network.ts';
import { callerSpan, type Tracer, withSpan } from './tracing/span.ts';
import { type QuoteLimits, usualQuoteLimits } from './transactions/quoteLimits.ts';
import type { TransactionRow } from './transactions/records.ts';
import type { Treasury } from './treasury/treasury.ts';
import { portfolioCalls } from './wallet/portfolio.ts';
import { walletCalls } from './wallet/wallet.ts';

/** Everything outside of the server that it needs. */
export interface ServerOptions {
  readonly database: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** The server's own token, whose holder is an administrator; null when it gives no access. */
  readonly operatorToken: string | null;
  /** The token with which `/metrics` is read, besides those of operators; null or left out for none. */
  readonly metricsToken?: string | null;
  /** Where metrics are registered; a new registry by default. */
  readonly registry?: Registry;
  /** The figures of the server's other processes; left out when it is the only one. */
  readonly otherProcesses?: OtherProcesses;
  /** Records what requests wait for; left out, nothing is recorded. */
  readonly tracer?: Tracer;
  /** Which operators' calls need a second operator's approval. */
  readonly fourEyes?: FourEyesSettings;
  /** The store of people's pictures and documents. */
  readonly files: Files;
  /** Checks the pictures and documents that people send. */
  readonly decoder: Decoder;
  /** Scans uploaded files before they are stored; left out, none are scanned. */
  readonly scan?: Scan;
  /** The network of deposits and withdrawals; without one, tokens move between accounts only. */
  readonly settlement?: Settlement;
  /** The network of deposits, for a server without withdrawals. */
  readonly deposits?: DepositSource;
  /** The prices on that network's chain. */
  readonly chainPrices?: ChainPrices;
  /** The balances on that network's chain; left out without one. */
  readonly treasury?: Treasury;
  /** Pays from outside when an operator asks for it: the demo's faucet. Null or left out on any other network. */
  readonly payer?: OutsidePayer | null;
  /** The age in milliseconds at which a price is no longer used for exchanges; two hours by default. */
  readonly priceAge?: number;
  /** The limits for withdrawals. */
  readonly limits?: LimitSettings;
  /** The limits for payments to new addresses. */
  readonly cooling?: CoolingSettings;
  /** The value above which each payment needs its own proof, in minor units of USDT. */
  readonly stepUpAbove?: bigint;
  /** How long all addresses of an account are warned before it is recovered; 72 hours by default. */
  readonly recoveryWaitHours?: number;
  /** The most quotes that an account may have. */
  readonly quoteLimits?: QuoteLimits;
  /** The key from which deposit addresses are derived; without it no addresses are made. */
  readonly network?: DepositNetwork;
  /** That network's chain, as people and their wallets see it; left out when no chain is followed. */
  readonly chain?: PublicChain;
  /** The app's own address, without a slash at its end: emails link to it, and browser wallets sign for it. */
  readonly appUrl: string;
  /** The address that operators open, without a slash at its end; their passkeys are bound to it. Known once it listens. */
  readonly operatorUrl: () => string;
  /** The server's URLs, for the app and for operators: requests for other hosts are refused with MISDIRECTED. Left out, every host is accepted. */
  readonly ownUrls?: { readonly app: () => readonly string[]; readonly operator: () => readonly string[] };
  /** The trusted proxies in front of this server; none by default. */
  readonly proxies?: Proxies;
  /** `host` by default. */
  readonly hsts?: HstsScope;
  /** Sends emails; left out, none are sent. */
  readonly mailer?: Mailer;
  /** Whether a password login requires a confirmed email address. Needs a mailer. */
  readonly demandsConfirmation?: boolean;
  /** The identity provider that people may log in with. */
  readonly issuer?: Issuer;
  /** Where security flaws are reported, an address with its scheme; the support page by default. */
  readonly securityContact?: string;
  /** The contact address for people who cannot log in. */
  readonly supportEmail?: string;
  /** The built app, if this server serves it. */
  readonly app?: StaticApp;
  /** The built operators' console, if this server serves it; on the operators' address only. */
  readonly console?: StaticApp;
  /** The API's origin in the built app; null or left out for the app's own. */
  readonly apiOrigin?: string | null;
  /** The key of the ledger's seals, kept outside of the database; null or left out for none. */
  readonly ledgerKey?: string | null;
  /** The key that encrypts second factors, kept outside of the database; null or left out for none. */
  readonly factorKey?: string | null;
  /** Another key that still opens second factors. */
  readonly formerFactorKey?: string | null;
  /** Other hosts whose pictures the app may show, as sources of a content security policy. */
  readonly imageHosts?: readonly string[];
  /** Tests use cheaper hashes. */
  readonly hashCost?: HashCost;
  /** Tests use cheaper captchas, and so do operators whose customers have slow machines. */
  readonly captchaCost?: CaptchaCost;
}

interface Peer {
  readonly address: string;
}

export interface Server {
  /** Answers a request; `address` is the caller's. Never throws. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** Answers operators' calls, which have their own address. Never throws. */
  operate(request: Request, peer?: Peer): Promise<Response>;
  /** The answer to a request that could not be read, or arrived too slowly. */
  refuse(code: UnreadCode): Response;
  /** Follows and credits deposits; call it about every second. Rejects when a part of it failed. */
  receive(): Promise<void>;
  /** Sends and settles withdrawals and sweeps; call it about every second. Rejects when a part of it failed. */
  pay(): Promise<void>;
  /** Reads prices from the chain; call it about every ten seconds. Rejects when the chain cannot be asked. */
  readPrices(): Promise<void>;
  /** Runs the hourly audit if it is due; call it about every minute. */
  audit(): Promise<void>;
  /** Sends the queued emails; call it about every second. */
  sendNotices(): Promise<void>;
  /** Resolves when all emails are sent that can be, and everything is recorded that answers do not wait for. */
  rest(): Promise<void>;
  /** What this process has counted, for the metrics of all processes of a server. */
  figures(): Promise<ProcessFigures>;
  /** Keeps open streams up to date (`Feed`); call it every `streamPulse` milliseconds. */
  pulse(): Promise<void>;
  /**
   * Makes `/readyz` report that no new work should be sent here, and ends streams, whose readers then connect to another server. Emails
   * that still wait after five seconds are left to others.
   */
  retire(): void;
}

// As `npm run contract` wrote it: making it from the contract takes a third of a second of the processor.
const openApi: OpenApiDocument = JSON.parse(writtenOpenApi);
const openApiText = JSON.stringify(openApi);
const openApiPath = `${webAppBase}/openapi.json`;

/** The API, and the built app if there is one. Opens no port and reads no environment. */
export function createServer(options: ServerOptions): Server {
  const { database, clock, log, files, decoder, app: builtApp, console: builtConsole } = options;
  const appHeaders = securityHeaders({
    inlineStyles: builtApp?.inlineStyles ?? [],
    apiOrigin: options.apiOrigin ?? null,
    imageHosts: options.imageHosts ?? [],
  });
  const passwords = createPasswords(options.hashCost ?? owaspCost);
  const lookUp = coalesce(
    (shown: readonly { token: string; at: Date; isUse: boolean }[]) => findSessions({ database, log }, shown),
    { most: 64 },
  );
  const gate = {
    authenticate: (token: string, at: Date, isUse: boolean) => lookUp({ token, at, isUse }),
    operatorOf: createOperatorGate({ database, log, token: options.operatorToken }),
  };
  const security = createSecurityLog(log);
  const quoteLimits = options.quoteLimits ?? usualQuoteLimits;
  const captcha = createCaptcha(database, options.captchaCost ?? phoneSecond);
  const { treasury = null } = options;
  const { appUrl, mailer = null, demandsConfirmation = false, issuer = null } = options;
  const support = options.supportEmail ?? null;
  const outbox = createEmailOutbox({ database, clock, mailer, appUrl, support, log });
  const sealer = createSealer(options.factorKey ?? null, options.formerFactorKey);
  const secondFactors = createSecondFactors({ database, sealer });
  const signIns = createSignInLog({ database, log });
  const site = { url: appUrl, chainId: options.network?.chainId ?? mainnet };
  const passkeys = createPasskeys({ database, site, log });
  const auditor = createAuditor({ database, log, key: options.ledgerKey ?? null, treasury });
  const priceAge = options.priceAge ?? usualPriceAge;
  const feed = createFeed({ database, clock, log, priceAge });
  const { settlement, network = null, chain = null } = options;
  const source = settlement ?? options.deposits ?? null;
  const metrics = createMetrics({
    registry: options.registry,
    startedAt: clock.now(),
    load: database.load,
    openStreams: feed.size,
    chainPosition: source?.position,
    storedFigures: createStoredFigures({ database, priceAge, log }),
    others: options.otherProcesses,
  });
  // A quote is paid by one call, and may be cancelled by another one.
  const keyedCallLimit = createKeyedCallLimit(database.query, 2 * quoteLimits.perMinute);
  const idempotent = createIdempotency(database, keyedCallLimit, metrics.batchBegan);
  const explorer = explorerOf(network, chain);
  const hasNetwork = settlement !== undefined;
  const limits = options.limits ?? usualLimits;
  const cooling = options.cooling ?? usualCooling;
  const stepUpAbove = options.stepUpAbove ?? usualStepUpAbove;
  const { proxies = noProxies } = options;
  const transport = strictTransport(options.hsts ?? 'host');
  const isAlwaysSecure = appUrl.startsWith('https:');
  let retired = false;

  /** The app without its calls: every answer has the security headers and a line in the log. */
  function createApp(
    headers: Readonly<Record<string, string>>,
    ownUrls: (() => readonly string[]) | undefined,
  ): Hono<ServerEnv> {
    const app = new Hono<ServerEnv>();
    app.use(async (context, next) => {
      const started = performance.now();
      const { req } = context;
      context.set('requestId', randomUUID());
      context.set('route', 'none');
      context.set('sessionEnd', null);
      context.set('newDevice', null);
      const traceparent = req.header('traceparent');
      const span = options.tracer?.begin(traceparent) ?? null;
      context.set('traceId', span?.traceId ?? callerSpan(traceparent)?.traceId);
      await (span ? withSpan(span, next) : next());
      dress(context.res.headers, headers, context.get('requestId'), context.env.isSecure);
      tellSessionEnd(context.res.headers, context.get('sessionEnd'));
      keepDevice(context.res.headers, context.get('newDevice'), context.env.isSecure);
      const ms = performance.now() - started;
      const { status } = context.res;
      const route = context.get('route');
      metrics.requestEnded(req.method, route, status, ms / 1000);
      const method = namedMethod(req.method);
      span?.end({
        name: `${method} ${route}`,
        facts: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
        isFailed: status >= 500,
      });
      logRequest(log, {
        ...namesOf(context),
        method: req.method,
        route,
        address: context.env.address,
        status,
        ms: Math.round(ms * 10) / 10,
      });
    });
    app.use((context, next) => {
      if (ownUrls && !isOwnName(context.req.header('host'), ownUrls())) throw new Refusal('MISDIRECTED');
      return next();
    });
    // Answered instead of thrown, because an exception here would skip the headers and the log line.
    app.notFound((context) => problemResponse(new Refusal('NOT_FOUND'), context.get('requestId')));
    app.onError((error, context) => {
      const refusal = error instanceof Refusal ? error : faultOf(error, namesOf(context));
      return problemResponse(refusal, context.get('requestId'));
    });
    app.get('/healthz', (context) => {
      context.set('route', '/healthz');
      return context.json({ status: 'alive' });
    });
    return app;
  }

  function dress(
    answer: Headers,
    headers: Readonly<Record<string, string>>,
    requestId: string,
    isSecure: boolean,
  ) {
    for (const [name, value] of Object.entries(headers)) {
      if (!answer.has(name)) answer.set(name, value);
    }
    answer.set('date', clock.now().toUTCString());
    answer.set('x-request-id', requestId);
    if (!answer.has('cache-control')) answer.set('cache-control', 'no-store');
    if (isSecure) answer.set('strict-transport-security', transport);
  }

  function keepDevice(answer: Headers, token: string | null, isSecure: boolean) {
    if (token !== null) answer.append('set-cookie', deviceCookie(token, isSecure));
  }

  function tellSessionEnd(answer: Headers, end: Date | null) {
    if (end === null) return;
    const left = Math.floor((end.getTime() - clock.now().getTime()) / 1000);
    answer.set(sessionEndHeader, String(Math.max(0, left)));
  }

  const app = createApp(appHeaders, options.ownUrls?.app);
  const webApp = {
    clock,
    gate,
    idempotent,
    listeners: [security],
    requireDevice: createDeviceProofs({ database, outbox }),
    brokeOff: (error: unknown, context: Context<ServerEnv>) => {
      if (!(error instanceof Refusal)) logFault(log, namesOf(context), error);
    },
    ...(options.scan && { scan: options.scan }),
  };
  addCalls(app, webAppBase, webApp, (route, routeMany) => {
    profileCalls(route, { database });
    exportCalls(route, { database, hasEmails: mailer !== null, explorer, cooling });
    closingCalls(route, { database, outbox });
    kycCalls(route, { database, files, decoder }, tellLimitSettings(limits));
    accountCalls(route, {
      ...{ database, passwords, captcha, outbox, secondFactors, signIns },
      demandsConfirmation,
    });
    captchaCalls(route, { database, captcha });
    walletSignInCalls(route, { database, site, secondFactors, signIns });
    googleSignInCalls(route, {
      database,
      passwords,
      secondFactors,
      signIns,
      issuer,
      emails: mailer !== null,
      support,
    });
    accountEmailCalls(route, { database, passwords, outbox });
    recoveryCalls(route, { database, passwords });
    securityCalls(route, { database, passwords, outbox });
    securitySettingsCalls(route, { database, outbox, stepUpAbove });
    walletLinkCalls(route, { database, outbox, site });
    stepUpCalls(route, { database, passwords, outbox, issuer, site, factors: secondFactors, passkeys });
    deviceKeyCalls(route, { database, outbox });
    passkeyCalls(route, { database, outbox, site, passkeys });
    factorCalls(route, { database, outbox, sealer });
    addressBookCalls(route, { database, outbox, cooling, network });
    avatarCalls(route, { database, files, decoder });
    walletCalls(route, {
      ...{ database, hasNetwork, priceAge, limits, network },
      chainGas: options.chainPrices ?? null,
    });
    portfolioCalls(route, { database });
    catalogueCalls(route, { database, network, explorer });
    rateCalls(route, { database, priceAge });
    exchangeCalls(route, { database, clock, priceAge, quoteLimits });
    operationCalls(route, idempotent);
    addressCalls(route, { database, network, chain });
    transactionCalls(route, routeMany, {
      ...{ database, clock, hasNetwork, network, limits, cooling, quoteLimits, priceAge, explorer },
      chainGas: options.chainPrices ?? null,
      advisesFactor,
      paymentProofs: createPaymentProofs({
        hasEmails: outbox.isOpen,
        above: stepUpAbove,
      }),
      offerProof: offerProofs(passkeys),
    });
    statementCalls(route, { database, clock });
    streamCalls(route, feed);
    notificationCalls(route, { database });
    analyticsCalls(route, { database });
    newsCalls(route, { database });
    supportCalls(route, { database });
    attachmentCalls(route, { database, files, decoder });
    notMeCalls(route, { database, outbox });
  });
  const fourEyes = createFourEyes({
    ...(options.fourEyes ?? usualFourEyes),
    database,
    hasLocal: options.operatorToken !== null,
  });
  const operatorApp = createApp(consoleHeaders(builtConsole?.inlineStyles ?? []), options.ownUrls?.operator);
  operatorApp.use((context, next) => {
    refuseOtherOrigins(context.req.raw);
    return next();
  });
  const listeners = [createOperatorLog(database.query), security];
  addCalls(operatorApp, operatorBase, { clock, gate, listeners }, (route) => {
    const parties = { database, passwords, sealer, log, url: options.operatorUrl };
    operatorLoginCalls(route, parties);
    operatorSetupCalls(route, parties);
    loginProofCalls(route, parties);
    ownLoginCalls(route, parties);
    peopleCalls(route, { database, fourEyes });
    proposalCalls(route, { database, fourEyes });
    operatorLogCalls(route, { database });
    operatorCalls(route, { database, passwords, auditor, treasury, fourEyes });
    accountSearchCalls(route, { database });
    recoveryProposalCalls(route, {
      ...{ database, fourEyes, outbox },
      waitHours: options.recoveryWaitHours ?? usualRecoveryWait,
    });
    rateSettingCalls(route, { database, fourEyes, coin: options.chainPrices?.coin ?? null });
    withdrawalCalls(route, { database, fourEyes, hasNetwork });
    refundCalls(route, { fourEyes, hasNetwork, network, priceAge, chainGas: options.chainPrices ?? null });
    paymentCalls(route, { settlement: settlement ?? null, treasury });
    attentionCalls(route, { database });
    publishingCalls(route, { database });
    ticketCalls(route, { database, files });
    kycReviewCalls(route, { database, files });
    listingCalls(route, { database, network });
    chainCalls(route, {
      ...{ database, chain: network && chainName(network.chainId) },
      deposits: source,
    });
    treasuryCalls(route, { database, treasury });
    sweepCalls(route, { database, treasury });
    networkCalls(route, { database, payer: options.payer ?? null });
  });

  app.get(openApiPath, (context) => {
    context.set('route', openApiPath);
    return context.body(openApiText, 200, { 'content-type': 'application/json' });
  });
  const apiDocs = createApiDocs(openApi, appUrl + openApiPath);
  operatorApp.get('/api/docs', (context) => {
    context.set('route', '/api/docs');
    return apiDocs();
  });
  const admitScraper = createScraperGate(options.metricsToken ?? null, gate.operatorOf);
  operatorApp.get('/metrics', async (context) => {
    context.set('route', '/metrics');
    const at = clock.now();
    await admitScraper(context.req.header('authorization'), context.env.address, at);
    return context.body(await metrics.text(at), 200, { 'content-type': metrics.contentType });
  });
  app.get('/.well-known/security.txt', (context) => {
    context.set('route', '/.well-known/security.txt');
    return context.body(securityText(appUrl, options.securityContact ?? null, clock.now()), 200, {
      'content-type': 'text/plain; charset=utf-8',
    });
  });
  app.get('/readyz', async (context) => {
    context.set('route', '/readyz');
    if (retired) throw new Refusal('UNAVAILABLE');
    await database.query('SELECT 1').catch(() => {
      throw new Refusal('UNAVAILABLE');
    });
    return context.json({ status: 'ready' });
  });

  serve(app, builtApp, 'app');
  serve(operatorApp, builtConsole, 'console');

  function serve(on: Hono<ServerEnv>, built: StaticApp | undefined, route: string) {
    on.on(['GET', 'HEAD'], '*', (context) => {
      const { path } = context.req;
      const found = path.startsWith('/api/') ? null : built?.respond(context.req.raw, path);
      if (!found) throw new Refusal('NOT_FOUND');
      context.set('route', route);
      return found;
    });
  }

  function complainOf(what: 'payment' | 'deposit') {
    const message = what === 'payment' ? 'a payment could not be settled' : 'a deposit could not be taken';
    return (id: string, error: unknown) => log.error({ transaction: id, reason: String(error) }, message);
  }

  function faultOf(error: Error, names: ReturnType<typeof namesOf>): Refusal {
    logFault(log, names, error);
    return isOutage(error) ? new Refusal('UNAVAILABLE', { retryAfter: 2 }) : new Refusal('INTERNAL');
  }

  return {
    fetch: async (request, peer) => {
      const caller = callerOf(peer?.address ?? 'unknown', request.headers, proxies);
      return app.fetch(request, { ...caller, isSecure: isAlwaysSecure || caller.isSecure });
    },
    operate: async (request, peer) =>
      operatorApp.fetch(request, callerOf(peer?.address ?? 'unknown', request.headers, proxies)),
    refuse: (code) => {
      const id = randomUUID();
      const response = problemResponse(new Refusal(code), id);
      dress(response.headers, appHeaders, id, isAlwaysSecure);
      const { status } = response;
      metrics.requestEnded('none', 'none', status, 0);
      logRequest(log, { id, method: 'none', route: 'none', address: 'unknown', status, ms: 0 });
      return response;
    },
    receive: async () => {
      if (!source) return;
      await each([
        () => receiveDeposits({ database, settlement: source, complain: complainOf('deposit') }, clock.now()),
        // Runs after the deposits, so that what they have read of the chain is booked in the same round.
        async () => treasury?.advance(clock.now()),
      ]);
    },
    pay: async () => {
      const told = (event: PaymentEvent, payment: TransactionRow) => tellPayment(log, event, payment);
      await each([
        async () => {
          if (settlement)
            await settleDue({ database, settlement, complain: complainOf('payment'), told }, clock.now());
        },
        async () => settlement?.advance?.(clock.now()),
        async () => treasury?.sweeps.advance(clock.now()),
      ]);
    },
    readPrices: async () => options.chainPrices?.read(clock.now()),
    audit: () => auditor.whenDue(clock.now()),
    figures: () => metrics.figures(clock.now()),
    sendNotices: () => outbox.sendNotices(),
    rest: async () => {
      // Without a database nothing can be sent, and the server has to end all the same. The next one sends what waits.
      await outbox
        .sendNotices()
        .catch((error: unknown) => log.warn({ reason: String(error) }, 'waiting emails were not sent'));
      await Promise.all([outbox.drain(), signIns.drain()]);
    },
    pulse: () => feed.pulse(),
    retire: () => {
      retired = true;
      outbox.retire();
      feed.close().catch((error: unknown) => log.warn({ reason: String(error) }, 'the feed did not close'));
    },
  };
}

/** What a request is named by in the log. */
function namesOf(context: Context<ServerEnv>) {
  return { id: context.get('requestId'), traceId: context.get('traceId') };
}

/** Does the parts one after the other, even after a failure, and rejects with all failures. */
async function each(parts: readonly (() => Promise<void>)[]): Promise<void> {
  const errors: unknown[] = [];
  for (const part of parts) await part().catch((error: unknown) => errors.push(error));
  if (errors.length > 1) throw new AggregateError(errors, errors.map(String).join('; '));
  if (errors.length > 0) throw errors[0];
}

function explorerOf(network: DepositNetwork | null, chain: PublicChain | null): Explorer | null {
  if (!network || !chain || chain.explorerUrl === null) return null;
  return { chain: chainName(network.chainId), url: chain.explorerUrl };
}

const mainnet = 1;
