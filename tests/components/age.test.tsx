import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Age } from '../../src/components/base/Age.tsx';

const hour = 3_600_000;

test.each([
  ['en', 59_999, 'now'],
  ['en', 60_000, '1 minute ago'],
  ['en', hour, '1 hour ago'],
  // From Monday 23:00 to Wednesday 22:00, which is not since yesterday.
  ['en', 47 * hour, '1 day ago'],
  ['en', 48 * hour, '2 days ago'],
  ['ru', 0, 'сейчас'],
  ['ru', 47 * hour, '1 день назад'],
  ['ru', 71 * hour, '2 дня назад'],
])('in %s, %i ms ago is said as "%s"', (locale, passed, said) => {
  const since = Date.parse('2026-11-23T23:00:00Z');
  const { container } = render(<Age since={since} now={() => since + passed} locale={locale} />);
  expect(container.textContent?.replace(/\s/g, ' ')).toBe(said);
});
