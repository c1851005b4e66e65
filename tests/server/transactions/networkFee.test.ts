import { expect, test } from 'vitest';
import { networkFee } from '../../../server/payments/networkFee.ts';

const gwei = 1_000_000_000n;
const usdt = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
};
const transfer = {
  ...{ gasPrice: 31n * gwei, gas: 65_000n, margin: 0 },
  ...{ coinPrice: usdt('3000'), tokenPrice: usdt('1'), decimals: 6 },
};

test.each([
  // 31 gwei × 65,000 = 0.002015 ETH = 6.045 USDT.
  [{}, 6_045_000n],
  [{ margin: 25 }, 7_556_250n],
  [{ margin: 100 }, 12_090_000n],
  [{ coinPrice: usdt('3000.5') }, 6_046_008n],
  [{ tokenPrice: usdt('0.25'), decimals: 18 }, 24_180_000_000_000_000_000n],
  [{ tokenPrice: usdt('0.25'), decimals: 0 }, 25n],
  [{ tokenPrice: usdt('60450'), decimals: 8 }, 10_000n],
  // Rounded up to the token's last decimal, never down to nothing.
  [{ gasPrice: 1n, gas: 21_000n }, 1n],
  [{ gasPrice: 1n, gas: 1n, decimals: 0, tokenPrice: usdt('9999999999999') }, 1n],
  [{ gasPrice: 0n }, 0n],
  // The largest that are let in.
  [
    {
      ...{ gasPrice: 9_999_999n * gwei, gas: 30_000_000n, margin: 999 },
      ...{ coinPrice: usdt('9999999999999'), tokenPrice: usdt('0.000000000000000001'), decimals: 36 },
    },
    (9_999_999n * gwei * 30_000_000n * 1_099n * 9_999_999_999_999n * 10n ** 54n) / (100n * 10n ** 18n),
  ],
])('a transfer with %o costs %d minor units', (changes, expected) => {
  expect(networkFee({ ...transfer, ...changes })).toBe(expected);
});
