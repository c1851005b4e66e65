import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/**
 * Opens the account menu of the app, in English. Its code comes after the first page, and its button then takes the place of the one
 * that stands in for it: a press that was on its way to the latter would reach nothing.
 */
export async function openAccountMenu(user: UserEvent): Promise<void> {
  const button = await waitFor(() => {
    const found = screen.getByRole('button', { name: /Account menu/ });
    if (!found.hasAttribute('data-rac')) throw new Error('the menu’s code has not arrived');
    return found;
  });
  await user.click(button);
}
