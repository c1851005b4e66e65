import { fromPromise } from 'xstate';
import type { SentConfirmation } from '../../../../contract/accountEmails.ts';
import { confirmationMachine } from '../../../machines/profile/confirmationMachine.ts';
import { loginMethodsMachine } from '../../../machines/profile/loginMethodsMachine.ts';
import {
  latestMachine,
  listedMachine,
  portfolioArea,
  positionMachine,
  sparklinesMachine,
} from '../../../machines/wallet/portfolioArea.ts';
import { totalHistoryMachine } from '../../../machines/wallet/totalHistoryMachine.ts';
import { readTransactions } from '../../../services/history/transactions.ts';
import { readLoginMethods, sendConfirmation } from '../../../services/profile/security.ts';
import { readTokens } from '../../../services/wallet/catalogue.ts';
import { readPosition, readTotalHistory } from '../../../services/wallet/portfolio.ts';
import { readSparklines } from '../../../services/wallet/rates.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services) {
  return portfolioArea.provide({
    actors: {
      totalHistory: totalHistoryMachine.provide({ actors: { load: loader(services, readTotalHistory) } }),
      sparklines: sparklinesMachine.provide({ actors: { load: loader(services, readSparklines) } }),
      position: positionMachine.provide({ actors: { load: loader(services, readPosition) } }),
      listed: listedMachine.provide({ actors: { load: loader(services, readTokens) } }),
      loginMethods: loginMethodsMachine.provide({ actors: { load: loader(services, readLoginMethods) } }),
      confirmation: confirmationMachine.provide({
        actors: {
          sendConfirmation: fromPromise<SentConfirmation, void>(() => sendConfirmation(services.http)),
        },
      }),
      latest: latestMachine.provide({ actors: { load: loader(services, readTransactions) } }),
    },
  });
}
