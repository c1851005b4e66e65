import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Language } from '../../contract/news.ts';
import { rateStreamCall, streamEvents } from '../../contract/rates.ts';
import { liveSessions, type Session } from '../accounts/sessions.ts';
import { frozenOf } from '../accounts/users.ts';
import type { Clock } from '../core/clock.ts';
import { Refusal } from '../core/refusal.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { newestNotifications } from '../notifications/store.ts';
import { showRates } from '../rates/rates.ts';
import { countedIn, everybody, personIn, ratesTopic, signedOutIn, transactionIn } from '../topics/topics.ts';
import { newestTransactions } from '../transactions/records.ts';
import { type BackpressureStream, createBackpressureStream } from './backpressure.ts';

/** The one feed of a process: it listens to the database once, reads once, and sends to all streams. */
export interface Feed {
  /** Opens a stream for a session. UNAVAILABLE when there are too many, or when the feed is closed. */
  open(session: Session, language: Language): ReadableStream<Uint8Array>;
  /** Sends a keep-alive, ends the streams of expired sessions, and reads what may have been missed or was not announced. */
  pulse(): Promise<void>;
  /** How many streams are open. */
  size(): number;
  close(): Promise<void>;
}

interface FeedWorld {
  readonly database: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** The age in milliseconds at which a price is no longer used. */
  readonly priceAge: number;
}

interface Reader {
  readonly session: Session;
  readonly language: Language;
  readonly openedAt: Date;
  readonly connection: BackpressureStream;
  /** Whether it was sent any rates. */
  hasRates: boolean;
  /** The account's status as it was last sent. */
  status: 'active' | 'frozen' | null;
  /** The notification as it was last sent; null when the next one must be sent even if it is the same. */
  notification: string | null;
  /** The newest transaction that a pulse has seen. */
  transaction: string | null;
}

/** More than the tabs of usual people: beyond it the oldest is closed. */
const mostOfOne = 20;
const most = 10_000;
/** How long a reader waits before it reconnects, in milliseconds. */
const retry = 3_000;
/** How many streams that missed something end at once, with a pause after them: each page that comes back reads everything. */
const endedAtOnce = 500;
const pauseOfEnds = 1_000;

export function createFeed({ database, clock, log, priceAge }: FeedWorld): Feed {
  const readers = new Set<Reader>();
  /** The same by person, so that an event looks only at its own readers. */
  const ofPerson = new Map<string, Set<Reader>>();
  /** Readers whose streams will end, because they may have missed what a pulse does not read, such as new statuses of transactions. */
  const behind = new Set<Reader>();
  let nextEnds: NodeJS.Timeout | undefined;
  /** What has to be read again: the rates, and the people whose notifications or sessions changed. */
  const stale = { rates: true, people: new Set<string>(), sessions: new Set<string>() };
  let told = { prices: '', event: null as Uint8Array | null };
  /** Null before the first try to listen, and after a try that failed. */
  let listening: Promise<() => Promise<void>> | null = null;
  /** Whether the last try to listen has failed. */
  let isDeaf = false;
  let catchingUp: Promise<void> | null = null;
  let isClosed = false;

  const complain = (error: unknown) => log.warn({ reason: String(error) }, 'the feed is behind');

  function listen() {
    listening ??= database.listen(hear).then(
      (stop) => {
        if (isDeaf) {
          isDeaf = false;
          hear(null);
        }
        return stop;
      },
      (error: unknown) => {
        if (!isDeaf)
          log.warn(
            { reason: String(error) },
            'the database tells nothing by itself: the feed reads at each pulse',
          );
        isDeaf = true;
        listening = null;
        return async () => undefined;
      },
    );
  }

  /** Null: something was missed. */
  function hear(payload: string | null) {
    if (payload === null) outdateAll();
    else outdateBy(payload);
    void catchUp();
  }

  function outdateAll() {
    stale.rates = true;
    outdate(everybody);
    stale.sessions.add(everybody);
    endAll();
  }

  function outdateBy(payload: string) {
    const moved = transactionIn(payload);
    if (moved) tellOf(moved, 'transaction', { id: moved.id });
    const counted = countedIn(payload);
    if (counted) tellOf(counted, 'confirmations', counted);
    const person = personIn(payload);
    if (payload === ratesTopic) stale.rates = true;
    if (person !== null) outdate(person);
    const signedOut = signedOutIn(payload);
    if (signedOut !== null) stale.sessions.add(signedOut);
  }

  /** Ends the streams of now. Their pages come back and read everything again, as after any interruption. */
  function endAll() {
    for (const reader of readers) behind.add(reader);
    if (!nextEnds) endSome();
  }

  function endSome() {
    for (const { connection } of [...behind].slice(0, endedAtOnce)) connection.close();
    nextEnds = behind.size > 0 ? setTimeout(endSome, pauseOfEnds) : undefined;
    nextEnds?.unref();
  }

  /** An announcement may mean more than the newest notification shows, such as an edited article, so it is always passed on. */
  function outdate(person: string) {
    stale.people.add(person);
    for (const reader of readersOf([person])) reader.notification = null;
  }

  /** Sends the event without reading the database: it has all the facts of a transaction, or only its id, which the page then reads. */
  function tellOf(
    { userId, id }: { readonly userId: string; readonly id: string },
    name: 'transaction' | 'confirmations',
    told: unknown,
  ) {
    const mine = ofPerson.get(userId);
    if (!mine) return;
    const event = eventOf(name, z.parse(streamEvents[name], told));
    for (const { connection } of [...mine]) connection.send(`${name} ${id}`, event);
  }

  /** Reads what is stale, and in the same run what becomes stale meanwhile. */
  function catchUp(): Promise<void> {
    catchingUp ??= readStale()
      .catch(complain)
      .finally(() => {
        catchingUp = null;
      });
    return catchingUp;
  }

  async function readStale() {
    // Waits for the first try to listen, because changes between a read and the start of listening would be missed. After a later
    // try everything is read again, and the reads of a deaf feed must not wait for a connection that may time out.
    if (!isDeaf) await listening;
    while (
      !isClosed &&
      readers.size > 0 &&
      (stale.rates || stale.people.size > 0 || stale.sessions.size > 0)
    ) {
      const signedOut = [...stale.sessions];
      stale.sessions.clear();
      if (signedOut.length > 0) await endStreams(signedOut);
      if (stale.rates) {
        stale.rates = false;
        await readRates();
      }
      const people = [...stale.people];
      stale.people.clear();
      if (people.length > 0) await readNotificationsOf(people);
    }
  }

  async function endStreams(people: readonly string[]) {
    const asked = readersOf(people);
    const ids = asked.map(({ session }) => session.id);
    const live = await liveSessions(database.query, ids, clock.now());
    for (const { session, connection } of asked) if (!live.has(session.id)) connection.close();
  }

  function readersOf(people: readonly string[]): Reader[] {
    if (people.includes(everybody)) return [...readers];
    return [...new Set(people)].flatMap((person) => [...(ofPerson.get(person) ?? [])]);
  }

  async function readRates() {
    const rates = z.parse(streamEvents.rates, await showRates(database.query, { priceAge, at: clock.now() }));
    const prices = JSON.stringify([rates.pairs, rates.currencies]);
    const event = eventOf('rates', rates, Date.parse(rates.as_of));
    const isNews = prices !== told.prices;
    told = { prices, event };
    for (const reader of [...readers]) if (isNews || !reader.hasRates) sendRates(reader, event);
  }

  function sendRates(reader: Reader, event: Uint8Array) {
    reader.hasRates = true;
    reader.connection.send('rates', event);
  }

  async function readNotificationsOf(people: readonly string[]) {
    const wanted = readersOf(people);
    await readAccounts(wanted);
    for (const language of new Set(wanted.map((reader) => reader.language))) {
      const mine = wanted.filter((reader) => reader.language === language && readers.has(reader));
      const newest = await newestNotifications(
        database.query,
        [...new Set(mine.map(idOf))],
        language,
        clock.now(),
      );
      for (const reader of mine) {
        const latest = newest.get(idOf(reader)) ?? { unread: 0, newest: null };
        const notification = JSON.stringify(latest);
        if (reader.notification === notification) continue;
        reader.notification = notification;
        const event = eventOf('notification', z.parse(streamEvents.notification, latest));
        reader.connection.send('notification', event);
      }
    }
  }

  /**
   * Tells of the newest transactions, because exchanges and payments between people announce nothing: the person may have made one on
   * another device. What arrived from others is told by its notification.
   */
  async function readTransactions() {
    const asked = [...readers];
    if (asked.length === 0) return;
    const newest = await newestTransactions(database.query, [...new Set(asked.map(idOf))]);
    for (const reader of asked) {
      const latest = newest.get(idOf(reader));
      if (!latest || latest.id === reader.transaction) continue;
      reader.transaction = latest.id;
      if (latest.kind === 'receive' || latest.created_at <= reader.openedAt) continue;
      const { id } = latest;
      const event = eventOf('transaction', z.parse(streamEvents.transaction, { id }));
      reader.connection.send(`transaction ${id}`, event);
    }
  }

  /** Sends a status only when it differs from the last one sent. */
  async function readAccounts(wanted: readonly Reader[]) {
    const frozen = await frozenOf(database.query, [...new Set(wanted.map(idOf))]);
    for (const reader of wanted) {
      const status = frozen.has(idOf(reader)) ? 'frozen' : 'active';
      if (reader.status === status) continue;
      reader.status = status;
      reader.connection.send('account', eventOf('account', z.parse(streamEvents.account, { status })));
    }
  }

  function makeRoom(userId: string) {
    if (readers.size >= most) throw new Refusal('UNAVAILABLE', { retryAfter: 5 });
    const [oldest, ...others] = ofPerson.get(userId) ?? [];
    if (oldest && others.length + 1 >= mostOfOne) oldest.connection.close();
  }

  function enter(reader: Reader) {
    readers.add(reader);
    const mine = ofPerson.get(idOf(reader)) ?? new Set();
    ofPerson.set(idOf(reader), mine.add(reader));
  }

  function leave(reader: Reader) {
    readers.delete(reader);
    behind.delete(reader);
    const mine = ofPerson.get(idOf(reader));
    mine?.delete(reader);
    if (mine?.size === 0) ofPerson.delete(idOf(reader));
  }

  return {
    open(session, language) {
      if (isClosed) throw new Refusal('UNAVAILABLE', { retryAfter: 2 });
      makeRoom(session.user.id);
      // A deaf feed tries again at its pulse, however many streams are opened.
      if (!isDeaf) listen();
      const connection = createBackpressureStream(() => leave(reader));
      const reader: Reader = {
        ...{ session, language, connection, openedAt: clock.now() },
        ...{ hasRates: false, status: null, notification: null, transaction: null },
      };
      enter(reader);
      connection.send('hello', encode(`retry: ${retry}\n\n`));
      if (told.event && !stale.rates) sendRates(reader, told.event);
      else stale.rates = true;
      stale.people.add(session.user.id);
      // The session may have ended after its token was checked.
      stale.sessions.add(session.user.id);
      void catchUp();
      return connection.stream;
    },
    async pulse() {
      if (isClosed) return;
      if (isDeaf) listen();
      if (readers.size === 0) return;
      for (const { connection } of [...readers]) connection.send('beat', encode(': beat\n\n'));
      stale.sessions.add(everybody);
      stale.rates = true;
      stale.people.add(everybody);
      await catchUp();
      await readTransactions().catch(complain);
    },
    size: () => readers.size,
    async close() {
      isClosed = true;
      clearTimeout(nextEnds);
      for (const { connection } of [...readers]) connection.close();
      await (await listening)?.();
    },
  };
}

export function streamCalls(route: Route, feed: Feed) {
  route(rateStreamCall, async ({ session, language }) => feed.open(session, language));
}

function idOf({ session }: Reader): string {
  return session.user.id;
}

const encoder = new TextEncoder();

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

function eventOf(name: keyof typeof streamEvents, data: unknown, id?: number): Uint8Array {
  const lines = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    `event: ${name}`,
    `data: ${JSON.stringify(data)}`,
  ];
  return encode(`${lines.join('\n')}\n\n`);
}
