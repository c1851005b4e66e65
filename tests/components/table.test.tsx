import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { DataTable, type Sort } from '../../src/components/base/DataTable.tsx';
import { Row, RowLabel } from '../../src/components/base/Row.tsx';
import { expectAccessible } from '../support/axe.ts';
import { beNarrow } from '../support/phone.ts';

interface Holding {
  symbol: string;
  balance: string;
}

const rows: readonly Holding[] = [
  { symbol: 'ZST', balance: '2' },
  { symbol: 'USDT', balance: '10' },
];

function Tokens({ empty = false }: { empty?: boolean }) {
  const [sort, setSort] = useState<Sort<'token' | 'balance'>>({ column: 'token', direction: 'descending' });
  return (
    <>
      <DataTable
        caption="Tokens"
        rows={empty ? [] : rows}
        rowKey={(row) => row.symbol}
        columns={[
          { id: 'token', label: 'Token', cell: (row) => row.symbol, isRowHeader: true, isSortable: true },
          { id: 'balance', label: 'Balance', cell: (row) => row.balance, isNumeric: true, isSortable: true },
        ]}
        sort={sort}
        onSortChange={setSort}
        empty={<p>No tokens yet</p>}
      />
      <output>{`${sort.column} ${sort.direction}`}</output>
    </>
  );
}

test('is a table with named rows and columns', async () => {
  render(<Tokens />);
  const table = screen.getByRole('table', { name: 'Tokens' });
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Token', 'Balance']);
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['ZST', 'USDT']);
  await expectAccessible();
});

test('sorts by keyboard, turns round at the second press, and says how it is sorted', async () => {
  const user = userEvent.setup();
  render(<Tokens />);
  const sorts = () => screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
  expect(sorts()).toEqual(['descending', 'none']);
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(sorts()).toEqual(['none', 'ascending']);
  await user.keyboard('{Enter}');
  expect(sorts()).toEqual(['none', 'descending']);
  expect(screen.getByRole('status').textContent).toBe('balance descending');
});

test('without rows it is the invitation', () => {
  render(<Tokens empty />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('No tokens yet')).toBeTruthy();
});

function Days() {
  return (
    <DataTable
      caption="Movements"
      rows={[
        { id: '1', day: 'Monday', what: 'Sent' },
        { id: '2', day: 'Monday', what: 'Received' },
        { id: '3', day: 'Friday', what: 'Deposit' },
      ]}
      rowKey={({ id }) => id}
      columns={[{ id: 'what', label: 'What', cell: ({ what }) => what, isRowHeader: true }]}
      line={({ id, what }) => (
        <Row
          href={`/at/${id}`}
          title={what}
          value={
            <>
              <RowLabel>Amount</RowLabel>5
            </>
          }
        />
      )}
      groupOf={({ day }) => day}
    />
  );
}

test('on a phone it is a list a day, each row one link that names its figure', async () => {
  beNarrow();
  render(<Days />);
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getAllByRole('heading', { level: 2 }).map((day) => day.textContent)).toEqual([
    'Monday',
    'Friday',
  ]);
  expect(
    within(screen.getByRole('list', { name: 'Monday' }))
      .getAllByRole('link')
      .map((row) => [row.getAttribute('href'), row.textContent]),
  ).toEqual([
    ['/at/1', 'SentAmount: 5'],
    ['/at/2', 'ReceivedAmount: 5'],
  ]);
  await expectAccessible();
});

test('from 768 px the same is a table', () => {
  beNarrow(768);
  render(<Days />);
  expect(screen.getByRole('table', { name: 'Movements' })).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
});
