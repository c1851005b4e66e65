import {
  TextArea as AriaTextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { classes } from '../base/classes.ts';
import { FieldLabel, FieldMessages, type FieldText } from './FieldParts.tsx';
import { fieldFrame, fieldInput, fieldRoot } from './fieldClasses.ts';

export interface TextAreaProps
  extends Omit<AriaTextFieldProps, 'children' | 'className' | 'isDisabled' | 'isInvalid' | 'style' | 'type'>,
    FieldText {
  rows?: number;
}

/** Several lines of text. Pass `value` and `onChange(text)`; `id` is the text area's. */
export function TextArea({ label, description, error, rows = 5, ...props }: TextAreaProps) {
  return (
    <AriaTextField {...props} isInvalid={error !== undefined} className={fieldRoot}>
      <FieldLabel>{label}</FieldLabel>
      <div className={fieldFrame}>
        <AriaTextArea rows={rows} dir="auto" className={classes(fieldInput, 'resize-y')} />
      </div>
      <FieldMessages description={description} error={error} />
    </AriaTextField>
  );
}
