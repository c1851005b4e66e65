import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Facts of a span, by the names of OpenTelemetry's semantic conventions. Never what a caller chose. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** As in OTLP: work inside the server, the answer to a request, or a request to another program. */
export const spanKinds = { internal: 1, server: 2, client: 3 } as const;

interface SpanName {
  /** 16 bytes in hexadecimal. */
  readonly traceId: string;
  /** 8 bytes in hexadecimal. */
  readonly spanId: string;
}

/** A span that has ended. Times are in microseconds since 1970. */
export interface EndedSpan extends SpanName {
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: keyof typeof spanKinds;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly facts: SpanFacts;
  /** Spans of other requests that the same work was done for. */
  readonly links: readonly SpanName[];
  readonly isFailed: boolean;
}

/** Work that is running. */
export interface Span extends SpanName {
  /** Begins a part of it. */
  begin(name: string, kind: keyof typeof spanKinds, links?: readonly SpanName[]): Span;
  /** `name` replaces the one that it began with. */
  end(told: { readonly name?: string; readonly facts?: SpanFacts; readonly isFailed?: boolean }): void;
}

/** Begins the spans of requests. */
export interface Tracer {
  /** The span of a request with this `traceparent`; null when its caller does not record the trace. */
  begin(traceparent: string | undefined): Span | null;
}

interface Caller {
  readonly traceId: string;
  readonly spanId: string;
  readonly isRecorded: boolean;
}

/** The caller's span in a `traceparent` header of W3C Trace Context; null without a valid one. */
export function callerSpan(traceparent: string | undefined): Caller | null {
  const [, traceId, spanId, flags] =
    /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?=$|-)/.exec(
      traceparent ?? '',
    ) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, isRecorded: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** `keep` gets each span when it has ended. A request without a valid `traceparent` begins a trace of its own. */
export function createTracer(keep: (span: EndedSpan) => void): Tracer {
  return {
    begin(traceparent) {
      const caller = callerSpan(traceparent);
      if (caller && !caller.isRecorded) return null;
      const traceId = caller?.traceId ?? randomBytes(16).toString('hex');
      // One clock for the whole trace: the wall clock may be set meanwhile.
      const zero = Date.now() - performance.now();
      const now = () => Math.round((zero + performance.now()) * 1000);
      const begin = (
        parentId: string | null,
        begunAs: string,
        kind: keyof typeof spanKinds,
        links: readonly SpanName[],
      ): Span => {
        const spanId = randomBytes(8).toString('hex');
        const startedAt = now();
        return {
          traceId,
          spanId,
          begin: (name, partKind, partLinks = []) => begin(spanId, name, partKind, partLinks),
          end: ({ name = begunAs, facts = {}, isFailed = false }) =>
            keep({
              traceId,
              spanId,
              parentId,
              name,
              kind,
              startedAt,
              endedAt: now(),
              facts,
              links,
              isFailed,
            }),
        };
      };
      return begin(caller?.spanId ?? null, 'request', 'server', []);
    },
  };
}

const running = new AsyncLocalStorage<Span | null>();

/** The span that the calling code works for; null when none is recorded. */
export function currentSpan(): Span | null {
  return running.getStore() ?? null;
}

/**
 * Runs `work` as a part of `span`; without one it belongs to none. The storage is not entered where it holds nothing already: from the first
 * time on it would make every promise of the process dearer, also on servers that record no traces.
 */
export function withSpan<T>(span: Span | null, work: () => T): T {
  return span === currentSpan() ? work() : running.run(span, work);
}

/** Runs `work` as a part of the current span with a name of its own; without a current span `work` alone. */
export async function traced<T>(name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  const span = currentSpan()?.begin(name, 'client');
  return span ? untilDone(span, facts, work) : work();
}

/**
 * Runs `work` that is done for several spans at once as a part of the first one, which names the others. Without spans it belongs to
 * none, whoever began it.
 */
export async function tracedTogether<T>(
  spans: readonly (Span | null)[],
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const [first, ...others] = spans.filter((span) => span !== null);
  if (!first) return withSpan(null, work);
  return untilDone(first.begin(name, 'internal', others), { 'zesto.batch.size': spans.length }, work);
}

async function untilDone<T>(span: Span, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  let isFailed = true;
  try {
    const value = await withSpan(span, work);
    isFailed = false;
    return value;
  } finally {
    span.end({ facts, isFailed });
  }
}
