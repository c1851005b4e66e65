import type { ReactNode, Ref } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
} from 'react-aria-components/TextField';
import { classes } from '../base/classes.ts';
import { FieldLabel, FieldMessages, type FieldText } from './FieldParts.tsx';
import { fieldFrame, fieldInput, fieldRoot } from './fieldClasses.ts';

export interface TextFieldProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'isDisabled' | 'isInvalid' | 'style'>,
    FieldText {
  placeholder?: string;
  inputRef?: Ref<HTMLInputElement>;
  /** `none` stops phones from capitalising the first letter, for user names and revealed passwords. */
  autoCapitalize?: 'none';
  /** Shown inside the frame, beside the input: a unit or a button. */
  end?: ReactNode;
}

/** One line of text: name, email (`type="email"`), phone (`type="tel"`). Pass `value` and `onChange(text)`; `id` is the input's. */
export function TextField({
  label,
  description,
  error,
  placeholder,
  inputRef,
  autoCapitalize,
  end,
  ...props
}: TextFieldProps) {
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className={fieldRoot}>
      <FieldLabel>{label}</FieldLabel>
      <div className={fieldFrame}>
        <Input
          {...(inputRef && { ref: inputRef })}
          {...(placeholder !== undefined && { placeholder })}
          {...(autoCapitalize && { autoCapitalize })}
          className={classes(fieldInput, props.type === 'tel' && 'tabular-nums')}
        />
        {end}
      </div>
      <FieldMessages description={description} error={error} />
    </AriaTextField>
  );
}
