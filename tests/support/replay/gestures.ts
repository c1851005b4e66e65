import { act, screen, waitFor } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { Control } from './controls.ts';

/** Something that a person does with one control of the screen. */
export interface Gesture {
  readonly words: string;
  readonly isFor: (control: Control) => boolean;
  /** The focus stays where it is: nothing is pressed or typed. */
  readonly isWithoutFocus?: true;
  readonly perform: (user: UserEvent, control: Control) => Promise<void>;
}

type Name = string | RegExp;

const texts = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'password'];
const presses = ['button', 'link', 'menuitem', 'tab', 'option'];

export const isNamed = (name: Name, control: Control) =>
  typeof name === 'string' ? control.name === name : name.test(control.name);

const among = (roles: readonly string[], name: Name) => (control: Control) =>
  roles.includes(control.role) && isNamed(name, control);

export const press = (name: Name): Gesture => ({
  words: `presses ${name}`,
  isFor: among(presses, name),
  perform: (user, { element }) => user.click(element),
});

/** Opens it by the keyboard: no pointer comes over it. */
export const openByKey = (name: Name): Gesture => ({
  words: `opens ${name} by the keyboard`,
  isFor: among(presses, name),
  perform: async (user, { element }) => {
    act(() => element.focus());
    await user.keyboard('{Enter}');
  },
});

/** Moves the pointer over the lines below a control, or away from them. */
export const pointAt = (lines: string, below: Name, isAway = false): Gesture => ({
  words: `moves the pointer ${isAway ? 'away from' : 'over'} the lines below ${below}`,
  isFor: among(presses, below),
  isWithoutFocus: true,
  perform: async (user) => {
    const element = document.querySelector(lines);
    if (!element) throw new Error(`there are no lines (${lines})`);
    await (isAway ? user.unhover(element) : user.hover(element));
  },
});

/** Presses what stands in a place, by its selector. */
export const pressIn = (place: string, name: Name): Gesture => ({
  ...press(name),
  isFor: (control) => press(name).isFor(control) && control.element.closest(place) !== null,
});

/** Closes the dialog by its cross. */
export const closeDialog = (name: Name): Gesture => ({
  ...press(name),
  isFor: (control) => press(name).isFor(control) && control.element.closest('form') === null,
});

/** Puts a text in the place of what stands in a field, all at once. */
export const paste = (label: Name, text: string): Gesture => ({
  words: `puts "${text}" into ${label}`,
  isFor: among(texts, label),
  perform: async (user, { element }) => {
    if (text === '') return user.clear(element);
    await user.tripleClick(element);
    await user.paste(text);
  },
});

export const tick = (label: Name): Gesture => ({
  words: `ticks ${label}`,
  isFor: among(['checkbox', 'switch', 'radio'], label),
  perform: (user, { element }) => user.click(element),
});

export const newUser = () => userEvent.setup({ delay: null });

/** Chooses a file of the device, by the button that asks for it. */
export const chooseFile = (label: Name, file: File): Gesture => ({
  words: `chooses the file ${file.name} by ${label}`,
  isFor: press(label).isFor,
  perform: async (user, { element }) => {
    // It forgets the file before: the same one can be chosen once more.
    await user.click(element);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('no file can be chosen');
    await user.upload(input, file);
  },
});

/**
 * For Safari, react-aria gives a dialog the focus once more half a second after it has opened, unless an element in it has the focus.
 * While a list in it closes, none has: who chose as quickly as a test would be found at the dialog, not at the list's button.
 */
const refocusedAfter = 500;
const openedAt = new WeakMap<Element, number>();
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && target.getAttribute('role') === 'dialog' && !openedAt.has(target))
    openedAt.set(target, performance.now());
});

async function dialogRefocused(element: Element): Promise<void> {
  const opened = openedAt.get(element.closest('[role=dialog]') ?? element);
  if (opened === undefined) return;
  const rest = opened + refocusedAfter - performance.now();
  if (rest > 0) await act(() => new Promise((resolve) => setTimeout(resolve, rest)));
}

/** Chooses an option of a list that opens. */
export const pick = (label: Name, option: string): Gesture => ({
  words: `picks ${option} of ${label}`,
  isFor: press(label).isFor,
  perform: async (user, { element }) => {
    await dialogRefocused(element);
    await user.click(element);
    await user.click(await screen.findByRole('option', { name: option }));
    await waitFor(() => {
      const { activeElement } = document;
      if (activeElement !== element)
        throw new Error(
          `the focus is not back at the list's button (${element.isConnected ? 'there' : 'gone'}) but at ${activeElement?.outerHTML.slice(0, 200)}`,
        );
    });
  },
});

/** Goes up by one in a part of a date, by the key for it. */
export const raise = (part: Name): Gesture => ({
  words: `raises ${part}`,
  isFor: among(['spinbutton'], part),
  perform: async (user, { element }) => {
    await user.click(element);
    await user.keyboard('{ArrowUp}');
  },
});
