import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../../server/database/db.ts';
import { openTestDatabase } from '../../support/database.ts';
import { mostRows, serverWithPlans } from '../../support/plans.ts';

/** So many that a plan that reads them all is not the cheapest. */
const many = 30_000;

let opened: Awaited<ReturnType<typeof serverWithPlans>>;
let database: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.query(
    `INSERT INTO users (id, email, first_name, last_name, kyc_status, kyc_submitted_at, created_at, frozen_at, frozen_reason)
    SELECT gen_random_uuid(), 'person' || n || '@example.com', 'Ana', 'Reis',
      CASE n % 4 WHEN 0 THEN 'approved' WHEN 1 THEN 'rejected' ELSE 'pending' END,
      timestamptz '2026-01-01' + n / 3 * interval '1 second', '2026-01-01', '2026-01-01 00:01', 'legal'
    FROM generate_series(1, $1::int) AS n`,
    [many],
  );
  await database.query(
    `INSERT INTO tickets (id, user_id, subject, category, priority, status, created_at, updated_at)
    SELECT gen_random_uuid(), id, 'Where is it?', 'transaction', 'high',
      (ARRAY['open', 'inProgress', 'resolved', 'closed'])[1 + (row_number() OVER (ORDER BY id)) % 4], created_at, kyc_submitted_at
    FROM users`,
  );
  await database.query(
    `INSERT INTO news (id, slug, category, published_at)
    SELECT gen_random_uuid(), 'article-' || n, 'product', timestamptz '2026-01-01' + n / 3 * interval '1 second'
    FROM generate_series(1, $1::int) AS n`,
    [many],
  );
  await database.query(
    `INSERT INTO news_texts (news_id, language, title, summary, body, updated_at)
    SELECT id, language, slug, slug, '[]', published_at FROM news CROSS JOIN unnest(ARRAY['en', 'ru']) AS language`,
  );
  // Two lines of each call, as the log has them: before and after it.
  await database.query(
    `INSERT INTO operator_log (request_id, at, operator, verb, address, status, place, head)
    SELECT lpad(to_hex(n / 2), 32, '0')::uuid, '2026-01-01', 'anna', 'GET /kyc', '203.0.113.9',
      CASE n % 2 WHEN 1 THEN 200 END, 1000000 + n, ''
    FROM generate_series(0, 2 * $1::int - 1) AS n`,
    [many],
  );
  await database.query('ANALYZE');
  opened = await serverWithPlans(database);
});

afterAll(() => opened.it.close());

interface Line {
  readonly id: string;
}

/** Reads a list part by part. */
async function partsOf(path: string, most = Number.POSITIVE_INFINITY) {
  const parts: Line[][] = [];
  let after: string | null = null;
  do {
    const sign = path.includes('?') ? '&' : '?';
    const { body } = await opened.it.operator(
      'GET',
      `${path}${after === null ? '' : `${sign}after=${encodeURIComponent(after)}`}`,
    );
    parts.push(body.data);
    after = body.meta.next;
  } while (after !== null && parts.length < most);
  return { parts, next: after };
}

test.each(['pending', 'rejected', 'approved'])(
  'any part of the cases that are %s is one statement over as many rows as it shows',
  async (status) => {
    const { it, reads } = opened;
    const [middle] = await database.query<{ at: Date; id: string }>(
      'SELECT kyc_submitted_at AS at, id FROM users WHERE kyc_status = $1 ORDER BY 1, 2 OFFSET 5000 LIMIT 1',
      [status],
    );
    for (const after of ['', `&after=${middle?.at.toISOString()}_${middle?.id}`]) {
      const { statements, plans } = await reads('FROM users', async () => {
        const { body } = await it.operator('GET', `/kyc?status=${status}${after}`);
        expect(body.data).toHaveLength(50);
        expect(body.meta.next).not.toBeNull();
      });
      expect(statements).toBe(1);
      expect(plans.map(mostRows)).toEqual([51]);
    }
  },
);

const placeOf = async (rows: string) => {
  const [found] = await database.query<{ at: Date; id: string }>(rows);
  return `${found?.at.toISOString()}_${found?.id}`;
};

const lists = {
  frozen: {
    path: '/freezes?',
    place: 'SELECT frozen_at AS at, id FROM users ORDER BY 1, 2 OFFSET 15000 LIMIT 1',
    // The person and, of each, whether somebody has proposed to lift the freeze.
    most: 51,
  },
  'waiting tickets': {
    path: '/tickets?status=open',
    place: "SELECT updated_at AS at, id FROM tickets WHERE status = 'open' ORDER BY 1, 2 OFFSET 4000 LIMIT 1",
    most: 51,
  },
  'closed tickets': {
    path: '/tickets?status=closed',
    place:
      "SELECT updated_at AS at, id FROM tickets WHERE status = 'closed' ORDER BY 1, 2 OFFSET 4000 LIMIT 1",
    most: 51,
  },
  // Of each article its texts.
  news: {
    path: '/news?',
    place: 'SELECT published_at AS at, id FROM news ORDER BY 1, 2 OFFSET 15000 LIMIT 1',
    most: 102,
  },
};

test.each(Object.entries(lists))(
  'any part of the list of %s is one statement over as many rows as it shows',
  async (_, list) => {
    const { it, reads } = opened;
    for (const after of ['', `&after=${await placeOf(list.place)}`]) {
      const { statements, plans } = await reads('', async () => {
        const { body } = await it.operator('GET', `${list.path}${after}`);
        expect(body.data).toHaveLength(50);
        expect(body.meta.next).not.toBeNull();
      });
      expect(statements).toBe(1);
      expect(Math.max(...plans.map(mostRows))).toBeLessThanOrEqual(list.most);
    }
  },
);

test('a search by the beginning of an email reads as many rows as it shows', async () => {
  const { it, reads } = opened;
  for (const search of ['q=person', 'q=PERSON9', 'q=person&after=person15000@example.com']) {
    const { statements, plans } = await reads('FROM users', async () => {
      const { body } = await it.operator('GET', `/accounts?${search}`);
      expect(body.data).toHaveLength(50);
      const emails = body.data.map(({ email }: { email: string }) => email);
      expect(emails).toEqual(emails.toSorted());
      expect(body.meta.next).toBe(emails.at(-1));
    });
    // The first part looks the whole username up, too.
    expect(statements).toBe(search.includes('after') ? 1 : 2);
    expect(Math.max(...plans.map(mostRows))).toBeLessThanOrEqual(51);
  }
});

test('any part of the log is one statement over as many lines as it shows', async () => {
  const { it, reads } = opened;
  for (const after of ['', '?after=30000']) {
    const { statements, plans } = await reads('FROM operator_log', async () => {
      const { body } = await it.operator('GET', `/log${after}`);
      expect(body.data).toHaveLength(50);
      expect(body.meta.next).toMatch(/^\d+$/);
    });
    expect(statements).toBe(1);
    // Of each call its beginning, and its end by an index.
    expect(Math.max(...plans.map(mostRows))).toBeLessThanOrEqual(52);
  }
});

test('the log goes on behind a line without a gap, while calls are written to it', async () => {
  const { parts, next } = await partsOf('/log?per_page=7', 4);
  const expected = await database.query<{ request_id: string }>(
    'SELECT request_id FROM operator_log WHERE status IS NULL ORDER BY number DESC',
  );
  const read = parts.flat().map((line) => (line as unknown as { request_id: string }).request_id);
  // The calls for the second part and those after it are newer than where the list began.
  const begins = expected.findIndex(({ request_id }) => request_id === read[0]);
  expect(begins).toBe(3);
  expect(read).toEqual(expected.slice(begins, begins + 28).map(({ request_id }) => request_id));
  expect(next).not.toBeNull();
  const { body } = await opened.it.operator('GET', '/log?after=5');
  expect(body.meta.next).toBeNull();
});

test.each(['after=0', 'after=-1', 'after=1e3', 'after=%27', 'after=1234567890123456789'])(
  'a log from %s is refused',
  async (search) => {
    const { status, body } = await opened.it.operator('GET', `/log?${search}`);
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual([search.split('=')[0]]);
  },
);

test('parts follow each other without a gap and without a line twice, also within one moment', async () => {
  const { parts, next } = await partsOf('/kyc?per_page=7', 5);
  const expected = await database.query<Line>(
    "SELECT id FROM users WHERE kyc_status = 'pending' ORDER BY kyc_submitted_at, id LIMIT 35",
  );
  expect(parts.flat().map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  expect(next).not.toBeNull();
});

test('the last part says that it is the last', async () => {
  const last = await database.query<{ at: Date; id: string }>(
    "SELECT kyc_submitted_at AS at, id FROM users WHERE kyc_status = 'pending' ORDER BY 1 DESC, 2 DESC LIMIT 4",
  );
  const from = last[3];
  const { parts, next } = await partsOf(`/kyc?after=${from?.at.toISOString()}_${from?.id}`);
  expect(parts.flat()).toHaveLength(3);
  expect(next).toBeNull();
});

test.each([
  ['after=2026-01-01', 'after'],
  ['after=2026-01-01T00:00:00.000Z_1%27%20OR%20true', 'after'],
  ['per_page=0', 'per_page'],
  ['per_page=101', 'per_page'],
  ['status=everything', 'status'],
])('%s is refused with the rule at its name', async (search, field) => {
  const { status, body } = await opened.it.operator('GET', `/kyc?${search}`);
  expect(status).toBe(422);
  expect(Object.keys(body.fields)).toEqual([field]);
});
