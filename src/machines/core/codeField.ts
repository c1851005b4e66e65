import * as z from 'zod/mini';
import { checkFields, type FieldErrors, typedFactor } from '../../../contract/rules.ts';
import type { Checked } from './formState.ts';

/** The code fields of a form: `code` from an email, `otp` from a second factor. Empty while none was asked for. */
interface Codes {
  readonly code: string;
  readonly otp: string;
}

const factor = z.strictObject({ otp: typedFactor });

/** Checks a form without its codes, which only the server can check. */
export function withCode<Values extends Codes, Body>(
  { code, otp, ...body }: Values,
  check: (body: Omit<Values, keyof Codes>) => Checked<Body>,
): Checked<Body & Codes> {
  const checked = check(body);
  const typed = code.trim();
  const shown = otp.trim() === '' ? null : checkFields(factor, { otp });
  const fields: FieldErrors = {
    ...(/^(?:\d{6})?$/.test(typed) ? {} : { code: 'format' }),
    ...(shown === null || shown.ok ? {} : shown.fields),
  };
  if (!checked.ok || Object.keys(fields).length > 0)
    return { ok: false, fields: { ...(checked.ok ? {} : checked.fields), ...fields } };
  return { ok: true, value: { ...checked.value, code: typed, otp: shown?.ok ? shown.value.otp : '' } };
}
