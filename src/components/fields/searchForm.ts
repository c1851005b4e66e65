/** Words in a row. Case, accents and signs do not matter: `Cote` finds `Côte`, `bissau` `Guinea-Bissau`, `е` `ё`. */
export function searchForm(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
