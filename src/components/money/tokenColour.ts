/** A colour of a token's own, the same everywhere and always: dark enough for light letters (4.5:1 at every hue). */
export function tokenColour(symbol: string): string {
  // FNV-1a: symbols that differ in one letter are far apart.
  let hash = 0x811c9dc5;
  for (const character of symbol) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return `hsl(${hash % 360} 45% 28%)`;
}
