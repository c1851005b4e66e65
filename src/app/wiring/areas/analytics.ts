import { fromPromise } from 'xstate';
import { analyticsMachine, createAnalyticsArea } from '../../../machines/analytics/analyticsArea.ts';
import { exportMachine } from '../../../machines/core/exportMachine.ts';
import { totalHistoryMachine } from '../../../machines/wallet/totalHistoryMachine.ts';
import { exportAnalytics, readAnalytics } from '../../../services/analytics/analytics.ts';
import { timeZoneOf } from '../../../services/core/timeZone.ts';
import { readTotalHistory } from '../../../services/wallet/portfolio.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services) {
  return createAnalyticsArea(timeZoneOf()).provide({
    actors: {
      analytics: analyticsMachine.provide({
        actors: {
          load: loader(services, readAnalytics),
        },
      }),
      totalHistory: totalHistoryMachine.provide({ actors: { load: loader(services, readTotalHistory) } }),
      analyticsExport: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
            exportAnalytics(services.http, request),
          ),
        },
      }),
    },
  });
}
