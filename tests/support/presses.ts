import type { BrowserContext } from 'playwright-core';

/** Counts what a person presses in the pages of a context, from now on. */
export interface Presses {
  /** How many there were since `start`, and what was pressed. */
  count(): number;
  list(): readonly string[];
  start(): void;
}

/**
 * A press is every pointer that goes down, and every key that puts no character into a field: Tab, Enter, arrows, the space bar on a
 * checkbox. So the way from field to field counts, and what is typed, taken back by Backspace, or filled in does not.
 */
export async function countPresses(context: BrowserContext): Promise<Presses> {
  let pressed: string[] = [];
  await context.exposeFunction('tellPress', (what: string) => pressed.push(what));
  await context.addInitScript(() => {
    const tell = (what: string) => (Reflect.get(window, 'tellPress') as (what: string) => void)(what);
    const nameOf = (target: EventTarget | null) =>
      target instanceof HTMLElement
        ? (target.getAttribute('aria-label') ?? target.textContent ?? '').trim().slice(0, 40) ||
          target.localName
        : '';
    const isTyped = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
      const takesText =
        target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && !/^(?:checkbox|radio|button|submit)$/.test(target.type)) ||
        (target instanceof HTMLElement && target.isContentEditable);
      const isText = key.length === 1 && !ctrlKey && !metaKey && !altKey;
      return takesText && (isText || key === 'Backspace' || key === 'Delete');
    };
    addEventListener(
      'pointerdown',
      (event) => {
        if (event.isTrusted) tell(nameOf(event.target));
      },
      true,
    );
    addEventListener(
      'keydown',
      (event) => {
        if (event.isTrusted && !isTyped(event)) tell(`key ${event.key}`);
      },
      true,
    );
  });
  return {
    count: () => pressed.length,
    list: () => pressed,
    start: () => {
      pressed = [];
    },
  };
}
