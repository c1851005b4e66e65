import { Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../base/IconButton.tsx';
import { giveBackFocus } from '../base/takeLostFocus.ts';
import { Form } from './Form.tsx';
import { TextField } from './TextField.tsx';

interface Props {
  label: string;
  submitLabel: string;
  /** The minimum number of characters. */
  least: number;
  /** Shown for fewer characters. */
  shortError: string;
  /** The active search; empty for none. */
  value: string;
  onSearch: (text: string) => void;
  /** Shown below the field. */
  children?: ReactNode;
}

/** Searches on submit, not at each key. */
export function SearchForm({ label, submitLabel, least, shortError, value, onSearch, children }: Props) {
  const [text, setText] = useState(value);
  const [isShort, setShort] = useState(false);
  const [active, setActive] = useState(value);
  // What is typed gives way to another search, for example when it is cleared.
  if (value !== active) {
    setActive(value);
    setText(value);
    setShort(false);
  }
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
        end={<IconButton type="submit" icon={Search} label={submitLabel} />}
      />
      {children && <div ref={giveBackFocus}>{children}</div>}
    </Form>
  );
}
