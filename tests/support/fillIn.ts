import type { UserEvent } from '@testing-library/user-event';

/**
 * Puts `text` into `field` at once, as a password manager does: for texts whose keys are not what is tested. Each key would be
 * a drawing of the whole screen. `{Enter}` or `{Tab}` at its end is pressed.
 */
export async function fillIn(user: UserEvent, field: Element, text: string): Promise<void> {
  const [typed = '', key] = text.split(/(\{(?:Enter|Tab)\})$/);
  await user.click(field);
  await user.paste(typed);
  if (key) await user.keyboard(key);
}
