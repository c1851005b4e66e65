import { searchForm } from './searchForm.ts';

/** A country for display and search. */
export interface NamedCountry {
  readonly code: string;
  readonly name: string;
  /** What it is found by. Formed when it is first asked for: the list is drawn without it. */
  readonly found: () => Found;
}

/** In the form of `searchForm`. */
interface Found {
  /** Its complete names and its code. */
  readonly names: readonly string[];
  /** The same as one text, with a space before each word. */
  readonly words: string;
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

/** The countries of each list of codes, by language. */
const known = new WeakMap<readonly string[], Map<string, readonly NamedCountry[]>>();

/**
 * Countries named in the language of `locale`, found by these names, those in `searchLocales`, common names, and code. The same array for the
 * same arguments.
 */
export function namedCountries(
  codes: readonly string[],
  locale: string,
  searchLocales: readonly string[],
): readonly NamedCountry[] {
  const byLanguage = known.get(codes) ?? new Map<string, readonly NamedCountry[]>();
  known.set(codes, byLanguage);
  const key = [locale, ...searchLocales].join(' ');
  const countries = byLanguage.get(key) ?? sortedCountries(codes, locale, searchLocales);
  byLanguage.set(key, countries);
  return countries;
}

const regionsIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'region' });

function sortedCountries(
  codes: readonly string[],
  locale: string,
  searchLocales: readonly string[],
): readonly NamedCountry[] {
  const regions = regionsIn(locale);
  const others = once(() => searchLocales.filter((each) => each !== locale).map(regionsIn));
  const { compare } = new Intl.Collator(locale);
  return codes
    .map((code) => {
      const name = regions.of(code) ?? code;
      const found = once(() => {
        const common = commonNames[code]?.split(', ') ?? [];
        const foreign = others().map((each) => each.of(code) ?? code);
        const names = [name, ...foreign, ...common, code].map(searchForm);
        return { names, words: ` ${names.join(' ')}` };
      });
      return { code, name, found };
    })
    .sort((a, b) => compare(a.name, b.name));
}

/** Makes something when it is first asked for. */
function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The countries with the one that has the text as a complete name first; the same array when there is none. */
export function exactFirst(countries: readonly NamedCountry[], text: string): readonly NamedCountry[] {
  const wanted = searchForm(text);
  if (wanted === '') return countries;
  const isExact = ({ found }: NamedCountry) => found().names.includes(wanted);
  const exact = countries.filter(isExact);
  return exact.length === 0 ? countries : [...exact, ...countries.filter((each) => !isExact(each))];
}

/** Whether a word of a country begins with a text in the form of `searchForm`; with an empty one every country has such a word. */
function finderOf(wanted: string): (country: NamedCountry) => boolean {
  return wanted === '' ? () => true : ({ found }) => found().words.includes(` ${wanted}`);
}

/** Whether the country of a name is found by a typed text, whose form is made once for all countries. */
export function filterOf(countries: readonly NamedCountry[]): (name: string, text: string) => boolean {
  const byName = new Map(countries.map((each) => [each.name, each]));
  let last = '';
  let isFound = finderOf(last);
  return (name, text) => {
    if (text !== last) {
      last = text;
      isFound = finderOf(searchForm(text));
    }
    const country = byName.get(name);
    return country !== undefined && isFound(country);
  };
}

/** The code of the country that a text matches: by a complete name, or as the only one with a word that begins with it. Null for none or several. */
export function countryMeant(countries: readonly NamedCountry[], text: string): string | null {
  const wanted = searchForm(text);
  if (wanted === '') return null;
  const only = (found: readonly NamedCountry[]) => (found.length === 1 ? (found[0]?.code ?? null) : null);
  return (
    only(countries.filter(({ found }) => found().names.includes(wanted))) ??
    only(countries.filter(finderOf(wanted)))
  );
}
