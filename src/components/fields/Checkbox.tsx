import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox';
import { FieldMessages } from './FieldParts.tsx';

export interface CheckboxProps
  extends Omit<CheckboxFieldProps, 'children' | 'className' | 'isDisabled' | 'isInvalid' | 'style'> {
  /** The label; may contain links. */
  children: ReactNode;
  description?: ReactNode;
  error?: string | undefined;
}

/** Pass `isSelected` and `onChange(isSelected)`; `id` is the input's. */
export function Checkbox({ children, description, error, ...props }: CheckboxProps) {
  return (
    <CheckboxField {...props} isInvalid={error !== undefined} className="group flex flex-col gap-1.5">
      <CheckboxButton className="group/box flex min-h-touch cursor-pointer items-center gap-3">
        <span className="flex size-6 shrink-0 items-center justify-center rounded-field border border-edge bg-raised transition-colors [&>svg]:invisible group-data-selected/box:[&>svg]:visible group-hover/box:border-ink group-data-focus-visible/box:outline-2 group-data-focus-visible/box:outline-ink group-data-focus-visible/box:outline-offset-2 group-data-invalid/box:border-loss group-data-selected/box:border-ink group-data-selected/box:bg-zest group-data-selected/box:text-on-zest">
          <Check size={16} strokeWidth={2.5} aria-hidden />
        </span>
        <span>{children}</span>
      </CheckboxButton>
      <div className="-mt-1.5 flex flex-col gap-1.5 pl-9 empty:hidden">
        <FieldMessages description={description} error={error} />
      </div>
    </CheckboxField>
  );
}
