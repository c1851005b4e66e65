import { type AnyEventObject, fromCallback } from 'xstate';
import { marketMachine, priceHistoryMachine } from '../../../machines/wallet/marketMachine.ts';
import { ratesMachine } from '../../../machines/wallet/ratesMachine.ts';
import { watchPage } from '../../../services/core/page.ts';
import { openRateStream, type RateStreamReport } from '../../../services/wallet/rateStream.ts';
import { readRateHistory } from '../../../services/wallet/rates.ts';
import { loader } from '../loader.ts';
import type { Services } from '../services.ts';

export function createArea(services: Services) {
  const { openStream, languages } = services;
  return marketMachine.provide({
    actors: {
      rates: ratesMachine.provide({
        actors: {
          watchStream: fromCallback<AnyEventObject>(({ sendBack }) =>
            openRateStream(openStream, languages.current(), (report) => sendBack(eventOf(report))),
          ),
          watchPage: fromCallback<AnyEventObject>(({ sendBack }) => watchPage((type) => sendBack({ type }))),
        },
      }),
      priceHistory: priceHistoryMachine.provide({
        actors: {
          load: loader(services, readRateHistory),
        },
      }),
    },
  });
}

function eventOf(report: RateStreamReport): AnyEventObject {
  switch (report.type) {
    case 'opened':
    case 'heard':
      return { type: 'stream.heard' };
    case 'rates':
      return { type: 'rates.arrived', rates: report.rates };
    case 'notification':
      return { type: 'notification.arrived', notification: report.notification };
    case 'transaction':
      return { type: 'transaction.arrived', id: report.id };
    case 'confirmations':
      return { ...report, type: 'confirmations.counted' };
    case 'account':
      return { type: 'account.arrived', account: report.account };
    case 'closed':
      return { type: 'stream.closed', failure: report.failure };
  }
}
