import type { ComponentProps } from 'react';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import { useTexts } from '../core/useTexts.ts';

type Field = Omit<ComponentProps<typeof TextField>, 'label'>;

interface Props {
  /** Whether the account has a password, which is then asked for. */
  hasPassword: boolean;
  password: Field;
  /** From an email. Nobody has one before it was sent, which is told by the error of this field. */
  code: Field;
}

/** How somebody shows that the account is theirs. */
export function ProofField({ hasPassword, password, code }: Props) {
  const { t } = useTexts('profile');
  if (hasPassword) {
    return (
      <PasswordField
        {...password}
        revealLabel={t('auth:password.show')}
        hideLabel={t('auth:password.hide')}
        label={t('profile:security.passwordCurrent')}
        autoComplete="current-password"
        isRequired
      />
    );
  }
  if (code.error === undefined && code.value === '')
    return <p className="text-muted text-sm">{t('profile:security.proof')}</p>;
  return (
    <TextField
      {...code}
      label={t('profile:security.code')}
      inputMode="numeric"
      autoComplete="one-time-code"
      isRequired
    />
  );
}
