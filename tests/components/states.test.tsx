import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../../src/components/base/Button.tsx';
import { ConfirmDialog } from '../../src/components/base/ConfirmDialog.tsx';
import { Disclosure } from '../../src/components/base/Disclosure.tsx';
import { Empty } from '../../src/components/base/Empty.tsx';
import { Failure } from '../../src/components/base/Failure.tsx';
import { FlowRail } from '../../src/components/base/FlowRail.tsx';
import { Stale } from '../../src/components/base/Stale.tsx';
import { StatusBadge } from '../../src/components/base/StatusBadge.tsx';
import { Avatar } from '../../src/components/shell/Avatar.tsx';
import { expectAccessible } from '../support/axe.ts';

function SignOut({ told }: { told: (what: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Log out</Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="Log out now?"
        confirmLabel="Log out anyway"
        cancelLabel="Stay"
        onConfirm={() => told('confirmed')}
        onCancel={() => {
          told('cancelled');
          setOpen(false);
        }}
      >
        A withdrawal is being sent.
      </ConfirmDialog>
    </>
  );
}

test('a question holds the focus, is not answered by a press beside it, and gives the focus back', async () => {
  const user = userEvent.setup();
  const told: string[] = [];
  render(<SignOut told={(what) => told.push(what)} />);
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Log out now?' });
  expect(dialog.contains(document.activeElement)).toBe(true);
  await expectAccessible(dialog);
  for (let presses = 0; presses < 5; presses++) await user.tab();
  expect(dialog.contains(document.activeElement)).toBe(true);
  await user.click(document.body);
  expect(told).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Log out anyway' }));
  await user.keyboard('{Escape}');
  expect(told).toEqual(['confirmed', 'cancelled']);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Log out'));
});

test('a failure is announced, says what is still true, and can be tried again', async () => {
  const user = userEvent.setup();
  let tries = 0;
  render(
    <Failure
      title="The wallet could not be loaded."
      retry={{ label: 'Try again', isBusy: false, onPress: () => tries++ }}
    >
      Your money is where it was.
    </Failure>,
  );
  expect(screen.getByRole('alert').textContent).toContain('Your money is where it was.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(tries).toBe(1);
  await expectAccessible();
});

test('stale figures say so and can be refreshed', async () => {
  const user = userEvent.setup();
  let tries = 0;
  render(
    <Stale retryLabel="Refresh" onRetry={() => tries++}>
      Figures from 12:04.
    </Stale>,
  );
  expect(screen.getByRole('status').textContent).toContain('Figures from 12:04.');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(tries).toBe(1);
});

test('the rail says past, now and next, and marks the step', async () => {
  render(
    <FlowRail
      label="Withdrawal"
      stateLabels={{ past: 'done', now: 'now', next: 'next', failed: 'failed' }}
      steps={[
        { id: 'amount', label: 'Amount', state: 'past' },
        { id: 'review', label: 'Review', state: 'now', detail: '4 minutes left' },
        { id: 'done', label: 'Done', state: 'next' },
      ]}
    />,
  );
  expect(screen.getByRole('list', { name: 'Withdrawal' }).textContent).toBe(
    'done: Amount2now: Review4 minutes left3next: Done',
  );
  const current = screen
    .getAllByRole('listitem')
    .filter((step) => step.ariaCurrent ?? step.getAttribute('aria-current'));
  expect(current.map((step) => step.textContent)).toEqual(['2now: Review4 minutes left']);
  await expectAccessible();
});

test('an empty place invites, a status is a word, a disclosure opens by keyboard', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Empty icon={Inbox} title="No tokens yet" action={<Button>Add a token</Button>}>
        They will stand here.
      </Empty>
      <StatusBadge tone="wait">Pending</StatusBadge>
      <Disclosure title="How is this counted?">All parts together.</Disclosure>
    </>,
  );
  expect(screen.getByText('Pending')).toBeTruthy();
  const toggle = screen.getByRole('button', { name: 'How is this counted?' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  toggle.focus();
  await user.keyboard('{Enter}');
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await expectAccessible();
});

test('a picture that does not load gives way to the initials, and a new one is tried', () => {
  const { container, rerender } = render(<Avatar firstName="élodie" lastName="Żak" src="/a.png" />);
  fireEvent.error(container.querySelector('img') ?? container);
  expect(container.textContent).toBe('ÉŻ');
  rerender(<Avatar firstName="élodie" lastName="Żak" src="/b.png" />);
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.png');
  rerender(<Avatar firstName={null} lastName={null} src={null} />);
  expect(container.textContent).toBe('');
});
