import { expect, test } from 'vitest';
import { tokenPage, transactionPage } from '../../../server/tokens/explorer.ts';

const explorer = { chain: 'eip155:1', url: 'https://explorer.example/main' };

test('a hash of the explorer’s chain has a page, and no other has', () => {
  const hash = '0x1f';
  expect(transactionPage(explorer, { chain: 'eip155:1', hash })).toBe(
    'https://explorer.example/main/tx/0x1f',
  );
  expect(transactionPage(explorer, { chain: 'eip155:10', hash })).toBeNull();
  expect(transactionPage(explorer, { chain: null, hash })).toBeNull();
  expect(transactionPage(explorer, { chain: 'eip155:1', hash: null })).toBeNull();
  expect(transactionPage(null, { chain: 'eip155:1', hash })).toBeNull();
});

test('what is no hash adds no path and no query of its own', () => {
  expect(transactionPage(explorer, { chain: 'eip155:1', hash: '../login?next=//evil.example#' })).toBe(
    'https://explorer.example/main/tx/..%2Flogin%3Fnext%3D%2F%2Fevil.example%23',
  );
  expect(tokenPage(explorer, '0x2f')).toBe('https://explorer.example/main/token/0x2f');
  expect(tokenPage(null, '0x2f')).toBeNull();
});
