import type { ParseKeys } from 'i18next';

type CategoryKey = Extract<ParseKeys<['news']>, `${string}:${string}`>;

export const categories: Readonly<Record<string, CategoryKey>> = {
  product: 'news:categories.product',
  security: 'news:categories.security',
  account: 'news:categories.account',
  guide: 'news:categories.guide',
  maintenance: 'news:categories.maintenance',
  fees: 'news:categories.fees',
  company: 'news:categories.company',
};

/** The label of a category; an operator may use one that this version does not know. */
export function categoryKey(category: string): CategoryKey {
  const known = Object.hasOwn(categories, category) ? categories[category] : undefined;
  return known ?? 'news:categories.other';
}
