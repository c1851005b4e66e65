import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { createMetrics } from '../../server/metrics/metrics.ts';
import { processRegistry } from '../../server/metrics/processRegistry.ts';

const dashboard = z.object({
  templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.unknown() })) }),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.optional(z.array(z.object({ expr: z.string(), legendFormat: z.string() }))),
    }),
  ),
});

const alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          for: z.optional(z.string().check(z.regex(/^\d+m$/))),
          labels: z.object({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.object({ summary: z.string(), description: z.optional(z.string()) }),
        }),
      ),
    }),
  ),
});

const { panels, templating } = dashboard.parse(JSON.parse(readFileSync('deploy/grafana/zesto.json', 'utf8')));
const rules = alerts
  .parse(parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')))
  .groups.flatMap((group) => group.rules);

/** The name of each series that a server exports, with the names of its labels. */
const exported = new Map<string, ReadonlySet<string>>();

beforeAll(async () => {
  const at = new Date('2026-11-20T09:00:00Z');
  const position = { head: 1, read: 1, at };
  const metrics = createMetrics({
    registry: processRegistry(),
    startedAt: at,
    load: () => ({ inUse: 0, most: 1, waiting: 0 }),
    openStreams: () => 0,
    chainPosition: () => position,
    storedFigures: async () => ({
      lockWaits: 0,
      totals: [{ token: 'USDT', decimals: 6, kind: 'user', posted: 1n }],
      prices: [{ token: 'ZST', since: at, until: at }],
      emails: { count: 0, since: null },
      audit: { number: '1', ended_at: at, faults: [], known: [], key_id: null, digest: new Uint8Array() },
    }),
  });
  metrics.requestEnded('GET', '/healthz', 200, 0.001);
  metrics.batchBegan(1);
  // Garbage may not have been collected yet, so what has no samples is known by its description.
  const text = await metrics.text(at);
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    for (const end of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      exported.set(name + end, new Set());
  }
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    exported.set(name, new Set([...labels.matchAll(/(\w+)=/g)].map(([, label = '']) => label)));
  }
});

const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...templating.list.map(({ name, query }) => [name, JSON.stringify(query)] as const),
];
const ofServer = /\b(?:zesto|nodejs|process)_\w+/g;
/** The labels that Prometheus adds to each series. */
const added = ['job', 'instance'];

test.each(expressions)('%s is made of what a server exports', (_, expr) => {
  const used = [...expr.matchAll(ofServer)].map(([name]) => name);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
  const known = new Set([...added, ...used.flatMap((name) => [...(exported.get(name) ?? [])])]);
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
  const matched = [...expr.matchAll(/(\w+)(?:=~|!~|!=|=)\\?"/g)].map(([, label = '']) => label);
  expect([...grouped, ...matched].filter((label) => !known.has(label))).toEqual([]);
});

test('every metric of ours is drawn or raises an alert', () => {
  const all = expressions.map(([, expr]) => expr).join('\n');
  const families = [...exported.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
  const unused = families.filter((name) => name.startsWith('zesto_') && !all.includes(name));
  expect(unused).toEqual([]);
});

test('no two panels of the dashboard lie on each other or have one number', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
});
