import type { Logger } from 'pino';
import { within } from '../core/within.ts';
import { type EndedSpan, type SpanFacts, spanKinds } from '../tracing/span.ts';

export interface ExporterSettings {
  /** The base address of a collector, such as `http://localhost:4318`; `/v1/traces` is added to it. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
}

/** Sends spans to a collector. What it does not take in time is dropped, and the log says how much: no request waits for it. */
export interface SpanExporter {
  keep(span: EndedSpan): void;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/** Times in milliseconds. */
const sendsEvery = 5_000;
const sendsWithin = 10_000;
const warnsEvery = 60_000;
/** The most spans in a request, and the most that wait. */
const mostSent = 512;
const mostKept = 4_096;

export function createSpanExporter(settings: ExporterSettings, log: Logger): SpanExporter {
  const base = settings.endpoint.endsWith('/') ? settings.endpoint : `${settings.endpoint}/`;
  const url = new URL('v1/traces', base);
  let waiting: EndedSpan[] = [];
  let sending: Promise<void> | null = null;
  let dropped = 0;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const timer = setInterval(send, sendsEvery);
  timer.unref();

  function drop(count: number, reason: string) {
    dropped += count;
    if (performance.now() - warnedAt < warnsEvery) return;
    warnedAt = performance.now();
    log.warn({ dropped, reason }, 'spans were not taken by the collector');
    dropped = 0;
  }

  async function sendAll() {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, mostSent);
      waiting = waiting.slice(mostSent);
      const problem = await post(spans).catch(String);
      if (problem !== null) drop(spans.length, problem);
    }
  }

  /** What was wrong; null when the collector has taken them. */
  async function post(spans: readonly EndedSpan[]): Promise<string | null> {
    const body = JSON.stringify(requestOf(spans, settings.serviceName));
    const headers = { 'content-type': 'application/json', ...settings.headers };
    const late = () => new Error('no answer in time');
    return within(sendsWithin, late, async (signal) => {
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      await answer.arrayBuffer();
      return answer.status === 200 ? null : `status ${answer.status}`;
    });
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  return {
    keep(span) {
      if (waiting.length >= mostKept) drop(1, 'too many at once');
      else waiting.push(span);
      if (waiting.length >= mostSent) void send();
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await send();
    },
  };
}

/** The body of OTLP over HTTP, in JSON (`ExportTraceServiceRequest` of opentelemetry-proto 1). */
function requestOf(spans: readonly EndedSpan[], serviceName: string) {
  const resource = { attributes: attributesOf({ 'service.name': serviceName }) };
  return {
    resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'zesto' }, spans: spans.map(spanOf) }] }],
  };
}

function spanOf(span: EndedSpan) {
  const { traceId, spanId, parentId, name, kind, startedAt, endedAt, facts, links, isFailed } = span;
  return {
    traceId,
    spanId,
    ...(parentId !== null && { parentSpanId: parentId }),
    name,
    kind: spanKinds[kind],
    startTimeUnixNano: `${startedAt}000`,
    endTimeUnixNano: `${endedAt}000`,
    attributes: attributesOf(facts),
    links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
    // STATUS_CODE_ERROR and STATUS_CODE_UNSET.
    status: { code: isFailed ? 2 : 0 },
  };
}

function attributesOf(facts: SpanFacts) {
  return Object.entries(facts).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }));
}
