import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button, type ButtonProps } from '../base/Button.tsx';

interface Props extends Pick<ButtonProps, 'isPending' | 'reason' | 'variant'> {
  /** Media types. */
  types: readonly string[];
  onChoose: (files: readonly File[]) => void;
  children: ReactNode;
}

/** Lets the person choose several files from this device. */
export function FilesButton({
  types,
  onChoose,
  children,
  variant = 'secondary',
  isPending = false,
  reason,
}: Props) {
  return (
    <FileTrigger
      acceptedFileTypes={[...types]}
      allowsMultiple
      onSelect={(files) => files && onChoose([...files])}
    >
      <Button variant={variant} isPending={isPending} reason={reason}>
        {children}
      </Button>
    </FileTrigger>
  );
}
