import { keccak_256 } from '@noble/hashes/sha3';
import { bytesToHex } from '@noble/hashes/utils';
import { expect, test } from 'vitest';
import { readAddress } from '../../contract/walletAddress.ts';

test.each([
  ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ['transfer(address,uint256)', 'a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b'],
])('Keccak-256 of %j', (text, expected) => {
  expect(bytesToHex(keccak_256(text))).toBe(expected);
});

// The addresses of EIP-55 itself.
const proper = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0xde709f2102306220921060314715629080e2fb77',
];

test.each(proper)('%s is taken as it is, and from small or large letters alone', (address) => {
  const large = `0x${address.slice(2).toUpperCase()}`;
  for (const typed of [address, address.toLowerCase(), large]) {
    expect(readAddress(typed)).toEqual({ ok: true, value: address });
  }
});

test('one capital that does not fit is a wrong character', () => {
  expect(readAddress('0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({
    ok: false,
    problem: 'checksum',
  });
  expect(readAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAec')).toEqual({
    ok: false,
    problem: 'checksum',
  });
});

test.each([
  '',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg',
  ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
])('%j is not an address', (text) => {
  expect(readAddress(text)).toEqual({ ok: false, problem: 'format' });
});
