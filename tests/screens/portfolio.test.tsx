import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSelector } from '@xstate/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { TotalHistory as History } from '../../contract/portfolio.ts';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { PageTitle } from '../../src/components/base/PageTitle.tsx';
import { type PortfolioRef, portfolioArea } from '../../src/machines/wallet/portfolioArea.ts';
import { type TotalHistoryRef, totalHistoryMachine } from '../../src/machines/wallet/totalHistoryMachine.ts';
import TotalHistory from '../../src/screens/portfolio/TotalHistory.tsx';
import { axisFormat, axisTotals } from '../../src/screens/portfolio/totals.ts';
import { failure, manualCall } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { actorAt, type Exploration, reachableSnapshots } from '../support/paths.ts';
import { arrives, draw, expectPresentable, type Language, languages, text } from './draw.tsx';

const noon = Date.parse('2026-11-20T12:00:00Z');

beforeEach(() => {
  // jsdom has no canvas, and says so loudly.
  HTMLCanvasElement.prototype.getContext = () => null;
});

const history: History = {
  currency: 'USDT',
  range: 'month',
  points: [
    { at: '2026-10-21T12:00:00.000Z', value: null },
    { at: '2026-11-01T12:00:00.000Z', value: '1200.5' },
    { at: '2026-11-20T12:00:00.000Z', value: '1500.625' },
  ],
  change: { value: '300.125', percent: '24.99' },
  without_price: ['STO'],
};
const empty: History = { ...history, points: [], change: null, without_price: [] };
const onePoint: History = { ...empty, points: [{ at: '2026-11-20T12:00:00.000Z', value: '5' }] };

function start(language: Language = 'en', isHidden = false) {
  const clock = new SimulatedClock();
  const now = () => noon + clock.now();
  const load = manualCall<Loaded<History>, ReadRequest>();
  const portfolio = createActor(
    portfolioArea.provide({
      actors: { totalHistory: totalHistoryMachine.provide({ actors: { load: load.logic } }) },
    }),
    { clock, input: { now, shown: shown('wallet', 'portfolio') } },
  ).start();
  const { totalHistory } = portfolio.getSnapshot().children;
  if (!totalHistory) throw new Error('nothing is read');
  draw(
    <>
      <PageTitle>Zesto</PageTitle>
      <Drawn portfolio={portfolio} history={totalHistory} isHidden={isHidden} />
    </>,
    language,
  );
  return {
    load,
    user: userEvent.setup(),
    answer: (data: History) => arrives(() => load.last().answer({ data, loadedAt: now() })),
  };
}

interface DrawnProps {
  portfolio: PortfolioRef;
  history: TotalHistoryRef;
  isHidden: boolean;
}

/** As the page of the wallet draws it. */
function Drawn({ portfolio, ...props }: DrawnProps) {
  const range = useSelector(portfolio, ({ context }) => context.range);
  return (
    <TotalHistory
      {...props}
      range={range}
      onChoose={(chosen) => portfolio.send({ type: 'range.chosen', range: chosen })}
    />
  );
}

const exploration: Exploration<typeof totalHistoryMachine> = {
  input: { now: () => noon, key: 'month' },
  events: [{ type: 'screen.shown', key: 'day' }, { type: 'refresh.requested' }],
  answers: {
    load: {
      done: [history, empty, onePoint].map((data) => ({ data, loadedAt: noon })),
      error: [new CallError(failure('NETWORK')), new CallError(failure('UNAVAILABLE'))],
    },
  },
  distinguish: (state) => [
    state.matches('ready') && state.context.data?.points.length,
    state.context.failure?.code,
  ],
};

describe.each(languages)('in %s', (language) => {
  test.each(
    reachableSnapshots(totalHistoryMachine, exploration).map((snapshot, index) => [
      `${index} ${JSON.stringify(snapshot.value)} ${snapshot.context.failure?.code ?? ''}`,
      snapshot,
    ]),
  )('state %s is presentable', { tags: 'long' }, async (_, snapshot) => {
    draw(
      <>
        <PageTitle>Zesto</PageTitle>
        <Drawn
          portfolio={createActor(portfolioArea, {
            input: { now: () => noon, shown: shown('wallet', 'portfolio') },
          })}
          history={actorAt(totalHistoryMachine, snapshot)}
          isHidden={false}
        />
      </>,
      language,
    );
    await expectPresentable();
  });

  test('hidden balances hide every figure of it, and the way of the curve stays', async () => {
    const { answer } = start(language, true);
    await answer(history);
    await expectPresentable();
    const slider = screen.getByRole('slider');
    expect(`${text()} ${slider.getAttribute('aria-valuetext')}`).not.toMatch(/1.?200|1.?500|300/);
    expect(text()).toMatch(/24[.,]99/);
  });
});

test('the change of the range stands above, and what is pointed at in its place', async () => {
  const { answer } = start();
  await answer(history);
  expect(text()).toContain('+300.12 USDT');
  expect(text()).toContain('+24.99%');
  expect(text()).toContain('Not included while there was no price: STO.');
  const slider = screen.getByRole('slider', { name: 'Total over time' });
  expect(slider.getAttribute('max')).toBe('1');
  fireEvent.change(slider, { target: { value: '0' } });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Nov 1, 2026.*1,200\.50.USDT$/);
});

test('a chart that cannot be drawn has its values in a table below it', async () => {
  const { answer } = start();
  await answer(history);
  await screen.findByText('We couldn’t draw the chart. The table shows the same values.');
  const cells = within(screen.getByRole('table', { name: 'Total over time' })).getAllByRole('cell');
  expect(cells.map((cell) => text(cell))).toEqual(['1,500.62 USDT', '1,200.50 USDT']);
});

test('another range is asked for', async () => {
  const { answer, user, load } = start();
  await answer(history);
  await user.click(within(screen.getByRole('group', { name: 'Range' })).getByRole('radio', { name: '7d' }));
  expect(load.last().input).toEqual({ key: 'week', fresh: false });
});

test.each([
  ['none', empty],
  ['one', onePoint],
])('a chart of %s is said to be none yet', async (_, data) => {
  const { answer } = start();
  await answer(data);
  expect(screen.queryByRole('slider')).toBeNull();
  expect(text()).toContain('No chart yet');
});

test('who has a token without a price is told that, and not to make a first deposit', async () => {
  const { answer } = start();
  await answer({
    ...empty,
    points: history.points.map(({ at }) => ({ at, value: null })),
    without_price: ['STO'],
  });
  expect(screen.queryByRole('slider')).toBeNull();
  expect(text()).toContain('The total isn’t known while there is no price for STO.');
  expect(text()).not.toContain('first deposit');
});

test('the totals on an axis have one decimal each', () => {
  const texts = [8_000, 8_840, 950].map((total) => axisTotals('en').format(total));
  expect(texts).toEqual(['8.0K', '8.8K', '950.0']);
});

test.each([
  ['en', '6:00 PM', '9:00 AM'],
  ['ru', '18:00', '09:00'],
])('the hours on an axis are written as the times elsewhere in %s', (locale, evening, morning) => {
  const format = new Intl.DateTimeFormat(locale, { ...axisFormat(86_400_000), timeZone: 'UTC' });
  const hour = (at: number) => format.format(Date.UTC(2026, 10, 20, at)).replace(/\s/g, ' ');
  expect([hour(18), hour(9)]).toEqual([evening, morning]);
});
