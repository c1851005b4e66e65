import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { attentionCall } from '../../contract/attention.ts';
import { type AnswerOf, type BodyOf, type Call, operatorBase } from '../../contract/call.ts';
import { documentTypes } from '../../contract/kyc.ts';
import {
  approveKycCall,
  type KycReview,
  kycReviewCall,
  kycReviewsCall,
  rejectKycCall,
} from '../../contract/kycReview.ts';
import { languages } from '../../contract/news.ts';
import {
  type AuditReport,
  auditCall,
  createAccountCall,
  depositCall,
  freezeCall,
  listTokenCall,
  networkDepositCall,
  unfreezeCall,
} from '../../contract/operator.ts';
import { type OperatorAction, operatorLogCall } from '../../contract/operatorLog.ts';
import { problemBody } from '../../contract/problems.ts';
import {
  type Published,
  publishedNewsCall,
  publishNewsCall,
  unpublishNewsCall,
} from '../../contract/publishing.ts';
import {
  type PriceState,
  pricedPair,
  pricesCall,
  setPriceRulesCall,
  setRateCall,
} from '../../contract/rates.ts';
import { documentReasons, freezeReasons, refusalReasons } from '../../contract/reasons.ts';
import { tokenSymbol } from '../../contract/rules.ts';
import {
  answerTicketCall,
  type OperatorTicket,
  openTicketsCall,
  resolveTicketCall,
  showTicketCall,
  type TicketLine,
} from '../../contract/supportTickets.ts';
import {
  approveWithdrawalCall,
  disableWithdrawalsCall,
  enableWithdrawalsCall,
  rejectWithdrawalCall,
  type TokensLeaving,
  type Withdrawal,
  withdrawalsCall,
} from '../../contract/withdrawals.ts';

/** What the command needs from outside. */
export interface CommandWorld {
  /** Where the server answers, without a slash at the end. */
  readonly origin: string;
  readonly token: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The text of a file of the operator's. */
  readonly read: (path: string) => Promise<string>;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
}

export const usage = `Usage: npm run -s operator -- VERB

  account create --email E --password P --first-name F --last-name L
  deposit --email E --token T --amount A [--id UUID]
  network deposit --to ADDRESS --token T --amount A [--id UUID]      over the demo's network
  tokens list --ticker T --name N [--issuer I] --decimals D --contract ADDRESS --minimum A --fee A --maximum A
  freeze --email E [--reason CODE] [--note TEXT]
                                            CODE: ${freezeReasons.join(', ')}
  unfreeze --email E
  rates list                                with the rules of each price, and what is held
  rates set T/USDT RATE [--confirm]         --confirm: though it is far from the last
  rates rules T/USDT [--quote-move PERCENT] [--jump FACTOR]
                                            quote-move: against the house, from a quote to its use
                                            jump: from the last price, without --confirm
  withdrawals list
  withdrawals approve ID
  withdrawals reject ID --reason CODE [--note TEXT]
                                            CODE: ${refusalReasons.join(', ')}
  withdrawals disable --token T|all [--why SENTENCE]
                                            nothing of it leaves; what waits is held
  withdrawals enable --token T|all          what was held goes on
  tickets list
  tickets show NUMBER                       with the keys of its files, in DATA_DIR/files or the bucket
  tickets answer NUMBER --text TEXT         its person is told
  tickets resolve NUMBER
  news list
  news publish FILE.md --lang ${languages.join('|')}
  news unpublish SLUG
  kyc list
  kyc show ID                               with the keys of its files, in DATA_DIR/files or the bucket
  kyc approve ID
  kyc reject ID --document TYPE --reason CODE [--note TEXT]
                                            TYPE: ${documentTypes.join(', ')}
                                            CODE: ${documentReasons.join(', ')}
  log                                       what operators did, the newest first
  attention      what the server tries again and again without success
  audit          ends with 0 when the ledger is clean, else with 1

People read a reason in their language, and a note beside it as you type it.

The server is looked for at OPERATOR_URL, else where the one that works on DATA_DIR has written that it listens. The token is OPERATOR_TOKEN, else the one in DATA_DIR.`;

/** Something to tell the operator in one sentence. */
class Sentence extends Error {}

const options = {
  email: { type: 'string' },
  password: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  token: { type: 'string' },
  amount: { type: 'string' },
  id: { type: 'string' },
  reason: { type: 'string' },
  note: { type: 'string' },
  why: { type: 'string' },
  text: { type: 'string' },
  lang: { type: 'string' },
  document: { type: 'string' },
  to: { type: 'string' },
  ticker: { type: 'string' },
  name: { type: 'string' },
  issuer: { type: 'string' },
  decimals: { type: 'string' },
  contract: { type: 'string' },
  minimum: { type: 'string' },
  fee: { type: 'string' },
  maximum: { type: 'string' },
  'quote-move': { type: 'string' },
  jump: { type: 'string' },
  confirm: { type: 'boolean' },
} as const;
type Option = keyof typeof options;
/** What stands in capitals in a verb is told by its place. */
type Place = 'PAIR' | 'RATE' | 'ID' | 'NUMBER' | 'FILE.md' | 'SLUG';
type Given = <Missing = never>(name: Option | Place, missing?: Missing) => string | Missing;

const verbs: Readonly<Record<string, (world: CommandWorld, given: Given, id: string) => Promise<boolean>>> = {
  'account create': async (world, given) => {
    const { data } = await send(world, createAccountCall, {
      email: given('email'),
      password: given('password'),
      first_name: given('first-name'),
      last_name: given('last-name'),
    });
    world.print(`Account ${data.id} is open for ${data.email}.`);
    return true;
  },
  deposit: async (world, given, id) => {
    const token = readToken(given);
    const body = { id, email: given('email'), token, amount: given('amount') };
    const { data } = await send(world, depositCall, body);
    world.print(`Deposited ${data.amount} ${data.token}; available now: ${data.available} ${data.token}.`);
    return true;
  },
  'network deposit': async (world, given, id) => {
    const body = { id, to: given('to'), token: readToken(given), amount: given('amount') };
    const { data } = await send(world, networkDepositCall, body);
    const { amount, token, to, needed, tx_hash } = data;
    world.print(`Sent ${amount} ${token} to ${to}; it needs ${needed} confirmations: ${tx_hash}`);
    return true;
  },
  'tokens list': async (world, given) => {
    const { data } = await send(world, listTokenCall, {
      ticker: given('ticker'),
      name: given('name'),
      issuer: given('issuer', null),
      decimals: readCount(given('decimals')),
      contract: given('contract'),
      minimum: given('minimum'),
      fee: given('fee'),
      maximum: given('maximum'),
    });
    const again = data.same_ticker ? `, because another token has the ticker ${data.ticker}` : '';
    world.print(`Listed as ${data.symbol}${again}.`);
    return true;
  },
  freeze: async (world, given) => {
    const { data } = await send(world, freezeCall, {
      email: given('email'),
      ...(given('reason', null) === null ? {} : { reason: readReason(given, freezeReasons) }),
      ...noteOf(given),
    });
    world.print(`${data.email} is frozen.`);
    return true;
  },
  unfreeze: async (world, given) => {
    const { data } = await send(world, unfreezeCall, { email: given('email') });
    world.print(`${data.email} is active.`);
    return true;
  },
  'rates set PAIR RATE': async (world, given) => {
    const confirm = given('confirm', null) === 'yes' ? { confirm: true } : {};
    const body = { pair: readPair(given), rate: given('RATE'), ...confirm };
    const { data } = await send(world, setRateCall, body);
    world.print(`${data.pair} is ${data.rate} from now on; it was ${data.before ?? 'unknown'}.`);
    return true;
  },
  'rates list': async (world) => {
    for (const each of (await send(world, pricesCall, undefined)).data) world.print(priceLine(each));
    return true;
  },
  'rates rules PAIR': async (world, given) => {
    const [move, jump] = [given('quote-move', null), given('jump', null)];
    const { data } = await send(world, setPriceRulesCall, {
      pair: readPair(given),
      ...(move === null ? {} : { quote_move: move }),
      ...(jump === null ? {} : { jump }),
    });
    world.print(rulesLine(data));
    return true;
  },
  'withdrawals list': async (world) => {
    const { data } = await send(world, withdrawalsCall, undefined);
    for (const each of data) world.print(lineOf(each));
    if (data.length === 0) world.print('No withdrawal is waiting.');
    return true;
  },
  'withdrawals approve ID': async (world, given) => {
    const { data } = await send(world, approveWithdrawalCall, { id: given('ID') });
    world.print(lineOf(data));
    return true;
  },
  'withdrawals reject ID': async (world, given) => {
    const reason = readReason(given, refusalReasons);
    const body = { id: given('ID'), reason, ...noteOf(given) };
    const { data } = await send(world, rejectWithdrawalCall, body);
    world.print(lineOf(data));
    return true;
  },
  'withdrawals enable': async (world, given) => {
    tellLeaving(world, (await send(world, enableWithdrawalsCall, { token: readStoppable(given) })).data);
    return true;
  },
  'withdrawals disable': async (world, given) => {
    const why = given('why', null);
    const body = { token: readStoppable(given), ...(why === null ? {} : { why }) };
    tellLeaving(world, (await send(world, disableWithdrawalsCall, body)).data);
    return true;
  },
  'tickets list': async (world) => {
    const { data } = await send(world, openTicketsCall, undefined);
    for (const each of data) world.print(ticketLine(each));
    if (data.length === 0) world.print('No ticket is waiting.');
    return true;
  },
  'tickets show NUMBER': async (world, given) => {
    printTicket(world, (await send(world, showTicketCall, { number: readNumber(given) })).data);
    return true;
  },
  'tickets answer NUMBER': async (world, given) => {
    const body = { number: readNumber(given), text: given('text') };
    world.print(ticketLine((await send(world, answerTicketCall, body)).data));
    return true;
  },
  'tickets resolve NUMBER': async (world, given) => {
    world.print(ticketLine((await send(world, resolveTicketCall, { number: readNumber(given) })).data));
    return true;
  },
  'news list': async (world) => {
    const { data } = await send(world, publishedNewsCall, undefined);
    for (const each of data) world.print(articleLine(each));
    if (data.length === 0) world.print('Nothing was published.');
    return true;
  },
  'news publish FILE.md': async (world, given) => {
    const language = languages.find((each) => each === given('lang'));
    if (!language) throw new Sentence(`--lang must be one of ${languages.join(', ')}.`);
    const source = await world.read(given('FILE.md')).catch(() => {
      throw new Sentence(`${given('FILE.md')} cannot be read.`);
    });
    world.print(articleLine((await send(world, publishNewsCall, { language, source })).data));
    return true;
  },
  'news unpublish SLUG': async (world, given) => {
    world.print(articleLine((await send(world, unpublishNewsCall, { slug: given('SLUG') })).data));
    return true;
  },
  'kyc list': async (world) => {
    const { data } = await send(world, kycReviewsCall, undefined);
    for (const each of data) world.print(summaryOf(each));
    if (data.length === 0) world.print('No identity is waiting.');
    return true;
  },
  'kyc show ID': async (world, given) => {
    const { data } = await send(world, kycReviewOf(given('ID')), undefined);
    tellReview(world, data);
    return true;
  },
  'kyc approve ID': async (world, given) => {
    const { data } = await send(world, approveKycCall, { id: given('ID') });
    world.print(`${summaryOf(data)}, until ${data.expires_at}`);
    return true;
  },
  'kyc reject ID': async (world, given) => {
    const document = documentTypes.find((type) => type === given('document'));
    if (!document) throw new Sentence(`--document must be one of ${documentTypes.join(', ')}.`);
    const reason = readReason(given, documentReasons);
    const body = { id: given('ID'), document, reason, ...noteOf(given) };
    const { data } = await send(world, rejectKycCall, body);
    tellReview(world, data);
    return true;
  },
  log: async (world) => {
    const { data } = await send(world, operatorLogCall, undefined);
    for (const each of data) world.print(actionLine(each));
    return true;
  },
  attention: async (world) => {
    const { data } = await send(world, attentionCall, undefined);
    for (const { work, subject, attempts, reason, first_at, next_try_at } of data) {
      world.print(`${first_at}  ${work} ${subject}  ${attempts} times, next ${next_try_at}: ${reason}`);
    }
    if (data.length === 0) world.print('Nothing needs attention.');
    return true;
  },
  audit: async (world) => {
    for (;;) {
      const { data } = await send(world, auditCall, undefined);
      if (data.progress !== null) {
        world.print(`Audited so far: ${Math.floor(data.progress * 100)}%`);
        continue;
      }
      for (const fault of data.faults) world.complain(fault);
      if (!data.clean) world.complain(stopped);
      world.print(figures(data));
      world.print(lastOf(data));
      return data.clean;
    }
  },
};

function readPair(given: Given): string {
  const pair = z.safeParse(pricedPair, given('PAIR').toUpperCase());
  if (!pair.success) throw new Sentence('PAIR must be a token and USDT, like ZST/USDT.');
  return pair.data;
}

function rulesLine({ pair, quote_move, jump }: Pick<PriceState, 'pair' | 'quote_move' | 'jump'>): string {
  return `${pair}: a quote stands while the price moves by ${quote_move} % at most; a price more than ${jump} times away from the last needs --confirm.`;
}

function priceLine(state: PriceState): string {
  const { pair, rate, since, held } = state;
  const price = rate === null ? 'no price' : `${rate} since ${since}`;
  const waits = held
    ? `\n  HELD since ${held.since}: the market says ${held.rate}. Nothing is exchanged by it until rates set.`
    : '';
  return `${pair}  ${price}\n  ${rulesLine(state)}${waits}`;
}

function readReason<const Code extends string>(given: Given, codes: readonly Code[]): Code {
  const asked = given('reason');
  const code = codes.find((each) => each === asked);
  if (code === undefined) throw new Sentence(`--reason must be one of ${codes.join(', ')}.`);
  return code;
}

function noteOf(given: Given): { note?: string } {
  const note = given('note', null);
  return note === null ? {} : { note };
}

function readToken(given: Given): string {
  const token = z.safeParse(tokenSymbol, given('token').toUpperCase());
  if (!token.success) throw new Sentence('--token must be the symbol of a token, like USDT.');
  return token.data;
}

function readCount(text: string): number {
  if (!/^\d{1,2}$/.test(text)) throw new Sentence('--decimals must be a whole number.');
  return Number(text);
}

function readNumber(given: Given): number {
  const text = given('NUMBER').replace(/^#/, '');
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Sentence('NUMBER must be the number of a ticket, like 1001.');
  return Number(text);
}

function ticketLine({ number, updated_at, status, priority, category, subject, email }: TicketLine): string {
  return `#${number}  ${updated_at}  ${status}  ${priority}  ${category}  ${email ?? 'somebody'}: ${subject}`;
}

function printTicket(world: CommandWorld, ticket: OperatorTicket) {
  world.print(ticketLine(ticket));
  for (const { author, created_at, text, attachments } of ticket.messages) {
    world.print(`\n${author === 'me' ? 'Customer' : 'Support'}, ${created_at}\n${text}`);
    for (const { id, name } of attachments) world.print(`With ${name}, file ${id}`);
  }
  const steps = ticket.flow_record?.steps ?? [];
  if (steps.length > 0) world.print('\nLast steps');
  for (const { at, flow, state, event, problem, request_id } of steps) {
    world.print([at, flow, state, event, problem, request_id].filter((part) => part !== null).join('  '));
  }
}

function actionLine({ at, operator, address, verb, subject, status }: OperatorAction): string {
  return `${at}  ${operator}  ${address}  ${verb}  ${subject ?? ''}  ${status ?? 'not finished'}`;
}

function articleLine({ slug, published_at, languages: written, title, withdrawn_at }: Published): string {
  return `${slug}  ${published_at}  ${written.join(', ')}  ${title}${withdrawn_at ? '  (unpublished)' : ''}`;
}

function lineOf(withdrawal: Withdrawal): string {
  const { id, created_at, kind, status, amount, token, fee, email, to, is_stopped } = withdrawal;
  const stopped = is_stopped ? '  (stopped)' : '';
  return `${id}  ${created_at}  ${kind}  ${status}  ${amount} ${token} (fee ${fee}) of ${email ?? 'somebody'} to ${to}${stopped}`;
}

function kycReviewOf(id: string) {
  return { ...kycReviewCall, path: `/kyc/${encodeURIComponent(id)}` } as const;
}

function summaryOf({ id, submitted_at, status, first_name, last_name, email }: KycReview): string {
  const name = [first_name, last_name].filter(Boolean).join(' ') || 'somebody';
  return `${id}  ${submitted_at ?? 'not submitted'}  ${status}  ${name} (${email ?? 'no e-mail'})`;
}

function tellReview({ print }: CommandWorld, review: KycReview) {
  const { date_of_birth, country, address, documents } = review;
  print(summaryOf(review));
  print(
    `  born ${date_of_birth ?? 'unknown'}, ${country ?? 'country unknown'}, ${address ?? 'address unknown'}`,
  );
  for (const { type, status, reason, reason_code, name, size, file } of documents) {
    const why = [reason_code, reason].filter((part) => part !== null).join(', ');
    print(`  ${type}  ${status}${why === '' ? '' : `: ${why}`}  ${name}, ${size} bytes, file ${file}`);
  }
}

/** A token, or `*` for `all`. */
function readStoppable(given: Given): string {
  return given('token').toLowerCase() === 'all' ? '*' : readToken(given);
}

function tellLeaving({ print }: CommandWorld, { enabled, stops }: TokensLeaving) {
  print(`Can be withdrawn now: ${enabled.join(', ') || 'nothing'}.`);
  for (const { token, since, why } of stops) {
    print(`Stopped: ${token === '*' ? 'all' : token}, since ${since}${why === null ? '' : `: ${why}`}`);
  }
}

const stopped = 'Nothing leaves now. When the faults are explained: withdrawals enable --token all';

function lastOf({ last }: AuditReport): string {
  if (last === null) return 'The server has not audited by itself yet.';
  const found = last.faults.length === 0 ? 'clean' : `${last.faults.length} faults`;
  return [`The server's own audit of ${last.at}: ${found}`, ...last.faults].join('\n  ');
}

function figures(report: AuditReport): string {
  const held = report.tokens.map((token) => `${token.held_for_customers} ${token.symbol}`).join(', ');
  const counts = `${report.accounts} accounts, ${report.transfers} transfers, ${report.holds} holds`;
  return `${report.clean ? 'Clean' : `${report.faults.length} faults`}: ${counts}; held for customers: ${held}.`;
}

/** Runs one command line and answers its exit code: 0 done, 1 refused or not clean, 2 not understood. */
export async function runCommand(args: readonly string[], world: CommandWorld): Promise<0 | 1 | 2> {
  const id = randomUUID();
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    });
    const { verb, told } = findVerb(positionals);
    const given: Given = (name, missing) => {
      const found = isPlace(name) ? told[name] : values[name];
      const value = typeof found === 'boolean' ? 'yes' : (found ?? missing);
      if (value === undefined) throw new TypeError(`--${name} is missing.`);
      return value;
    };
    return (await verb(world, given, values.id ?? id)) ? 0 : 1;
  } catch (error) {
    if (error instanceof Sentence) {
      world.complain(error.message);
      return 1;
    }
    if (!(error instanceof TypeError)) throw error;
    world.complain(`${error.message}\n\n${usage}`);
    return 2;
  }
}

function findVerb(words: readonly string[]) {
  for (const [form, verb] of Object.entries(verbs)) {
    const parts = form.split(' ');
    const fits = (part: string, index: number) => isPlace(part) || part === words[index];
    if (parts.length !== words.length || !parts.every(fits)) continue;
    const places = parts.map((part, index) => [part, words[index]] as const);
    const told: Partial<Record<string, string>> = Object.fromEntries(places);
    return { verb, told };
  }
  throw new TypeError(`There is no command "${words.join(' ')}".`);
}

function isPlace<Word extends string>(part: Word): part is Word & Place {
  return /^[A-Z]/.test(part);
}

async function send<C extends Call>(world: CommandWorld, call: C, body: BodyOf<C>): Promise<AnswerOf<C>> {
  const request = new Request(`${world.origin}${operatorBase}${call.path}`, {
    method: call.method,
    headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const isDeposit = typeof body === 'object' && body !== null && 'id' in body && 'amount' in body;
  const id = isDeposit ? String(body.id) : null;
  const response = await world.fetch(request).catch(() => {
    throw new Sentence(unreachable(world.origin, id));
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Sentence(refusal(answer, response.status, call));
  if (!call.answer) throw new Error(`${call.path} has no answer to show`);
  return z.parse(call.answer, answer) as AnswerOf<C>;
}

function unreachable(origin: string, id: string | null): string {
  const again = id ? ` Nothing is lost: repeat the command with --id ${id}, and it happens once.` : '';
  return `No answer from ${origin}. Is the server running (npm start), and are DATA_DIR or OPERATOR_URL right?${again}`;
}

function refusal(answer: unknown, status: number, { path }: Call): string {
  const problem = z.safeParse(problemBody, answer);
  if (!problem.success) return `The server answered ${status} and nothing that can be read.`;
  const { code, fields = {}, detail } = problem.data;
  // What is wrong in an article stands in its file, not on the command line.
  const dashes = path === publishNewsCall.path ? '' : '--';
  const told = Object.entries(fields).map(
    ([field, rule]) => `${dashes}${field.replaceAll('_', '-')}: ${rule}`,
  );
  return `${detail === undefined ? '' : `${detail} `}${sentenceOf(code, path)}${told.length > 0 ? ` (${told.join(', ')})` : ''}`;
}

function sentenceOf(code: string, path: string): string {
  const [, subject = ''] = path.split('/');
  return sentencesAbout[subject]?.[code] ?? sentences[code] ?? `The server refused: ${code}.`;
}

type Sentences = Readonly<Record<string, string>>;

const sentencesAbout: Readonly<Record<string, Sentences>> = {
  withdrawals: {
    NOT_FOUND: 'There is no withdrawal with this ID.',
    STATUS_CONFLICT: 'This withdrawal does not wait for a decision any more: see withdrawals list.',
    ACCOUNT_BLOCKED: 'The account is frozen: lift the freeze first, or reject the withdrawal.',
    WITHDRAWALS_DISABLED: 'This token may not leave for now: withdrawals enable lifts the stop.',
  },
  tickets: {
    NOT_FOUND: 'There is no ticket with this number.',
    STATUS_CONFLICT: 'The ticket is past that: see tickets show.',
  },
  news: {
    NOT_FOUND: 'There is no article with this slug.',
    VALIDATION_FAILED: 'The article cannot be published: look at its front matter and text',
  },
  kyc: {
    NOT_FOUND: 'There is no account with this ID, or no such document of it.',
    STATUS_CONFLICT: 'This does not wait for a decision: see kyc list and kyc show ID.',
  },
  network: {
    NOT_FOUND: 'This server is not on the demo’s network: pay by the means of its own.',
    ADDRESS_INVALID: 'This is nobody’s address here.',
  },
  tokens: {
    ADDRESS_INVALID: 'The contract is no address of the network',
    AMOUNT_TOO_LARGE: 'The amount is larger than any supply',
  },
};

const sentences: Sentences = {
  CONFIRMATION_REQUIRED: 'If that is meant, repeat the command with --confirm.',
  UNAUTHENTICATED:
    'The server does not take this operator token: set OPERATOR_TOKEN or DATA_DIR as for the server.',
  RATE_LIMITED:
    'Too many wrong operator tokens came from this machine: set OPERATOR_TOKEN or DATA_DIR as for the server.',
  EMAIL_TAKEN: 'An account with this e-mail exists already.',
  NOT_FOUND: 'No account has this e-mail.',
  VALIDATION_FAILED: 'The server does not accept what was given',
  AMOUNT_TOO_SMALL: 'The amount must be more than 0.',
  AMOUNT_TOO_LARGE: 'The amount is larger than any deposit can be.',
  IDEMPOTENCY_MISMATCH: 'This --id was used for another deposit.',
};
