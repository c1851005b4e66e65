import { Check, ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { iconProps } from '../base/icon.ts';
import { listItemClasses, popoverClasses } from '../base/popoverClasses.ts';
import { FieldLabel, FieldMessages, type FieldText } from './FieldParts.tsx';
import { fieldFrame, fieldInput, fieldRoot } from './fieldClasses.ts';
import { searchForm } from './searchForm.ts';

interface Country {
  code: string;
  name: string;
}

export interface CountryComboBoxProps
  extends Omit<
      ComboBoxProps<Country>,
      | 'children'
      | 'className'
      | 'defaultFilter'
      | 'defaultItems'
      | 'isDisabled'
      | 'isInvalid'
      | 'items'
      | 'onChange'
      | 'style'
      | 'value'
    >,
    FieldText {
  /** ISO 3166-1 alpha-2 codes on offer. */
  codes: readonly string[];
  /** Language of the names; a name typed in any of `searchLocales` finds its country as well. */
  locale: string;
  searchLocales: readonly string[];
  /** The code, or null. */
  value: string | null;
  onChange: (code: string | null) => void;
  placeholder?: string;
  /** Said when nothing matches what was typed. */
  emptyText: string;
}

/** Country by name; the value is its code. Names come from the browser (`Intl.DisplayNames`), none are ours. */
export function CountryComboBox({
  label,
  description,
  error,
  codes,
  locale,
  searchLocales,
  value,
  onChange,
  placeholder,
  emptyText,
  ...props
}: CountryComboBoxProps) {
  const countries = useMemo(() => namedCountries(codes, locale), [codes, locale]);
  const searchable = useMemo(
    () => searchTexts(countries, [locale, ...searchLocales]),
    [countries, locale, searchLocales],
  );

  return (
    <ComboBox
      {...props}
      defaultItems={countries}
      defaultFilter={(name, typed) => searchable.get(name)?.includes(` ${searchForm(typed)}`) ?? false}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      allowsEmptyCollection
      menuTrigger="focus"
      isInvalid={error !== undefined}
      className={fieldRoot}
    >
      <FieldLabel>{label}</FieldLabel>
      <div className={fieldFrame}>
        <Input
          {...(placeholder !== undefined && { placeholder })}
          autoComplete="off"
          className={fieldInput}
        />
        <Button className="flex size-touch cursor-pointer items-center justify-center text-muted">
          <ChevronDown {...iconProps} />
        </Button>
      </div>
      <FieldMessages description={description} error={error} />
      <Popover className={`${popoverClasses} w-(--trigger-width)`}>
        <ListBox<Country>
          className="max-h-80 overflow-auto p-1 outline-none"
          renderEmptyState={() => <p className="px-3 py-2 text-muted">{emptyText}</p>}
        >
          {({ code, name }) => (
            <ListBoxItem id={code} textValue={name} className={listItemClasses}>
              {({ isSelected }) => (
                <>
                  <span className="flex-1">{name}</span>
                  {isSelected && <Check {...iconProps} />}
                  <span aria-hidden className="font-mono text-muted text-xs">
                    {code}
                  </span>
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function namedCountries(codes: readonly string[], locale: string): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name));
}

/** What can be typed to find a country, by its shown name: the beginning of a word of its names, or of its code. */
function searchTexts(countries: readonly Country[], locales: readonly string[]): Map<string, string> {
  const names = locales.map((locale) => new Intl.DisplayNames(locale, { type: 'region' }));
  return new Map(
    countries.map(({ code, name }) => [
      name,
      ` ${searchForm([...names.map((in_) => in_.of(code)), code].join(' '))}`,
    ]),
  );
}
