import { brand } from './brand.ts';

/** `rounded`: the picture has rounded corners of its own; `maskable`: the system cuts it into its own shape. */
export type IconShape = 'rounded' | 'maskable';

/** The product's icon as SVG: a slice of citrus in the accent colour on the accent's ink. */
export function brandIcon(shape: IconShape): string {
  const zest = brand.accent.zest[0];
  const ink = brand.accent.onZest[0];
  // A system's shape keeps at least four fifths of the width.
  const [radius, corner] = shape === 'rounded' ? [10, 8] : [8, 0];
  const reach = radius * 0.85;
  const ribs = [0, 60, 120, 180, 240, 300]
    .map((degrees) => {
      const angle = (degrees / 180) * Math.PI;
      return `M16 16L${rounded(16 + reach * Math.sin(angle))} ${rounded(16 - reach * Math.cos(angle))}`;
    })
    .join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>${brand.name}</title>`,
    `<rect width="32" height="32" rx="${corner}" fill="${ink}"/>`,
    `<circle cx="16" cy="16" r="${radius}" fill="${zest}"/>`,
    `<path d="${ribs}" stroke="${ink}" stroke-width="1.6" stroke-linecap="round"/></svg>`,
  ].join('');
}

const rounded = (value: number) => Math.round(value * 100) / 100;
