import { expect, test } from 'vitest';
import { feesFor, replacingFees } from '../../../server/settlement/evm/fees.ts';

const most = 100n;

test('twice the base fee and the tip are offered, up to the most', () => {
  expect(feesFor(10n, 2n, most)).toEqual({ maxFeePerGas: 22n, maxPriorityFeePerGas: 2n });
  expect(feesFor(60n, 2n, most)).toEqual({ maxFeePerGas: 100n, maxPriorityFeePerGas: 2n });
  expect(feesFor(98n, 2n, most)).toEqual({ maxFeePerGas: 100n, maxPriorityFeePerGas: 2n });
  expect(feesFor(99n, 2n, most)).toBeNull();
});

test('a replacement offers at least an eighth more of both, what is asked now, and never more than the most', () => {
  const old = { maxFeePerGas: 41n, maxPriorityFeePerGas: 3n };
  const cheap = { maxFeePerGas: 10n, maxPriorityFeePerGas: 1n };
  expect(replacingFees(old, cheap, most)).toEqual({ maxFeePerGas: 47n, maxPriorityFeePerGas: 4n });
  const dear = { maxFeePerGas: 99n, maxPriorityFeePerGas: 9n };
  expect(replacingFees(old, dear, most)).toEqual({ maxFeePerGas: 99n, maxPriorityFeePerGas: 9n });
  expect(replacingFees(old, { ...dear, maxFeePerGas: 200n }, most)).toEqual({
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 9n,
  });
  expect(replacingFees({ ...old, maxFeePerGas: 89n }, cheap, most)).toBeNull();
});

test('a tip of nothing is raised, too: no node takes the same for more', () => {
  const now = { maxFeePerGas: 10n, maxPriorityFeePerGas: 0n };
  expect(replacingFees({ maxFeePerGas: 41n, maxPriorityFeePerGas: 0n }, now, most)).toEqual({
    maxFeePerGas: 47n,
    maxPriorityFeePerGas: 1n,
  });
  expect(replacingFees({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }, now, 0n)).toBeNull();
});
