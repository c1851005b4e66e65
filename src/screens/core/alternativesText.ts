/** "Processing, failed or cancelled": what can come next, as a label of its own. Empty without words. */
export function alternativesText(words: readonly string[], locale: string): string {
  const text = new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}
