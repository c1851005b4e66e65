import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { tracedDatabase } from '../../../server/database/traced.ts';
import { createLog } from '../../../server/http/log.ts';
import { createSpanExporter } from '../../../server/metrics/spanExporter.ts';
import { createTracer, type EndedSpan } from '../../../server/tracing/span.ts';
import { collector } from '../../support/collector.ts';
import { hasEngine, openTestDatabase } from '../../support/database.ts';
import { openTestServer } from '../../support/server.ts';

beforeEach((context) => {
  if (!hasEngine()) context.skip('there is no PostgreSQL');
});

/** A server that records, and its spans. */
async function recording() {
  const spans: EndedSpan[] = [];
  const database = tracedDatabase(await openTestDatabase());
  const server = await openTestServer({ database, tracer: createTracer((span) => spans.push(span)) });
  onTestFinished(() => server.close());
  return { server, spans };
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';

test('a request continues the trace of its caller, and its lines in the log have the same id', async () => {
  const { server, spans } = await recording();
  await server.get('/auth/captcha', { headers: { traceparent: `00-${trace}-${caller}-01` } });
  const request = spans.find(({ kind }) => kind === 'server');
  expect(request).toMatchObject({
    traceId: trace,
    parentId: caller,
    name: 'GET /api/web-app/auth/captcha',
    facts: {
      'http.request.method': 'GET',
      'http.route': '/api/web-app/auth/captcha',
      'http.response.status_code': 200,
    },
    isFailed: false,
  });
  expect(spans.every(({ traceId }) => traceId === trace)).toBe(true);
  expect(JSON.parse(server.logged.at(-1) ?? '')).toMatchObject({ msg: 'request', trace_id: trace });
});

test('a request without a caller’s trace has one of its own, and no fact that its sender chose', async () => {
  const { server, spans } = await recording();
  await server.get('/nowhere/alice@example.com?q=secret');
  await server.fetch(new Request('http://localhost:3000/x', { method: 'BREW' }));
  const [lost, brewed] = spans.filter(({ kind }) => kind === 'server');
  expect(lost?.traceId).toMatch(/^[\da-f]{32}$/);
  expect(lost?.traceId).not.toBe(brewed?.traceId);
  expect([lost?.name, lost?.parentId, lost?.isFailed, brewed?.name]).toEqual([
    'GET none',
    null,
    false,
    'other none',
  ]);
  expect(JSON.parse(server.logged.at(-1) ?? '').trace_id).toBe(brewed?.traceId);
  expect(JSON.stringify(spans)).not.toMatch(/alice|secret|BREW/);
});

test('nothing is recorded of a trace that its caller does not record', async () => {
  const { server, spans } = await recording();
  await server.get('/auth/captcha', { headers: { traceparent: `00-${trace}-${caller}-00` } });
  expect(spans).toEqual([]);
  expect(JSON.parse(server.logged.at(-1) ?? '')).toMatchObject({ trace_id: trace });
});

test('a fault and what failed of it are marked', async () => {
  const spans: EndedSpan[] = [];
  const database = await openTestDatabase();
  const broken = tracedDatabase({ ...database, query: () => Promise.reject(new Error('gone')) });
  const server = await openTestServer({ database: broken, tracer: createTracer((span) => spans.push(span)) });
  onTestFinished(() => database.close());
  expect((await server.get('/auth/captcha')).status).toBe(500);
  expect(spans.map(({ kind, isFailed }) => [kind, isFailed])).toEqual([
    ['client', true],
    ['server', true],
  ]);
});

const ended: EndedSpan = {
  ...{ traceId: trace, spanId: 'b7ad6b7169203331', parentId: caller, name: 'GET /wallet', kind: 'server' },
  ...{ startedAt: 1_764_300_000_000_001, endedAt: 1_764_300_000_000_900 },
  facts: { 'http.route': '/wallet', 'http.response.status_code': 500 },
  ...{ links: [{ traceId: trace, spanId: caller }], isFailed: true },
} as const;

/** What the log was told, as objects. */
function heardLog() {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) };
}

test('spans are sent as OTLP in JSON, with the headers of the settings', async () => {
  const { endpoint, told } = await collector(200);
  const { log, lines } = heardLog();
  const headers = { authorization: 'Bearer abc' };
  const exporter = createSpanExporter({ endpoint, headers, serviceName: 'wallet' }, log);
  exporter.keep(ended);
  await exporter.stop();
  expect(told).toEqual([
    {
      url: '/v1/traces',
      token: 'Bearer abc',
      body: {
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'wallet' } }] },
            scopeSpans: [
              {
                scope: { name: 'zesto' },
                spans: [
                  {
                    ...{ traceId: trace, spanId: 'b7ad6b7169203331', parentSpanId: caller },
                    ...{ name: 'GET /wallet', kind: 2, links: [{ traceId: trace, spanId: caller }] },
                    startTimeUnixNano: '1764300000000001000',
                    endTimeUnixNano: '1764300000000900000',
                    attributes: [
                      { key: 'http.route', value: { stringValue: '/wallet' } },
                      { key: 'http.response.status_code', value: { intValue: '500' } },
                    ],
                    status: { code: 2 },
                  },
                ],
              },
            ],
          },
        ],
      },
    },
  ]);
  expect(lines).toEqual([]);
});

test('what a collector does not take is dropped and told once in a minute, and the next spans are sent', async () => {
  const { endpoint, told } = await collector(503, 503, 200);
  const { log, lines } = heardLog();
  const exporter = createSpanExporter({ endpoint, headers: {}, serviceName: 'zesto' }, log);
  // As many as go in one request, three times.
  for (let count = 0; count < 3 * 512; count += 1) exporter.keep(ended);
  await exporter.stop();
  expect(told.length).toBeGreaterThanOrEqual(3);
  expect(lines).toEqual([expect.objectContaining({ dropped: 512, reason: 'status 503', level: 40 })]);
});

test('without a collector the spans that wait are bounded', async () => {
  const { log, lines } = heardLog();
  const settings = { endpoint: 'http://localhost:1', headers: {}, serviceName: 'zesto' };
  const exporter = createSpanExporter(settings, log);
  for (let count = 0; count < 5_000; count += 1) exporter.keep(ended);
  expect(lines).toEqual([expect.objectContaining({ reason: 'too many at once' })]);
  await exporter.stop();
  expect(lines).toHaveLength(1);
});
