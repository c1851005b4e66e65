import type { ReactNode } from 'react';
import { Form as AriaForm, type FormProps as AriaFormProps, FormContext } from 'react-aria-components/Form';

export interface FormProps
  extends Omit<
    AriaFormProps,
    'children' | 'className' | 'onSubmit' | 'style' | 'validationBehavior' | 'validationErrors'
  > {
  children: ReactNode;
  /** Called instead of reloading the page; errors come back through each field's `error`. */
  onSubmit: () => void;
}

// Constant objects, because the library would otherwise redraw every field at each key.
const behavior = { validationBehavior: 'aria' } as const;
const noErrors = {};

/** A form without browser validation: errors are passed as props. */
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
