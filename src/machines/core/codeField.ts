import type { Checked } from './formState.ts';

/** Checks a form beside its field for the code from an email, which goes another way: by itself a code is right or wrong at the server. */
export function withCode<Values extends { readonly code: string }, Body>(
  { code, ...body }: Values,
  check: (body: Omit<Values, 'code'>) => Checked<Body>,
): Checked<Body & { readonly code: string }> {
  const checked = check(body);
  const typed = code.trim();
  if (!/^(?:\d{6})?$/.test(typed)) {
    return { ok: false, fields: { ...(checked.ok ? {} : checked.fields), code: 'format' } };
  }
  return checked.ok ? { ok: true, value: { ...checked.value, code: typed } } : checked;
}
