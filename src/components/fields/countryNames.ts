import { searchForm } from './searchForm.ts';

/** A country for display and search. `search` has a space before each word of its names and its code, in the form of `searchForm`. */
export interface NamedCountry {
  readonly code: string;
  readonly name: string;
  readonly search: string;
  /** Its complete names, in the same form. */
  readonly names: readonly string[];
}

/** Common names of countries besides those of the browser (`Intl.DisplayNames`), in English and Russian. */
const commonNames: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates, Эмираты',
  BA: 'Bosnia, Босния',
  BY: 'Белоруссия',
  CD: 'DR Congo, ДР Конго',
  CI: 'Ivory Coast, Берег Слоновой Кости',
  CV: 'Cape Verde',
  CZ: 'Czech Republic',
  GB: 'UK, Great Britain, England, Scotland, Wales, Northern Ireland, Англия, Шотландия',
  KG: 'Киргизстан',
  KP: 'North Korea, DPRK, Северная Корея',
  KR: 'South Korea, Republic of Korea, Южная Корея',
  LA: 'Laos',
  MD: 'Молдавия',
  MK: 'Macedonia, Македония',
  MM: 'Burma, Бирма',
  NL: 'Holland, Голландия',
  PS: 'Palestine, Палестина',
  RU: 'Russian Federation, Российская Федерация, РФ',
  SZ: 'Swaziland, Свазиленд',
  TL: 'East Timor',
  TM: 'Туркмения',
  TR: 'Turkey',
  US: 'USA, America, США, Америка',
  VA: 'Vatican, Holy See, Ватикан',
};

/** Countries named in the language of `locale`, found by these names, those in `searchLocales`, common names, and code. */
export function namedCountries(
  codes: readonly string[],
  locale: string,
  searchLocales: readonly string[],
): NamedCountry[] {
  const [shown, ...others] = [locale, ...searchLocales].map(
    (each) => new Intl.DisplayNames(each, { type: 'region' }),
  );
  const { compare } = new Intl.Collator(locale);
  return codes
    .map((code) => {
      const name = shown?.of(code) ?? code;
      const common = commonNames[code]?.split(', ') ?? [];
      const names = [name, ...others.map((each) => each.of(code) ?? code), ...common, code].map(searchForm);
      return { code, name, search: ` ${names.join(' ')}`, names };
    })
    .sort((a, b) => compare(a.name, b.name));
}

/** The countries with the one that has the text as a complete name first. */
export function exactFirst(countries: readonly NamedCountry[], text: string): readonly NamedCountry[] {
  const wanted = searchForm(text);
  const [exact, rest] = [true, false].map((isWanted) =>
    countries.filter(({ names }) => names.includes(wanted) === isWanted),
  );
  return [...(exact ?? []), ...(rest ?? [])];
}

/** The code of the country that a text matches: by a complete name, or as the only one with a word that begins with it. Null for none or several. */
export function countryMeant(countries: readonly NamedCountry[], text: string): string | null {
  const wanted = searchForm(text);
  if (wanted === '') return null;
  const only = (found: readonly NamedCountry[]) => (found.length === 1 ? (found[0]?.code ?? null) : null);
  return (
    only(countries.filter(({ names }) => names.includes(wanted))) ??
    only(countries.filter(({ search }) => search.includes(` ${wanted}`)))
  );
}
