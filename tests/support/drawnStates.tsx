import { act, render } from '@testing-library/react';
import { ArrowLeftRight, History, Send, UserRound, Wallet } from 'lucide-react';
import { inject } from 'vitest';
import { AppShell } from '../../src/components/shell/AppShell.tsx';
import { settled } from './actors.ts';
import { beRead, type Language } from './reader.tsx';
import type { DrawnState, WrongState } from './statePages.ts';

/** Where states are measured; empty in all projects but `long-states`. */
const measuring = inject('measuring') ?? '';

/** Whether what is drawn is measured in Chromium, and drawn for several readers for that. */
export const isMeasuring = measuring !== '';

/** What was drawn in this process, as it was, and the measuring of what the test that runs has drawn for the first time. */
const seen = new Set<string>();
const measured: Promise<readonly WrongState[] | Error>[] = [];

/** Sends what is drawn, as it is on a phone in both languages, to be measured while the test goes on. */
export async function keepState(): Promise<void> {
  if (!isMeasuring) return;
  const now = bodyOf();
  if (seen.has(now)) return;
  seen.add(now);
  const drawn: DrawnState[] = [];
  for (const language of ['en', 'ru'] as const) {
    await readAs({ language, width: 390 });
    drawn.push({ language, body: bodyOf() });
  }
  await readAs(null);
  measured.push(wrongIn(drawn).catch((error: Error) => error));
}

const readAs = (reader: { language: Language; width: number } | null) =>
  act(async () => {
    beRead(reader);
    await settled();
  });

/** What is wrong with the states of the test that runs, one sentence each. */
export async function wrongStates(): Promise<string[]> {
  const answers = await Promise.all(measured.splice(0));
  const wrong = answers.flatMap((answer) => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return [...new Set(wrong.map(({ language, look, wrong }) => `${language}, ${look}: ${wrong}`))];
}

async function wrongIn(states: readonly DrawnState[]): Promise<readonly WrongState[]> {
  const answer = await fetch(measuring, { method: 'POST', body: JSON.stringify(states) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as readonly WrongState[];
}

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

/** The page as a browser without scripts can draw it: what controls hold becomes attributes, and identifiers are counted. */
function bodyOf(): string {
  const body = document.body.cloneNode(true) as HTMLElement;
  copyValues(document.body, body);
  for (const part of body.querySelectorAll('[data-live-announcer], script')) part.remove();
  for (const image of body.querySelectorAll('img')) image.src = pixel;
  markOverlay(body);
  return withCountedNames(framedHtml(body));
}

const mainMark = '<!--main-->';

/** The markup of a page, whose `main` is put into the frame: as text, because jsdom reads markup slowly. */
function framedHtml(body: Element): string {
  const main = body.querySelector('main:not([id])');
  if (!main) return body.innerHTML;
  const framed = frame().replace('<h1>State</h1>', () => main.innerHTML);
  main.replaceWith(document.createComment('main'));
  return body.innerHTML.replace(mainMark, () => framed);
}

const overPages = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}]`).join();

/** What lies over the page: only this is measured, because the page behind it was drawn before. */
function markOverlay(body: Element): void {
  const overlay = [...body.children].slice(1).findLast((part) => part.querySelector(overPages));
  if (!overlay) return;
  for (const each of [overlay, ...body.querySelectorAll('[role=tooltip]')])
    each.setAttribute('data-over', '');
}

function copyValues(from: Element, to: Element): void {
  const fields = 'input, textarea, option';
  const copies = [...to.querySelectorAll(fields)];
  for (const [index, field] of [...from.querySelectorAll(fields)].entries()) {
    const copy = copies[index];
    if (!copy) continue;
    if (field instanceof HTMLInputElement) {
      if (field.type !== 'file') copy.setAttribute('value', field.value);
      copy.toggleAttribute('checked', field.checked);
    }
    if (field instanceof HTMLTextAreaElement) copy.textContent = field.value;
    if (field instanceof HTMLOptionElement) copy.toggleAttribute('selected', field.selected);
  }
}

/** React counts its identifiers through a whole process: the same state has others each time. */
function withCountedNames(html: string): string {
  const names = new Map<string, string>();
  return html.replace(/_r_[0-9a-z]+_|react-aria-?[0-9]+-[0-9a-z:-]+/g, (name) => {
    const counted = names.get(name) ?? `name${names.size}`;
    names.set(name, counted);
    return counted;
  });
}

let framed: string | undefined;

/** The frame of a page on a phone, around the title `State`: header and tabs, whose texts are measured where the whole app is drawn. */
function frame(): string {
  framed ??= drawFrame();
  return framed;
}

function drawFrame(): string {
  const tabs = [Wallet, ArrowLeftRight, Send, History, UserRound];
  const labels = Object.fromEntries(
    ['skip', 'home', 'navigation', 'tabs', 'collapse', 'expand', 'openPanel', 'closePanel'].map((name) => [
      name,
      name,
    ]),
  ) as unknown as Parameters<typeof AppShell>[0]['labels'];
  const { container, unmount } = render(
    <AppShell
      labels={labels}
      homeHref="/wallet"
      sidebarItems={[]}
      tabItems={tabs.map((icon, index) => ({
        href: `/${index}`,
        label: `Tab ${index}`,
        icon,
        isCurrent: index === 0,
      }))}
      isSidebarOpen={false}
      onSidebarOpenChange={() => {}}
      isPanelOpen={false}
      onPanelOpenChange={() => {}}
      missingPanel={null}
      user={null}
    >
      <h1>State</h1>
    </AppShell>,
    { container: document.createElement('div') },
  );
  const { innerHTML } = container;
  unmount();
  return innerHTML;
}
