import * as z from 'zod/mini';

export const publicKeyType = z.literal('public-key');
export const descriptors = z.array(
  z.object({ type: publicKeyType, id: z.string(), transports: z.array(z.string()) }),
);

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. `allowCredentials` is empty for a login, because the device knows its passkeys. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: descriptors,
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;
