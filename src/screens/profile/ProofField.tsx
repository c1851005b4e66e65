import type { ComponentProps } from 'react';
import type { Factors } from '../../../contract/factors.ts';
import { PasswordField } from '../../components/fields/PasswordField.tsx';
import { TextField } from '../../components/fields/TextField.tsx';
import type { FieldChanged } from '../../machines/core/form.ts';
import type { FormState } from '../../machines/core/formState.ts';
import type { ProofValues } from '../../machines/profile/proofForm.ts';
import { useFields } from '../core/formView.tsx';
import { useTexts } from '../core/useTexts.ts';

type Field = Omit<ComponentProps<typeof TextField>, 'label'>;

/** The second factor of a proof: none, a typed one, or a passkey, instead of which a code can be typed. */
export type HeldFactor = 'none' | 'code' | 'passkey';

export function heldFactor(factors: Factors | null): HeldFactor {
  if (factors === null) return 'none';
  if (factors.passkeys.length > 0) return 'passkey';
  return factors.totp === null ? 'none' : 'code';
}

interface Props {
  /** Whether the password is required. */
  hasPassword: boolean;
  /** The account's known factor; if the server knows another, the error of its field says so. */
  factor: HeldFactor;
  password: Field;
  /** The code from an email. It is sent by the first submit, whose error at this field says so. */
  code: Field;
  /** The code of a second factor. */
  otp: Field;
}

/** The fields by which a person proves that the account is theirs. */
export function ProofField({ hasPassword, factor, password, code, otp }: Props) {
  const { t } = useTexts('profile');
  const isFactor = factor !== 'none' || otp.error !== undefined || otp.value !== '';
  return (
    <>
      {hasPassword && (
        <PasswordField
          {...password}
          revealLabel={t('auth:password.show')}
          hideLabel={t('auth:password.hide')}
          label={t('profile:security.passwordCurrent')}
          autoComplete="current-password"
          isRequired
        />
      )}
      {isFactor && (
        <TextField
          {...otp}
          label={t('auth:secondFactor.code')}
          description={t(factor === 'passkey' ? 'auth:passkey.proofHint' : 'auth:secondFactor.hint')}
          autoCapitalize="none"
          autoComplete="one-time-code"
          spellCheck="false"
          isRequired={factor !== 'passkey'}
        />
      )}
      {!isFactor && !hasPassword && <EmailedCode {...code} />}
    </>
  );
}

function EmailedCode(code: Field) {
  const { t } = useTexts('profile');
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

export const proofOrder = ['password', 'code', 'otp'] as const;

interface FieldsProps {
  /** The snapshot of a form with a proof. */
  form: { readonly context: FormState<ProofValues> };
  send: (event: FieldChanged<ProofValues>) => void;
  factor: HeldFactor;
}

/** `ProofField` for a form whose values have the names of a proof's. */
export function ProofFields({ form: { context }, send, factor }: FieldsProps) {
  const field = useFields(context, send);
  return (
    <ProofField
      hasPassword={context.values.hasPassword}
      factor={factor}
      password={field('password')}
      code={field('code')}
      otp={field('otp')}
    />
  );
}
