import type { Logger } from 'pino';
import { sweepAccounts } from '../accounts/sessions.ts';
import { sweepAddresses } from '../addressBook/book.ts';
import { sweepIdentity } from '../auth/spent.ts';
import { createLeases } from '../background/leases.ts';
import { recorded } from '../background/recorded.ts';
import { type Rounds, repeat } from '../background/rounds.ts';
import type { Clock } from '../core/clock.ts';
import type { Db } from '../database/db.ts';
import { sweepNotMeLinks } from '../email/notMeLinks.ts';
import { sweepExchangeQuotes } from '../exchange/quotes.ts';
import type { Files } from '../files/files.ts';
import { sweepFiles } from '../files/records.ts';
import { expireCases } from '../kyc/cases.ts';
import { sweepKeys, sweepRefusals } from '../ledger/idempotency.ts';
import { tellOfNews } from '../news/telling.ts';
import { sweepNotifications } from '../notifications/store.ts';
import { sweepQuotes } from '../payments/quotes.ts';
import { eraseClosed } from '../profile/closed.ts';
import { dropPricesAhead, thinRates } from '../rates/rateHistory.ts';

interface World {
  readonly database: Db;
  readonly files: Files;
  readonly clock: Clock;
  readonly log: Logger;
}

const hour = 3_600_000;

/**
 * Starts the regular cleaning: hourly, and every five minutes for data that grows faster. Each job is done by one server, fails
 * alone, and operators see its failure.
 */
export function keepUpkeep(world: World, every = hour): Rounds {
  const { database, files, clock } = world;
  const { query } = database;
  const leases = createLeases(database);
  const shared = (subject: string, work: () => Promise<unknown>, pause: number) =>
    repeat(async () => void (await work()), pause, recorded(world, subject), leases(subject, pause));
  const hourly = Object.entries({
    'forgetting sessions': () => sweepAccounts(query, clock.now()),
    'forgetting proofs': () => sweepIdentity(query, clock.now()),
    'forgetting links of emails': () => sweepNotMeLinks(query, clock.now()),
    'forgetting quotes of payments': () => sweepQuotes(query, clock.now()),
    'forgetting quotes of exchanges': () => sweepExchangeQuotes(query, clock.now()),
    'forgetting notifications': () => sweepNotifications(query, clock.now()),
    'forgetting removed addresses': () => sweepAddresses(query, clock.now()),
    'thinning out prices': () => thinRates(query, clock.now()),
    'expiring verifications': () => expireCases(query, clock.now()),
    'erasing closed accounts': () => eraseClosed(database, clock.now()),
    'deleting unused files': () => sweepFiles({ database, files }, clock.now()),
    'forgetting idempotency keys': () => sweepKeys(query, clock.now()),
  });
  const often = every / 12;
  const rounds = [
    ...hourly.map(([subject, work]) => shared(subject, work, every)),
    shared('forgetting refused requests', () => sweepRefusals(query, clock.now()), often),
    shared('dropping prices of a clock that ran ahead', () => dropPricesAhead(query, clock.now()), often),
    shared('telling of news', () => tellOfNews(database), often),
  ];
  return { stop: () => Promise.all(rounds.map((each) => each.stop())) };
}
