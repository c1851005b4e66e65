import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Button } from '../../src/components/base/Button.tsx';
import { CopyButton } from '../../src/components/base/CopyButton.tsx';
import { Form } from '../../src/components/fields/Form.tsx';
import { expectAccessible } from '../support/axe.ts';

const reason = 'Withdrawals are off while your account is frozen.';

test('refused, it keeps its place in the tab order, says why, and does nothing', async () => {
  const user = userEvent.setup();
  const onPress = vi.fn();
  render(
    <Button reason={reason} onPress={onPress}>
      Withdraw
    </Button>,
  );
  await user.tab();
  const button = screen.getByRole('button', { name: 'Withdraw' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason);
  expect((await screen.findByRole('tooltip')).textContent).toBe(reason);
  await user.keyboard('{Enter} ');
  await user.click(button);
  expect(onPress).not.toHaveBeenCalled();
  await expectAccessible();
});

test('Escape puts the reason away and leaves the focus', async () => {
  const user = userEvent.setup();
  render(<Button reason={reason}>Withdraw</Button>);
  await user.tab();
  await screen.findByRole('tooltip');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Withdraw');
});

test('the pointer may rest on the reason, and leaving puts it away', async () => {
  render(<Button reason={reason}>Withdraw</Button>);
  const button = screen.getByRole('button');
  const move = (from: Element, to: Element) => {
    fireEvent.pointerOut(from, { relatedTarget: to, pointerType: 'mouse' });
    fireEvent.pointerOver(to, { relatedTarget: from, pointerType: 'mouse' });
  };
  move(document.body, button);
  const tooltip = await screen.findByRole('tooltip');
  move(button, tooltip);
  expect(screen.getByRole('tooltip').textContent).toBe(reason);
  move(tooltip, document.body);
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('neither a press nor Enter in a field submits through a refused button', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn();
  const form = (refusal?: string) => (
    <Form onSubmit={onSubmit}>
      <input aria-label="Amount" />
      <input aria-label="Note" />
      <Button type="submit" reason={refusal}>
        Send
      </Button>
    </Form>
  );
  const { rerender } = render(form(reason));
  await user.type(screen.getByLabelText('Amount'), '5{Enter}');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(onSubmit).not.toHaveBeenCalled();
  rerender(form());
  await user.type(screen.getByLabelText('Amount'), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('the focus stays on it when a reason comes and goes', () => {
  const { rerender } = render(<Button>Send</Button>);
  act(() => screen.getByRole('button').focus());
  rerender(<Button reason={reason}>Send</Button>);
  expect(document.activeElement?.textContent).toBe('Send');
  rerender(<Button>Send</Button>);
  expect(document.activeElement?.textContent).toBe('Send');
});

test('pending, it ignores presses and keeps its name', async () => {
  const user = userEvent.setup();
  const onPress = vi.fn();
  render(
    <Button isPending onPress={onPress}>
      Sign in
    </Button>,
  );
  await user.click(screen.getByRole('button', { name: /Sign in/ }));
  expect(onPress).not.toHaveBeenCalled();
});

describe('a pending button that is removed takes with it what is announced by its name', () => {
  const images = () => document.querySelectorAll('[data-live-announcer] [role="img"]').length;
  /** A focused button becomes pending, which react-aria announces. */
  const pending = (name: { 'aria-label'?: string } = {}) => {
    const { rerender } = render(<Button {...name}>Remove</Button>);
    act(() => screen.getByRole('button').focus());
    rerender(
      <Button {...name} isPending>
        Remove
      </Button>,
    );
    return () => rerender(<p>Removed</p>);
  };

  test.each([
    ['its content', {}],
    ['a label, beside which react-aria names its progress', { 'aria-label': 'Remove Ann' }],
  ])('named by %s', async (_, name) => {
    const removed = pending(name);
    expect(images()).toBe(1);
    removed();
    await Promise.resolve();
    expect(images()).toBe(0);
  });

  test('where react-aria announces it late, as it does the first time in a page', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const removed = pending();
    const log = document.querySelector('[data-live-announcer] [role="log"]');
    const announcement = log?.lastElementChild;
    setTimeout(() => announcement && log.append(announcement), 100);
    removed();
    announcement?.remove();
    vi.advanceTimersByTime(99);
    expect(images()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(announcement).toBeTruthy();
    expect(images()).toBe(0);
  });
});

test('copying confirms in its own place, and says when it could not', async () => {
  const user = userEvent.setup();
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  render(<CopyButton value="0xabc" label="Copy" copiedLabel="Copied" failedLabel="Select it by hand" />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(write.mock.calls).toEqual([['0xabc']]);
});
