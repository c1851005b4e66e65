import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button, type ButtonProps } from '../base/Button.tsx';

interface Props extends Omit<ButtonProps, 'onPress' | 'type'> {
  /** The offered media types; the person may still choose a file of another type. */
  accept: readonly string[];
  onChoose: (file: File) => void;
}

/** Lets the person choose one file of this device. */
export function FileButton({ accept, onChoose, ...props }: Props) {
  return (
    <FileTrigger
      acceptedFileTypes={accept}
      onSelect={(files) => {
        const file = files?.item(0);
        if (file) onChoose(file);
      }}
    >
      <Button {...props} />
    </FileTrigger>
  );
}
