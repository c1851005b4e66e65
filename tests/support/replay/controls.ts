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

const nameOf = (element: Element) =>
  computeAccessibleName(element, { computedStyleSupportsPseudoElements: false }).replace(/\s+/g, ' ').trim();

/**
 * Tells what stands behind the open dialog: react-aria hides what is outside of it. A menu and a list that open are dialogs, too; the one
 * that was opened last is the last in the document. What an author hides from screen readers in the dialog is not behind it.
 */
export function behindDialog(): (element: Element) => boolean {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  if (!dialog) return () => false;
  return (element) => {
    const hidden = element.closest('[aria-hidden="true"], [inert]');
    return hidden !== null && !hidden.contains(dialog) && !dialog.contains(hidden);
  };
}

/** The texts of each live region, which a screen reader is told by itself. */
export type Announcements = ReadonlyMap<Element, readonly string[]>;

export function announcements(): Announcements {
  const live = [...document.querySelectorAll('[role], [aria-live]')].filter(isLive);
  return new Map(live.map((region) => [region, spokenIn(region)]));
}

/** Without the live regions behind a dialog, of which a screen reader is told nothing. */
export function heardOf(live: Announcements): Announcements {
  const isBehind = behindDialog();
  return new Map([...live].filter(([region]) => !isBehind(region)));
}

/** With the names of its images: react-aria announces a button that is pending by one that has the button's name. */
function spokenIn(region: Element): string[] {
  const images = [...region.querySelectorAll('[role=img], img')].map(nameOf);
  return [...textsIn(region), ...images].filter((text) => text !== '');
}

/** Each text below an element, in order, but for those in what is left out. */
export function textsIn(element: Element, isLeftOut: (parent: Element) => boolean = () => false): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode;
    if (!parentElement || !isLeftOut(parentElement)) texts.push((nodeValue ?? '').trim());
  }
  return texts.filter((text) => text !== '');
}

const liveRoles: readonly (string | null)[] = ['alert', 'status', 'log'];

function isLive(element: Element): boolean {
  const live = element.getAttribute('aria-live');
  return liveRoles.includes(element.getAttribute('role')) || (live !== null && live !== 'off');
}

const toldStates = ['aria-expanded', 'aria-pressed', 'aria-checked', 'aria-selected', 'aria-valuetext'];

/** What a screen reader tells again of the element with the focus when it changes: its name and its states. */
export function toldOf(element: Element | null): string {
  if (!element) return '';
  const isChecked = element instanceof HTMLInputElement && element.checked;
  return [nameOf(element), ...toldStates.map((state) => element.getAttribute(state)), isChecked].join(' ');
}
