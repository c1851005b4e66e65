import { screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';

test('what has not come in the end is told with the page, once', async () => {
  const page = document.body.appendChild(document.createElement('main'));
  onTestFinished(() => page.remove());
  page.textContent = 'Wallet';
  const error = await screen.findByText('Profile', {}, { timeout: 1 }).catch((reason: Error) => reason);
  const { message } = error as Error;
  expect(message).toContain('Profile');
  expect(message.split('</main>')).toHaveLength(2);
});
