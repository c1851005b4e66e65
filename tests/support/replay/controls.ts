import { queryAllByRole } from '@testing-library/react';

/** Something on the screen that a person can use. */
export interface Control {
  readonly role: string;
  readonly name: string;
  readonly element: HTMLElement;
  /** Not greyed out, with or without a reason. */
  readonly isEnabled: boolean;
}

const roles = [
  'button',
  'link',
  'textbox',
  'searchbox',
  'checkbox',
  'switch',
  'radio',
  'combobox',
  'spinbutton',
  'slider',
  'tab',
  'menuitem',
  'menuitemradio',
  'option',
] as const;

const unseen = '[aria-hidden="true"], [hidden], [inert]';

/** Everything that can be used now: what stands behind a dialog cannot. */
export function controlsOnScreen(): Control[] {
  const found: Control[] = [];
  const seen = (element: Element) => element.closest(unseen) === null;
  for (const role of roles) {
    queryAllByRole(document.body, role, {
      hidden: true,
      name: (name, element) => {
        if (seen(element)) found.push(controlOf(role, name, element as HTMLElement));
        return false;
      },
    });
  }
  // They have no role.
  for (const element of document.querySelectorAll<HTMLInputElement>(
    'input[type=password], input[type=file]',
  )) {
    const name = element.getAttribute('aria-label') ?? [...(element.labels ?? [])].map(textOf).join(' ');
    if (element.type === 'file' || seen(element)) found.push(controlOf(element.type, name, element));
  }
  return found;
}

const textOf = (element: Element) => element.textContent ?? '';

function controlOf(role: string, name: string, element: HTMLElement): Control {
  const isEnabled =
    !element.matches(':disabled, [readonly]') &&
    element.closest('[aria-disabled="true"], [aria-readonly="true"]') === null;
  return { role, name: name.replace(/\s+/g, ' ').trim(), element, isEnabled };
}

/** What a screen reader is told by itself, without being asked. */
export function announcements(): string {
  const live = document.querySelectorAll(
    '[role=alert], [role=status], [role=log], [aria-live]:not([aria-live=off])',
  );
  return [...live].map(textOf).join('\n');
}
