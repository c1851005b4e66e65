/** Normalises words for search, ignoring case, accents and punctuation: `Cote` finds `Côte`, `bissau` `Guinea-Bissau`, `е` `ё`. */
export function searchForm(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
