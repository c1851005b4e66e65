import { type operatorRights, operatorRoles, rolesOf } from '../../../contract/operatorRoles.ts';

/** The areas of the console in the order of its navigation, each with the call that it begins with: who may not make it is not offered the area. */
export const consoleAreas = {
  withdrawals: 'GET /withdrawals',
  kyc: 'GET /kyc',
  tickets: 'GET /tickets',
  freezes: 'GET /freezes',
  prices: 'GET /rates',
  news: 'GET /news',
  treasury: 'GET /treasury',
  proposals: 'GET /proposals',
  log: 'GET /log',
  operators: 'GET /people',
  login: 'GET /me/login',
} as const satisfies Readonly<Record<string, keyof typeof operatorRights>>;

export type AreaName = keyof typeof consoleAreas;

const names = Object.keys(consoleAreas) as AreaName[];

/** The areas that a role may see. A role that this version does not know sees none. */
export function areasOf(role: string): readonly AreaName[] {
  return names.filter((name) => mayCall(role, consoleAreas[name]));
}

/** Whether a role may make a call, named as in `operatorRights`. The server judges again. */
export function mayCall(role: string, verb: keyof typeof operatorRights): boolean {
  const [method = '', path = ''] = verb.split(' ');
  const known = operatorRoles.find((each) => each === role);
  return known !== undefined && rolesOf({ method, path }).includes(known);
}

/** Who is logged in at the console. */
export interface ConsoleOperator {
  readonly name: string;
  readonly role: string;
}

/** What the machine of every area is given. */
export interface AreaInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  readonly operator: ConsoleOperator;
}

/** What an area tells its parent: `isLocked` while it has something that leaving the page would interrupt. */
export interface AreaLocked {
  readonly type: 'area.locked';
  readonly area: AreaName;
  readonly isLocked: boolean;
}
