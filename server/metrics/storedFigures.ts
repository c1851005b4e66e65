import type { Logger } from 'pino';
import { lastAudit } from '../audit/records.ts';
import { within } from '../core/within.ts';
import type { Db } from '../database/db.ts';
import { lockWaits } from '../database/lockWaits.ts';
import { waitingNotices } from '../email/noticeQueue.ts';
import { kindTotals } from '../ledger/totals.ts';
import { priceTimes } from '../rates/currentPrices.ts';

interface World {
  readonly database: Db;
  /** The age in milliseconds at which a price is no longer used for exchanges. */
  readonly priceAge: number;
  readonly log: Logger;
}

/** What the database tells for `/metrics`. */
export type StoredFigures = Awaited<ReturnType<typeof read>>;

/** How long figures are shown again before they are read anew, in milliseconds: several scrapers cost as little as one. */
const lasts = 5_000;
/** How long a scrape waits for the database, in milliseconds: without it, the other figures are shown. */
const patience = 2_000;

/** Answers the figures, or null while the database does not answer. One reading runs at a time. */
export function createStoredFigures({ database, priceAge, log }: World) {
  let kept: { readonly at: Date; readonly figures: StoredFigures } | null = null;
  let reading: Promise<StoredFigures> | null = null;

  async function readNow(at: Date): Promise<StoredFigures> {
    const figures = await read(database, priceAge, at);
    kept = { at, figures };
    return figures;
  }

  return async (at: Date): Promise<StoredFigures | null> => {
    // The clock may have been set back.
    if (kept && Math.abs(at.getTime() - kept.at.getTime()) < lasts) return kept.figures;
    reading ??= readNow(at).finally(() => {
      reading = null;
    });
    const running = reading;
    return within(
      patience,
      () => new Error('the database did not answer in time'),
      () => running,
    ).catch((error: unknown) => {
      log.warn({ reason: String(error) }, 'the metrics of the database could not be read');
      return null;
    });
  };
}

/** One statement after the other, so that a scrape never has more than one connection. */
async function read({ query }: Db, priceAge: number, at: Date) {
  return {
    lockWaits: await lockWaits(query),
    totals: await kindTotals(query),
    prices: await priceTimes(query, { priceAge, at }),
    emails: await waitingNotices(query),
    audit: await lastAudit(query),
  };
}
