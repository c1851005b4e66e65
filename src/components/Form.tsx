import type { ReactNode } from 'react';
import { Form as AriaForm, type FormProps as AriaFormProps } from 'react-aria-components/Form';

export interface FormProps
  extends Omit<AriaFormProps, 'children' | 'className' | 'onSubmit' | 'style' | 'validationBehavior'> {
  children: ReactNode;
  /** The page never reloads; what is wrong comes back through each field's `error`. */
  onSubmit: () => void;
}

/** A form whose rules live elsewhere: the browser's own bubbles are off, errors are props. */
export function Form({ onSubmit, ...props }: FormProps) {
  return (
    <AriaForm
      {...props}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
      className="flex flex-col gap-5"
    />
  );
}
