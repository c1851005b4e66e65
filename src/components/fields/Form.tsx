import type { ReactNode } from 'react';
import { Form as AriaForm, type FormProps as AriaFormProps, FormContext } from 'react-aria-components/Form';

export interface FormProps
  extends Omit<
    AriaFormProps,
    'children' | 'className' | 'onSubmit' | 'style' | 'validationBehavior' | 'validationErrors'
  > {
  children: ReactNode;
  /** The page never reloads; what is wrong comes back through each field's `error`. */
  onSubmit: () => void;
}

// The library would make both anew at each key, and with them every field of the form be drawn anew.
const behavior = { validationBehavior: 'aria' } as const;
const noErrors = {};

/** A form that does not validate: the browser's own messages are off, errors are props. */
export function Form({ onSubmit, children, ...props }: FormProps) {
  return (
    <AriaForm
      {...props}
      {...behavior}
      validationErrors={noErrors}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-5"
    >
      <FormContext.Provider value={behavior}>{children}</FormContext.Provider>
    </AriaForm>
  );
}
