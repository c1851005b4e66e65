import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Components whose children, or whose `label`, is what stands on a button. */
const tags = 'Button|LinkButton|SubmitRow|FileButton|ChoiceButton|FilesButton|CopyButton';
const root = join(import.meta.dirname, '../../src');

/**
 * Keys whose text is drawn on a button, as a pattern each: `kyc:${kind}.begin` → `^kyc:\w+\.begin$`. A key without a namespace is one of
 * `common`, which the shell speaks in. Reads the source, so that a new button is held to the rules without being listed.
 */
export function buttonKeys(): RegExp[] {
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  return [...new Set(sources.flatMap(shown).flatMap(keysIn))].map(patternOf);
}

/** The text of a file that ends up on buttons: children, `label={…}` of rows, `retryLabel={…}` of failures, the label of a choice. */
function shown(source: string): string[] {
  const starts = [...source.matchAll(new RegExp(`<(${tags})[\\s>]`, 'g'))];
  const texts = starts.flatMap(({ 0: opening, 1: tag = '', index }) => {
    const end = endOfTag(source, index + opening.length - 1);
    const attributes = source.slice(index, end);
    const label = /\slabel=(\{t\([^)]*\)\})/.exec(attributes)?.[1] ?? '';
    // What a row's children say stands under its button.
    if (source[end - 1] === '/' || tag === 'SubmitRow') return [label];
    const close = source.indexOf(`</${tag}>`, end);
    return [label, source.slice(end, close)];
  });
  const named = [...source.matchAll(/\s(?:retryLabel|confirmLabel|cancelLabel)=(\{t\([^)]*\)\})/g)];
  // A choice and its confirmation are objects with the label and the look of a button.
  const choices = [...source.matchAll(/\blabel: (t\([^)]*\)),\s+variant:/g)];
  return [...texts, ...[...named, ...choices].map(([, label = '']) => label)];
}

/** Where the opening tag that begins before `from` ends: the first `>` outside of braces. */
function endOfTag(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if (sign === '>' && depth === 0) return at;
  }
  return source.length;
}

function keysIn(text: string): string[] {
  return [...text.matchAll(/\bt\(\s*(['`])([^'`]+)\1/g)].map(([, , key = '']) =>
    key.includes(':') ? key : `common:${key}`,
  );
}

function patternOf(key: string): RegExp {
  const literal = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${literal.join('\\w+')}$`);
}
