import { Search, X } from 'lucide-react';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Button,
  Input,
} from 'react-aria-components/SearchField';
import { iconProps } from '../base/icon.ts';
import { fieldFrame, fieldInput } from './fieldClasses.ts';

export interface SearchFieldProps
  extends Omit<AriaSearchFieldProps, 'aria-label' | 'children' | 'className' | 'isDisabled' | 'style'> {
  /** The accessible name; not drawn, because the icon is clear. */
  label: string;
  placeholder?: string;
}

/** Filters the content below it. Escape clears. Pass `value` and `onChange(text)`. */
export function SearchField({ label, placeholder, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} aria-label={label} className="group min-w-0">
      <div className={`${fieldFrame} text-muted`}>
        <Search {...iconProps} className="ml-3 shrink-0" />
        <Input
          {...(placeholder !== undefined && { placeholder })}
          className={`${fieldInput} [&::-webkit-search-cancel-button]:hidden`}
        />
        <Button className="flex size-touch shrink-0 cursor-pointer items-center justify-center group-data-empty:hidden">
          <X {...iconProps} />
        </Button>
      </div>
    </AriaSearchField>
  );
}
