/** From the fewest rights to the most. */
export const operatorRoles = ['support', 'compliance', 'treasury', 'administrator'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

type Limited = Exclude<OperatorRole, 'administrator'>;

const everybody = ['support', 'compliance', 'treasury'] as const;

/**
 * The roles that may make each of the operators' calls; an administrator may make all of them. A call that is missing here cannot be
 * registered, because the type of `Route` rejects it.
 */
export const operatorRights = {
  'GET /session': everybody,
  'DELETE /session': everybody,
  'GET /me/login': everybody,
  'POST /me/proof/options': everybody,
  'POST /me/proof': everybody,
  'POST /me/password': everybody,
  'POST /me/totp': everybody,
  'POST /me/totp/confirm': everybody,
  'DELETE /me/totp': everybody,
  'POST /me/passkeys/options': everybody,
  'POST /me/passkeys': everybody,
  'PATCH /me/passkeys/{id}': everybody,
  'DELETE /me/passkeys/{id}': everybody,
  'GET /people': ['compliance'],
  'POST /people': [],
  'POST /people/invitation': [],
  'POST /people/role': [],
  'POST /people/disable': [],
  'POST /people/reset': [],
  // Only proposals of calls that the role may make itself.
  'GET /proposals': ['compliance', 'treasury'],
  'GET /proposals/{number}': ['compliance', 'treasury'],
  'POST /proposals/approve': ['compliance', 'treasury'],
  'POST /proposals/reject': ['compliance', 'treasury'],
  'GET /log': ['compliance'],
  'GET /log/verification': ['compliance'],
  'GET /attention': everybody,
  'GET /audit': ['compliance', 'treasury'],
  'GET /accounts': ['support', 'compliance'],
  'GET /accounts/{id}': ['support', 'compliance'],
  'GET /freezes': ['support', 'compliance'],
  'POST /accounts': ['support'],
  'POST /accounts/freeze': ['support', 'compliance'],
  'POST /accounts/unfreeze': ['compliance'],
  'POST /accounts/sign-out': ['support', 'compliance'],
  // Compliance identifies the person, the treasury pays.
  'POST /accounts/refund': ['compliance', 'treasury'],
  'POST /recoveries': ['compliance'],
  'POST /recoveries/stop': ['support', 'compliance'],
  'POST /deposits': ['treasury'],
  'POST /network/deposits': ['treasury'],
  'POST /chain/resume': ['treasury'],
  'POST /chain/reread': ['treasury'],
  'GET /treasury': ['treasury'],
  'POST /treasury/bookings': ['treasury'],
  'POST /treasury/acceptances': ['treasury'],
  'GET /sweeps': ['treasury'],
  'POST /sweeps': ['treasury'],
  'POST /sweeps/settle': ['treasury'],
  'POST /sweeps/signed': ['treasury'],
  'POST /payments/renumber': ['treasury'],
  'POST /tokens': ['treasury'],
  'GET /rates': ['treasury'],
  'GET /rates/changes': ['treasury'],
  'POST /rates': ['treasury'],
  'POST /rates/rules': ['treasury'],
  'GET /withdrawals': ['compliance', 'treasury'],
  'GET /withdrawals/{id}': ['compliance', 'treasury'],
  'POST /withdrawals/approve': ['treasury'],
  'POST /withdrawals/nonce': ['treasury'],
  'POST /withdrawals/settle': ['treasury'],
  'POST /withdrawals/reject': ['compliance', 'treasury'],
  // Stopping withdrawals does no harm that waiting does not undo.
  'POST /withdrawals/disable': everybody,
  'POST /withdrawals/enable': ['treasury'],
  'GET /kyc': ['compliance'],
  'GET /kyc/{id}': ['compliance'],
  'GET /kyc/{id}/files/{file}': ['compliance'],
  'POST /kyc/approve': ['compliance'],
  'POST /kyc/reject': ['compliance'],
  'GET /tickets': ['support'],
  'POST /tickets/show': ['support'],
  'GET /tickets/{number}/files/{file}': ['support'],
  'POST /tickets/answer': ['support'],
  'POST /tickets/resolve': ['support'],
  'POST /tickets/reopen': ['support'],
  'GET /news': ['support'],
  'GET /news/{slug}': ['support'],
  'POST /news': ['support'],
  'POST /news/preview': ['support'],
  'POST /news/unpublish': ['support'],
} as const satisfies Readonly<Record<string, readonly Limited[]>>;

type Named<Name> = Name extends `${infer Method} ${infer Path}`
  ? { readonly access: 'operator'; readonly method: Method; readonly path: Path }
  : never;

/** An operators' call that is in the table. */
export type RuledCall = Named<keyof typeof operatorRights>;

const rights: Readonly<Record<string, readonly OperatorRole[]>> = operatorRights;

/** The roles that may make a call, the administrator last; none for a call that is not in the table. */
export function rolesOf({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): readonly OperatorRole[] {
  const found = rights[`${method} ${path}`];
  return found ? [...found, 'administrator'] : [];
}
