const formats = new Map<string, Intl.NumberFormat>();

/** A language's format of numbers, made once, because making one costs more than formatting the figures of a page. */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const name = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(name);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, options);
  formats.set(name, format);
  return format;
}
