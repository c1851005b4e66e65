import plugin from 'tailwindcss/plugin';
import { brand } from './brand.ts';

const lightDark = ([light, dark]: readonly [string, string]) => `light-dark(${light}, ${dark})`;

/** Read by Tailwind (`@plugin` in styles.css) while building, so that the accent is written once, in brand.ts. */
// biome-ignore lint/style/noDefaultExport: Tailwind loads a plugin by its default export
export default plugin(({ addBase }) => {
  addBase({
    ':root': {
      '--zest': lightDark(brand.accent.zest),
      '--on-zest': lightDark(brand.accent.onZest),
      '--zest-ink': lightDark(brand.accent.zestInk),
    },
  });
});
