import { type Language, languages } from '../../contract/news.ts';

/** The supported language that fits an `Accept-Language` best (RFC 9110 section 12.5.4); the first supported one when none fits. */
export function preferred(header: string): Language {
  const [fallback] = languages;
  let best: { readonly language: Language; readonly weight: number } = { language: fallback, weight: 0 };
  for (const part of header.slice(0, 1_000).split(',')) {
    const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
    const language = languages.find((each) => range === each || range.startsWith(`${each}-`));
    const weight = weightOf(parameters);
    if (language && weight > best.weight) best = { language, weight };
  }
  return best.language;
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
  if (given === undefined) return 1;
  const weight = Number(given.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
