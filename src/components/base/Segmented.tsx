import { useId } from 'react';
import { type Icon, iconProps } from './icon.ts';

interface SegmentedOption<Value extends string> {
  value: Value;
  label: string;
  /** Drawn instead of the label, which remains the accessible name. */
  icon?: Icon;
  /** The label's language, if it differs from the page's: `ru` for «Русский». */
  lang?: string;
}

interface Props<Value extends string> {
  legend: string;
  options: readonly SegmentedOption<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A choice of two to four options on one line, as native radio buttons, which keyboards and screen readers support. */
export function Segmented<Value extends string>({ legend, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className="inline-flex rounded-field border border-edge bg-surface">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value: each, label, icon: Glyph, lang }) => (
        <label
          key={each}
          lang={lang}
          title={Glyph && label}
          className="flex min-h-touch min-w-touch cursor-pointer items-center justify-center rounded-[5px] px-1.5 sm:px-2.5 text-muted text-sm transition-colors hover:text-ink has-checked:bg-ink has-checked:font-medium has-checked:text-paper forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
            className="sr-only"
          />
          {Glyph ? (
            <>
              <Glyph {...iconProps} />
              <span className="sr-only">{label}</span>
            </>
          ) : (
            label
          )}
        </label>
      ))}
    </fieldset>
  );
}
