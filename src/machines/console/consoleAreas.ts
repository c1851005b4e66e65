import { type operatorRights, operatorRoles, rolesOf } from '../../../contract/operatorRoles.ts';

/** The areas of the console in navigation order, each with the first call it makes; a role without that right does not see the area. */
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

/** The areas that a role may see. An unknown role, of a later version, sees none. */
export function areasOf(role: string): readonly AreaName[] {
  return names.filter((name) => mayCall(role, consoleAreas[name]));
}

/** Whether a role may make a call, named as in `operatorRights`. The server checks again. */
export function mayCall(role: string, verb: keyof typeof operatorRights): boolean {
  const [method = '', path = ''] = verb.split(' ');
  const known = operatorRoles.find((each) => each === role);
  return known !== undefined && rolesOf({ method, path }).includes(known);
}

/** The operator who is logged in. */
export interface ConsoleOperator {
  readonly name: string;
  readonly role: string;
}

/** The input of every area's machine. */
export interface AreaInput {
  /** The clock, in milliseconds of the server's time. */
  readonly now: () => number;
  readonly operator: ConsoleOperator;
}

/** Told to the shown area, at once and then every few seconds while the page is visible: its list is read again if it has changed. */
export interface CheckDue {
  readonly type: 'check.due';
}

/** Told to the parent: `isLocked` while leaving the page would interrupt work of the area. */
export interface AreaLocked {
  readonly type: 'area.locked';
  readonly area: AreaName;
  readonly isLocked: boolean;
}
