import { Check, ChevronDown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import {
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components/Select';
import { iconProps } from '../base/icon.ts';
import { OneLine } from '../base/OneLine.tsx';
import { listItemClasses, popoverClasses } from '../base/popoverClasses.ts';
import { FieldLabel, FieldMessages, type FieldText } from './FieldParts.tsx';
import { fieldFrame, fieldRoot } from './fieldClasses.ts';

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** A decorative picture beside the label. */
  mark?: ReactNode;
}

export interface SelectProps<Value extends string>
  extends Omit<
      AriaSelectProps<SelectOption<Value>>,
      'children' | 'className' | 'isDisabled' | 'isInvalid' | 'onChange' | 'style' | 'value'
    >,
    FieldText {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
}

function SelectField<Value extends string>({
  label,
  description,
  error,
  options,
  value,
  onChange,
  ...props
}: SelectProps<Value>) {
  return (
    <AriaSelect<SelectOption<Value>>
      {...props}
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (chosen) onChange(chosen.value);
      }}
      isInvalid={error !== undefined}
      className={fieldRoot}
    >
      <FieldLabel>{label}</FieldLabel>
      <Button className={`${fieldFrame} cursor-pointer justify-between gap-2 px-3 text-left`}>
        <SelectValue className="truncate data-placeholder:text-muted" />
        <ChevronDown {...iconProps} className="shrink-0 text-muted" />
      </Button>
      <FieldMessages description={description} error={error} />
      <Popover className={`${popoverClasses} min-w-(--trigger-width)`}>
        <ListBox items={options} className="max-h-80 overflow-auto p-1 outline-none">
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={listItemClasses}>
              {({ isSelected }) => (
                <>
                  {option.mark === undefined ? (
                    <span className="flex-1" title={option.label}>
                      {option.label}
                    </span>
                  ) : (
                    <span className="flex min-w-0 flex-1 items-center gap-2">
                      {option.mark}
                      <OneLine text={option.label} />
                    </span>
                  )}
                  {isSelected && <Check {...iconProps} />}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A choice from a short list. Memoised: keep `options` and `onChange` the same objects while other fields change. */
export const Select = memo(SelectField) as typeof SelectField;
