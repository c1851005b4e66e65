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

/** What a stream of rates tells. `heard`: the line is open, and nothing is new. After `closed` comes nothing more. */
export type RateStreamReport =
  | { readonly type: 'opened' }
  | { readonly type: 'heard' }
  | { readonly type: 'rates'; readonly rates: Rates }
  | { readonly type: 'notification'; readonly notification: StreamNotification }
  | { readonly type: 'account'; readonly account: StreamAccount }
  /** A transaction has another status. */
  | { readonly type: 'transaction'; readonly id: string }
  | ({ readonly type: 'confirmations' } & StreamConfirmations)
  /** `failure` is null when the server ended it, as it does when it is restarted. */
  | { readonly type: 'closed'; readonly failure: Failure | null };

/**
 * Opens the stream of rates and notifications and reports what comes, until it closes or the answered function is called, after which
 * nothing is reported. Whether and when to come back is not decided here. What does not fit the contract is logged and passed over.
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

/** A line that broke after it was open is the network's doing. */
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
