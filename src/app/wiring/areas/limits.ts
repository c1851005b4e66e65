import { fromPromise } from 'xstate';
import type { SecurityChange, ToldSecuritySettings } from '../../../../contract/securitySettings.ts';
import { type LimitsRequest, limitsForm } from '../../../machines/profile/limitsForm.ts';
import { limitsMachine } from '../../../machines/profile/limitsMachine.ts';
import {
  changeSecuritySettings,
  readSecuritySettings,
  takeChangeBack,
} from '../../../services/profile/securitySettings.ts';
import { provingFrom } from '../proving.ts';
import type { Services } from '../services.ts';

/** The dialog of security settings, on the page of `address`. */
export function providedLimits(services: Services, address: string) {
  const { http } = services;
  return limitsMachine.provide({
    actors: {
      readSettings: fromPromise<ToldSecuritySettings, void>(({ signal }) =>
        readSecuritySettings(http, signal),
      ),
      takeBack: fromPromise<ToldSecuritySettings, { readonly change: SecurityChange }>(({ input }) =>
        takeChangeBack(http, input.change),
      ),
      limitsForm: limitsForm.provide({
        actors: {
          submit: fromPromise<ToldSecuritySettings, { readonly values: LimitsRequest }>((request) =>
            changeSecuritySettings(provingFrom(services, address, request), request),
          ),
        },
      }),
    },
  });
}
