import { http as msw } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { type AnyStateMachine, createActor, type PromiseActorLogic, toPromise } from 'xstate';
import { operatorBase } from '../../contract/call.ts';
import type { Withdrawal } from '../../contract/withdrawals.ts';
import { openWithdrawals } from '../../src/console/areas/withdrawals.ts';
import type { ConsoleServices } from '../../src/console/core/services.ts';
import type { DecisionOutcome } from '../../src/machines/console/decision.ts';
import { createClock } from '../../src/services/core/clock.ts';
import { createHttp } from '../../src/services/core/http.ts';
import { providerOrigin } from '../support/mswProvider.ts';
import { fund, pay } from '../support/payments.ts';
import { operatorToken, register } from '../support/server.ts';
import { servicesAtServer } from '../support/servicesAtServer.ts';

const { server, provider } = servicesAtServer();
beforeEach(() => {
  provider.use(
    msw.all(`${providerOrigin}${operatorBase}/*`, async ({ request }) => await server.it.operate(request)),
  );
});

/** What the console's areas are made of, with the session of an operator. */
function consoleServices(token = operatorToken) {
  const clock = createClock();
  const session = { current: () => ({ token }), end: () => {}, extend: () => {} };
  const http = createHttp({ origin: providerOrigin, base: operatorBase, session, clock });
  return { http, clock } as ConsoleServices;
}

/** What the area finds out about a decision whose answer was lost. */
function outcomeOf(area: AnyStateMachine, subject: unknown, choice: unknown): Promise<DecisionOutcome> {
  const decision = area.implementations.actors.decision as AnyStateMachine;
  const readOutcome = decision.implementations.actors.readOutcome as PromiseActorLogic<DecisionOutcome>;
  const reading = createActor(readOutcome, { input: { subject, choice } });
  const outcome = toPromise(reading);
  reading.start();
  return outcome;
}

/** An operator's call, which must succeed. */
async function operate(method: 'GET' | 'POST', path: string, body?: object) {
  const answer = await server.it.operator(method, path, body);
  if (answer.status > 299) throw new Error(`it was refused: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

const decidedOtherwise = { failure: { code: 'STATUS_CONFLICT' } };

async function waitingWithdrawal(): Promise<Withdrawal> {
  const person = await register(server.it);
  await fund(server.it, person, 'USDT', '100');
  const { body } = await pay(server.it, person, { kind: 'withdraw' });
  return operate('GET', `/withdrawals/${body.data.id}`);
}

test('a lost decision on a withdrawal is done only when that was decided', async () => {
  const area = openWithdrawals(consoleServices());
  const approving = { verdict: 'approve' };
  const rejecting = { verdict: 'reject', reason: 'legal', note: '' };

  const approved = await waitingWithdrawal();
  expect(await outcomeOf(area, approved, approving)).toBe('open');
  expect(await outcomeOf(area, approved, rejecting)).toBe('open');
  await operate('POST', '/withdrawals/approve', { id: approved.id });
  expect(await outcomeOf(area, approved, approving)).toBe('done');
  await expect(outcomeOf(area, approved, rejecting)).rejects.toMatchObject(decidedOtherwise);

  const rejected = await waitingWithdrawal();
  await operate('POST', '/withdrawals/reject', { id: rejected.id, reason: 'legal' });
  expect(await outcomeOf(area, rejected, rejecting)).toBe('done');
  await expect(outcomeOf(area, rejected, approving)).rejects.toMatchObject(decidedOtherwise);
});
