import { brandName } from '../contract/brand.ts';

/** White label: everything that makes this product Zesto and not another wallet. `brandTokens.ts` turns `accent` into CSS. */
export const brand = {
  /** Short product name, as in page titles: `Wallet · Zesto Crypto Wallet`. */
  name: brandName,
  /** The name as it is drawn, before the accent dot. */
  wordmark: 'zesto',
  /** `[light, dark]`. `onZest` stands on `zest`; `zestInk` is the accent as text and needs 4.5:1 on paper. */
  accent: {
    zest: ['#c4ee2b', '#cbf43c'],
    onZest: ['#11160f', '#11160f'],
    zestInk: ['#47660a', '#cbf43c'],
  },
} as const;
