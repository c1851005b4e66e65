import * as z from 'zod/mini';
import { CallError, type Failure, failureOf } from '../../../contract/failure.ts';
import {
  type Rates,
  rateStreamCall,
  type StreamAccount,
  type StreamConfirmations,
  type StreamNotification,
  streamEvents,
} from '../../../contract/rates.ts';
import type { OpenStream } from '../core/http.ts';
import { logFault } from '../core/log.ts';
import { createEventParser } from './eventParser.ts';

/** The reports of a stream of rates. `heard`: the connection is alive, and nothing else was sent. `closed` is the last one. */
export type RateStreamReport =
  | { readonly type: 'opened' }
  | { readonly type: 'heard' }
  | { readonly type: 'rates'; readonly rates: Rates }
  | { readonly type: 'notification'; readonly notification: StreamNotification }
  | { readonly type: 'account'; readonly account: StreamAccount }
  /** A transaction has a new status. */
  | { readonly type: 'transaction'; readonly id: string }
  | ({ readonly type: 'confirmations' } & StreamConfirmations)
  /** `failure` is null when the server closed the stream, as it does for a restart. */
  | { readonly type: 'closed'; readonly failure: Failure | null };

/**
 * Opens the stream of rates and notifications and reports its events, until it closes or the returned function is called, after which
 * nothing is reported. The caller decides on reconnecting. Events that do not fit the contract are logged and skipped.
 */
export function openRateStream(
  open: OpenStream,
  language: string,
  report: (report: RateStreamReport) => void,
): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const tell = (told: RateStreamReport) => {
    if (!signal.aborted) report(told);
  };

  async function follow() {
    const stream = await open(rateStreamCall, { language, signal });
    tell({ type: 'opened' });
    const parse = createEventParser({
      comment: () => tell({ type: 'heard' }),
      event: ({ name, data }) => {
        const told = readEvent(name, data);
        if (told) tell(told);
      },
    });
    await stream.pipeTo(new WritableStream({ write: parse }), { signal });
  }

  follow().then(
    () => tell({ type: 'closed', failure: null }),
    (error: unknown) => tell({ type: 'closed', failure: reasonOf(error) }),
  );
  return () => leaving.abort();
}

function readEvent(name: string, data: string): RateStreamReport | null {
  if (name === 'rates') {
    const rates = fitting(name, streamEvents.rates, data);
    return rates && { type: name, rates };
  }
  if (name === 'notification') {
    const notification = fitting(name, streamEvents.notification, data);
    return notification && { type: name, notification };
  }
  if (name === 'transaction') {
    const moved = fitting(name, streamEvents.transaction, data);
    return moved && { type: name, id: moved.id };
  }
  if (name === 'confirmations') {
    const counted = fitting(name, streamEvents.confirmations, data);
    return counted && { type: name, ...counted };
  }
  if (name === 'account') {
    const account = fitting(name, streamEvents.account, data);
    return account && { type: name, account };
  }
  return null;
}

function fitting<Schema extends z.core.$ZodType>(
  name: string,
  schema: Schema,
  text: string,
): z.core.output<Schema> | null {
  const parsed = z.safeParse(schema, parseJson(text));
  if (parsed.success) return parsed.data;
  const misfits = parsed.error.issues.map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.code}`);
  logFault(`the event ${name} does not fit the contract`, misfits);
  return null;
}

/** A stream that breaks after opening was cut by the network. */
function reasonOf(error: unknown): Failure {
  if (error instanceof CallError) return failureOf(error);
  const code = error instanceof RangeError ? 'INVALID_RESPONSE' : 'NETWORK';
  return { code, fields: {}, retryAfter: null, requestId: null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
