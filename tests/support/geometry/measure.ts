import { contrastOf, faintForcedTexts } from './contrast.ts';
import { cutOf, spillOf } from './cuts.ts';
import { overlapsOf } from './overlaps.ts';
import { cutPlaceholders } from './placeholders.ts';
import { inWords, seenTexts } from './texts.ts';

/** What is wrong with the texts that are drawn now, one sentence each; nothing where all can be read whole. */
export function wrongTexts(): string[] {
  return [...new Set([...measured().flatMap(wrongUnder), ...moving()])];
}

function wrongUnder(root: Element): string[] {
  const texts = seenTexts(root);
  const alone = texts.flatMap((text) =>
    [cutOf(text) ?? spillOf(text)]
      .filter((wrong) => wrong !== null)
      .map((wrong) => `"${text.text}" ${wrong}`),
  );
  const together = overlapsOf(root, texts).map(([{ text }, wrong]) => `"${text}" ${wrong}`);
  return [...alone, ...together, ...cutPlaceholders(root)];
}

/** What lies over the page, where something does; else the whole page. */
function measured(): Element[] {
  const overlays = [...document.querySelectorAll('[data-over]')];
  return overlays.length > 0 ? overlays : [document.body];
}

/** Nothing moves when a person wants that nothing does. */
const moving = () =>
  document
    .getAnimations()
    .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 0)
    .map(
      (animation) =>
        `an animation runs although motion is reduced: ${(animation as CSSAnimation).animationName}`,
    );

/** Puts a state on the page, and waits until it is drawn. */
export function show({ language, body }: { language: string; body: string }): void {
  document.documentElement.lang = language;
  document.body.innerHTML = body;
  scrollTo(0, 0);
  for (const element of document.querySelectorAll<HTMLElement>('[style*="--visual-viewport-height"]'))
    element.style.setProperty('--visual-viewport-height', `${innerHeight}px`);
  // Without a layout react-aria could not tell where to put what it opens.
  for (const { style } of document.querySelectorAll<HTMLElement>('[data-placement]'))
    style.maxHeight = `${innerHeight - 24}px`;
  for (const { style } of document.querySelectorAll<HTMLElement>('[role=tooltip]')) style.position = 'static';
}

interface AxeNode {
  readonly target: unknown;
  readonly html: string;
  readonly any: readonly {
    readonly message: string;
    readonly data?: { readonly messageKey?: string } | null;
  }[];
}

/** The texts whose contrast with what is behind them is too low. */
export async function faintTexts(): Promise<string[]> {
  if (matchMedia('(forced-colors: active)').matches) return measured().flatMap(faintForcedTexts);
  const { axe } = window as unknown as {
    axe: {
      run(
        context: { include: Element[] },
        options: object,
      ): Promise<{ violations: { nodes: AxeNode[] }[]; incomplete: { nodes: AxeNode[] }[] }>;
    };
  };
  const { violations, incomplete } = await axe.run(
    { include: measured() },
    {
      runOnly: ['color-contrast'],
      resultTypes: ['violations', 'incomplete'],
    },
  );
  const untold = incomplete.map(({ nodes }) => ({ nodes: nodes.filter(isFaint) }));
  return [...violations, ...untold].flatMap(({ nodes }) => nodes.map(sentenceOf));
}

/** What axe cannot tell, because something else lies partly under the text. */
function isFaint({ target }: AxeNode): boolean {
  const element = document.querySelector(String(target));
  return element === null || contrastOf(element) < 4.5;
}

function sentenceOf({ target, html, any }: AxeNode): string {
  const text = document.querySelector(String(target))?.textContent ?? html;
  return `"${inWords(text)}": ${any.map(({ message }) => message).join(' ')}`;
}
