/** A constant colour for each token, dark enough for light letters (4.5:1 at every hue). */
export function tokenColour(symbol: string): string {
  // FNV-1a gives very different values to symbols that differ in one letter.
  let hash = 0x811c9dc5;
  for (const character of symbol) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `hsl(${hash % 360} 45% 28%)`;
}
