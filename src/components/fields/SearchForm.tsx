import { type ReactNode, useState } from 'react';
import { Button } from '../base/Button.tsx';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  label: string;
  submitLabel: string;
  /** So many characters at least. */
  least: number;
  /** Said of fewer. */
  shortError: string;
  /** What is looked for now; empty for nothing. */
  value: string;
  onSearch: (text: string) => void;
  /** Beside the button. */
  children?: ReactNode;
}

/** Looks for what was typed when it is asked to, and not at each letter. */
export function SearchForm({ label, submitLabel, least, shortError, value, onSearch, children }: Props) {
  const [text, setText] = useState(value);
  const [isShort, setShort] = useState(false);
  const search = () => {
    const wanted = text.trim();
    setShort(wanted.length < least);
    if (wanted.length >= least) onSearch(wanted);
  };
  return (
    <Form onSubmit={search}>
      <TextField
        label={label}
        value={text}
        onChange={setText}
        {...(isShort && { error: shortError })}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck="false"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary">
          {submitLabel}
        </Button>
        {children}
      </div>
    </Form>
  );
}
