import { fromPromise } from 'xstate';
import type { Analytics } from '../../../../contract/analytics.ts';
import { analyticsMachine, createAnalyticsArea } from '../../../machines/analytics/analyticsArea.ts';
import { exportMachine } from '../../../machines/core/exportMachine.ts';
import { exportAnalytics, readAnalytics } from '../../../services/analytics/analytics.ts';
import type { Loaded } from '../../../services/core/cache.ts';
import { timeZoneOf } from '../../../services/core/timeZone.ts';
import type { Services } from '../services.ts';

export function createArea({ http, data }: Services) {
  return createAnalyticsArea(timeZoneOf()).provide({
    actors: {
      analytics: analyticsMachine.provide({
        actors: {
          load: fromPromise<Loaded<Analytics>, { readonly key: string; readonly fresh: boolean }>(
            async (reading) => readAnalytics(http, await data(), reading),
          ),
        },
      }),
      analyticsExport: exportMachine.provide({
        actors: {
          saveExport: fromPromise<void, { readonly filters: string; readonly name: string }>((request) =>
            exportAnalytics(http, request),
          ),
        },
      }),
    },
  });
}
