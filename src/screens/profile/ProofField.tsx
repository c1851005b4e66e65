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

/** By which second factor somebody proves themselves: none, one that is typed, or a passkey, in whose place a code can be typed. */
export type HeldFactor = 'none' | 'code' | 'passkey';

export function heldFactor(factors: Factors | null): HeldFactor {
  if (factors === null) return 'none';
  if (factors.passkeys.length > 0) return 'passkey';
  return factors.totp === null ? 'none' : 'code';
}

interface Props {
  /** Whether the password is asked for. */
  hasPassword: boolean;
  /** What the account is known to have; the server may know better, which is told by the error of its field. */
  factor: HeldFactor;
  password: Field;
  /** From an email. Nobody has one before it was sent, which is told by the error of this field. */
  code: Field;
  /** Of a second factor. */
  otp: Field;
}

/** How somebody shows that the account is theirs. */
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

/** The fields of a proof as they stand on the screen, from the top. */
export const proofOrder = ['password', 'code', 'otp'] as const;

interface FieldsProps {
  /** The snapshot of a form that takes a proof. */
  form: { readonly context: Pick<FormState<ProofValues>, 'values' | 'errors'> };
  send: (event: FieldChanged<ProofValues>) => void;
  factor: HeldFactor;
}

/** `ProofField` of a form whose values are named as a proof's. */
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
