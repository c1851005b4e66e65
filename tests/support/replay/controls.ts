import { computeAccessibleName } from 'dom-accessibility-api';

/** Something on the screen that a person can use. */
export interface Control {
  readonly role: string;
  readonly name: string;
  readonly element: HTMLElement;
  /** Not greyed out, with or without a reason. */
  readonly isEnabled: boolean;
}

/** What a person can use, in the order in which it is looked for. */
const roles: readonly string[] = [
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
  'password',
  'file',
];

const unseen = '[aria-hidden="true"], [hidden], [inert]';

/** The roles of native elements, by HTML-AAM; the first selector that an element matches decides. Passwords and files have no role: they are told by their type. */
const native: readonly (readonly [selector: string, role: string])[] = [
  ['button, input:is([type=button], [type=submit], [type=reset], [type=image])', 'button'],
  ['a[href], area[href]', 'link'],
  ['input[type=password]', 'password'],
  ['input[type=file]', 'file'],
  ['input[type=checkbox]', 'checkbox'],
  ['input[type=radio]', 'radio'],
  ['input[type=range]', 'slider'],
  ['input[type=number]', 'spinbutton'],
  ['input[list], select:not([multiple], [size])', 'combobox'],
  ['input[type=search]', 'searchbox'],
  ['input:is(:not([type]), [type=text], [type=email], [type=tel], [type=url]), textarea', 'textbox'],
  ['option', 'option'],
];
const usable = ['button', 'a', 'area', 'input', 'textarea', 'select', 'option', '[role]'].join(', ');

/** The role of an element that a person can use; undefined for every other one. */
function roleOf(element: Element): string | undefined {
  const [own] = (element.getAttribute('role') ?? '').split(' ');
  const role = own || native.find(([selector]) => element.matches(selector))?.[1];
  return role !== undefined && roles.includes(role) ? role : undefined;
}

/** Everything that can be used now, by its role: what stands behind a dialog cannot. */
export function controlsOnScreen(): Control[] {
  const found: Control[] = [];
  for (const element of document.body.querySelectorAll<HTMLElement>(usable)) {
    const role = roleOf(element);
    if (role && (role === 'file' || element.closest(unseen) === null)) found.push(controlOf(role, element));
  }
  return found.sort((one, other) => roles.indexOf(one.role) - roles.indexOf(other.role));
}

const textOf = (element: Element) => element.textContent ?? '';

/** Its name is worked out when it is asked for, which takes longest. */
function controlOf(role: string, element: HTMLElement): Control {
  let name: string | undefined;
  const isEnabled =
    !element.matches(':disabled, [readonly]') &&
    element.closest('[aria-disabled="true"], [aria-readonly="true"]') === null;
  return {
    role,
    element,
    isEnabled,
    get name() {
      name ??= nameOf(element);
      return name;
    },
  };
}

const nameOf = (element: HTMLElement) =>
  computeAccessibleName(element, { computedStyleSupportsPseudoElements: false }).replace(/\s+/g, ' ').trim();

/** What a screen reader is told by itself, without being asked. */
export function announcements(): string {
  const live = [...document.querySelectorAll('[role], [aria-live]')].filter(isLive);
  return live.map(textOf).join('\n');
}

const liveRoles: readonly (string | null)[] = ['alert', 'status', 'log'];

function isLive(element: Element): boolean {
  const live = element.getAttribute('aria-live');
  return liveRoles.includes(element.getAttribute('role')) || (live !== null && live !== 'off');
}
