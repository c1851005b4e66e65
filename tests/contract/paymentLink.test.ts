import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPaymentLink, readPaymentLink } from '../../contract/paymentLink.ts';

const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const transfer = (query: string) => `ethereum:${contract}@1/transfer?${query}`;
const link = (more: object) => ({ ok: true, value: { to, chainId: 1, contract, minor: null, ...more } });
const problem = (name: string) => ({ ok: false, problem: name });

test.each([
  [transfer(`address=${to}&uint256=1500000`), link({ minor: 1_500_000n })],
  [transfer(`uint256=1.5e6&address=${to.toLowerCase()}`), link({ minor: 1_500_000n })],
  [transfer(`address=${to}&uint256=%2B2e0`), link({ minor: 2n })],
  [transfer(`address=${to}&uint256=1.50e1`), link({ minor: 15n })],
  [transfer(`address=${to}&uint256=1e30`), link({ minor: 10n ** 30n })],
  [transfer(`address=${to}&uint256=1.500e1`), link({ minor: 15n })],
  [transfer(`address=${to}&uint256=.5e1`), link({ minor: 5n })],
  [transfer(`address=${to}&uint256=7e`), link({ minor: 7n })],
  [transfer(`address=${to}&uint256=${'0'.repeat(80)}e999`), link({})],
  [`ethereum:${contract}@1/transfer?address=${to}&x=${'x'.repeat(877)}`, link({})],
  [transfer(`address=${to}&uint256=0&gas=21000&gasPrice=5`), link({})],
  [` ETHEREUM:pay-${contract}@1/transfer?address=${to}\n`, link({})],
  [`ethereum:${contract}/transfer?address=${to}`, link({ chainId: null })],
  [`ethereum:${to}`, link({ chainId: null, contract: null })],
  [`ethereum:${to}@31337?gas=1`, link({ chainId: 31_337, contract: null })],
  [`ethereum:${to}?value=1e18`, problem('coin')],
  ['ethereum:', problem('address')],
  ['ethereum:alice.eth', problem('address')],
  ['ethereum:alice.eth/transfer?address=bob.eth', problem('format')],
  [`ethereum:${contract}/approve?address=${to}&uint256=1`, problem('format')],
  [transfer('uint256=1'), problem('address')],
  [transfer('address=bob.eth'), problem('address')],
  [transfer(`address=${to.replace('fB', 'Fb')}`), problem('address')],
  [transfer(`address=${to}&address=${contract}`), problem('format')],
  [transfer(`address=${to}&uint256=1&uint256=2`), problem('format')],
  [transfer(`address=${to}&uint256=-1`), problem('amount')],
  [transfer(`address=${to}&uint256=e5`), problem('amount')],
  [transfer(`address=${to}&uint256=1e5x`), problem('amount')],
  [transfer(`address=${to}&uint256=1e78`), problem('amount')],
  [`an ethereum:${to}`, problem('format')],
  [`ethereum:${to}?a=1\n2`, problem('format')],
  ['ethereum:?x', problem('address')],
  [transfer(`address=${to}&uint256=0.5`), problem('amount')],
  [transfer(`address=${to}&uint256=ten`), problem('amount')],
  [transfer(`address=${to}&uint256=${2n ** 256n}`), problem('amount')],
  [transfer(`address=${to}&uint256=1e999999999`), problem('amount')],
  [transfer(`address=${to}&uint256=${'9'.repeat(800)}`), problem('amount')],
  [transfer(`address=${to}&note=${'x'.repeat(1_000)}`), problem('format')],
  [`bitcoin:${to}`, problem('format')],
  [to, problem('format')],
])('%s', (text, expected) => {
  expect(readPaymentLink(text)).toEqual(expected);
});

test('what the largest contract can count is read, and one more is not', () => {
  const most = 2n ** 256n - 1n;
  expect(readPaymentLink(transfer(`address=${to}&uint256=${most}`))).toEqual(link({ minor: most }));
});

const hex = fc
  .array(fc.integer({ min: 0, max: 15 }), { minLength: 40, maxLength: 40 })
  .map((digits) => `0x${digits.map((digit) => digit.toString(16)).join('')}`);

test('every link that is written is read as it was meant', () => {
  fc.assert(
    fc.property(
      ...[hex, hex],
      fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
      fc.integer({ min: 1, max: 1_000_000 }),
      (token, recipient, minor, chainId) => {
        const text = `ethereum:${token}@${chainId}/transfer?address=${recipient}&uint256=${minor}`;
        const read = readPaymentLink(text);
        if (!read.ok) throw new Error(read.problem);
        const { value } = read;
        expect(value.to.toLowerCase()).toBe(recipient);
        expect(value.contract?.toLowerCase()).toBe(token);
        expect([value.minor, value.chainId]).toEqual([minor, chainId]);
      },
    ),
  );
});

test('no text throws, and only what begins so is a link', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (text) => {
      readPaymentLink(text);
      readPaymentLink(`ethereum:${text}`);
      readPaymentLink(transfer(`address=${to}&uint256=${encodeURIComponent(text)}`));
      expect(isPaymentLink(`ethereum:${text}`)).toBe(true);
      expect(isPaymentLink(`0x${text}`)).toBe(false);
      expect(isPaymentLink(`0 ethereum:${text}`)).toBe(false);
      expect(isPaymentLink(` ethereum:${text}`)).toBe(true);
    }),
  );
});
