import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError, Label, Text } from 'react-aria-components/TextField';

/** The texts of every field, already translated. */
export interface FieldText {
  label: string;
  /** Help shown below the field and read with it. */
  description?: ReactNode;
  /** The error. When given, the field is invalid. */
  error?: ReactNode;
}

export function FieldLabel({ children }: { children: ReactNode }) {
  return <Label className="font-medium text-sm">{children}</Label>;
}

/** Help and error of a react-aria field; both describe its input. The same sentence is not said twice. */
export function FieldMessages({ description, error }: Pick<FieldText, 'description' | 'error'>) {
  return (
    <>
      {description !== undefined && description !== error && (
        <Text slot="description" elementType="div" className="text-muted text-sm">
          {description}
        </Text>
      )}
      <FieldError elementType="div" className="flex items-start gap-1.5 text-loss text-sm">
        <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
        <span>{error}</span>
      </FieldError>
    </>
  );
}
