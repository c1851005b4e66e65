import { classes } from './classes.ts';

interface Props {
  /** Absent while it is not known. */
  text: string | null | undefined;
  className?: string;
}

/** A text that ends in an ellipsis where it is wider than its place, and is whole in its title. */
export function OneLine({ text, className }: Props) {
  return (
    <span className={classes('truncate', className)} title={text ?? undefined}>
      {text}
    </span>
  );
}
