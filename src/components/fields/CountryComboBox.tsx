import { Check, ChevronDown } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
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
import { countryMeant, exactFirst, filterOf, type NamedCountry, namedCountries } from './countryNames.ts';
import { FieldLabel, FieldMessages, type FieldText } from './FieldParts.tsx';
import { fieldFrame, fieldInput, fieldRoot } from './fieldClasses.ts';

export interface CountryComboBoxProps
  extends Omit<
      ComboBoxProps<NamedCountry>,
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
  /** The language of the names; a name typed in any of `searchLocales` finds its country too. */
  locale: string;
  searchLocales: readonly string[];
  /** The code, or null. */
  value: string | null;
  onChange: (code: string | null) => void;
  placeholder?: string;
  /** Shown when nothing matches the typed text. */
  emptyText: string;
}

/**
 * A country by name; the value is its code. Typed text is never deleted: when the field loses the focus, or Enter is pressed without a highlighted
 * option, the one matching country is chosen; without one the text stays.
 */
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
  const countries = namedCountries(codes, locale, searchLocales);
  const filter = useMemo(() => filterOf(countries), [countries]);
  const typed = useRef('');
  const [text, setText] = useState('');
  const ordered = useMemo(() => exactFirst(countries, text), [countries, text]);
  const choose = (code: string | null) => {
    if (code !== value) onChange(code);
  };
  const chooseMeant = () => {
    const meant = countryMeant(countries, typed.current);
    if (meant !== null) choose(meant);
  };

  return (
    <ComboBox
      {...props}
      defaultItems={ordered}
      onInputChange={setText}
      defaultFilter={filter}
      value={value}
      onChange={(key) => choose(key === null ? countryMeant(countries, typed.current) : String(key))}
      onBlur={chooseMeant}
      allowsEmptyCollection
      allowsCustomValue
      menuTrigger="focus"
      isInvalid={error !== undefined}
      className={fieldRoot}
    >
      <FieldLabel>{label}</FieldLabel>
      <div className={fieldFrame}>
        <Input
          {...(placeholder !== undefined && { placeholder })}
          autoComplete="country-name"
          onInput={({ currentTarget }) => {
            typed.current = currentTarget.value;
            // The browser's autofill does not focus the field, so no blur will follow.
            if (currentTarget !== document.activeElement) chooseMeant();
          }}
          onKeyDownCapture={({ key, currentTarget }) => {
            if (key === 'Enter' && !currentTarget.hasAttribute('aria-activedescendant')) chooseMeant();
          }}
          className={fieldInput}
        />
        <Button className="flex w-touch cursor-pointer self-stretch items-center justify-center text-muted">
          <ChevronDown {...iconProps} />
        </Button>
      </div>
      <FieldMessages description={description} error={error} />
      <Popover className={`${popoverClasses} w-(--trigger-width)`}>
        <ListBox<NamedCountry>
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
