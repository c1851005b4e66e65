import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failureCodes } from '../../contract/failureCodes.ts';
import { RefusedPayment } from '../../src/screens/money/RefusedPayment.tsx';
import { failure } from '../support/actors.ts';
import { draw } from './draw.tsx';

const none = { refused: {}, bound: null };

test('a refusal says that no funds have left, unless another request may have moved them', () => {
  for (const code of failureCodes) {
    const drawn = draw(
      <RefusedPayment
        title="Failed to send transaction"
        failure={failure(code)}
        form={none}
        isHidden={false}
        onChange={() => {}}
      />,
    );
    const isSaid = screen.queryByText('No funds have left your wallet.') !== null;
    expect([code, isSaid]).toEqual([code, code !== 'QUOTE_USED' && code !== 'IDEMPOTENCY_MISMATCH']);
    if (!isSaid) {
      expect(screen.getByText('Check your history before you try again.')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Open History' })).toBeTruthy();
    }
    drawn.unmount();
  }
});
