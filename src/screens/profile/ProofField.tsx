import type { ComponentProps } from 'react';
import { TextField } from '../../components/fields/TextField.tsx';
import { useProfileWords } from './profileWords.ts';

interface Props {
  field: Omit<ComponentProps<typeof TextField>, 'label'>;
  /** A code was sent. Before that nobody has one. */
  isAsked: boolean;
}

/** How somebody without a password shows that the account is theirs. */
export function ProofField({ field, isAsked }: Props) {
  const { t } = useProfileWords();
  if (!isAsked) return <p className="text-muted text-sm">{t('profile:security.proof')}</p>;
  return (
    <TextField
      {...field}
      label={t('profile:security.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
    />
  );
}
