import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MonoGroups } from '../../src/components/base/MonoGroups.tsx';

test.each([
  [
    '6f1c2d3e-0000-4000-8000-000000000001',
    ['6f1c', '2d3e-', '0000-', '4000-', '8000-', '0000', '0000', '0001'],
  ],
  ['0x5aAeb605', ['0x', '5aAe', 'b605']],
])('%s stands in groups, which are copied as one word, and is read as one', (value, expected) => {
  const { container } = render(<MonoGroups value={value} />);
  const groups = [...container.querySelectorAll('span[aria-hidden]')].map((group) => group.textContent);
  expect(groups).toEqual(expected);
  // A dash is gap enough.
  const apart = [...container.querySelectorAll('.mr-2')].map((group) => group.textContent);
  expect(apart).toEqual(expected.filter((group) => !group.endsWith('-')));
  const read = container.querySelector('.sr-only');
  expect(read?.textContent).toBe(value);
  // What is selected is the groups alone, without anything between them.
  expect(read?.classList.contains('select-none')).toBe(true);
  expect(container.textContent).toBe(`${value}${value}`);
});
