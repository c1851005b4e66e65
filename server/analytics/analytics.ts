import { analyticsCall, exportAnalyticsCall } from '../../contract/analytics.ts';
import type { Db } from '../database/db.ts';
import type { Route } from '../http/routes.ts';
import { exportFigures, figuresOf } from './figures.ts';

/** Registers the calls on a person's figures. */
export function analyticsCalls(route: Route, { database }: { database: Db }) {
  route(analyticsCall, ({ search, session }) => figuresOf(database.query, session.user.id, search));
  route(exportAnalyticsCall, async ({ search, session }) =>
    exportFigures(database.query, session.user.id, search),
  );
}
