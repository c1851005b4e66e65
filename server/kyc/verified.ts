/** SQL that is true while the identity of the person in `users` is approved and not expired; `at` is the placeholder of the time. */
export const isVerifiedSql = (at: string) =>
  `(users.kyc_status = 'approved' AND users.kyc_expires_at > ${at})`;
