import { act, fireEvent, render, screen } from '@testing-library/react';
import { createInstance } from 'i18next';
import { toast } from 'react-hot-toast/headless';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { followToasts, Toasts } from '../../src/app/wiring/toasts.tsx';
import { toastsMachine } from '../../src/machines/core/toastsMachine.ts';

const sentence = 'You are logged out here.';
const i18n = createInstance();
void i18n.init({
  lng: 'en',
  defaultNS: 'common',
  ns: ['common'],
  initAsync: false,
  resources: {
    en: {
      common: { notices: { label: 'Notifications', dismiss: 'Dismiss', signOutUnconfirmed: sentence } },
    },
  },
});

function begin() {
  const toasts = createActor(toastsMachine, { input: { now: Date.now } }).start();
  const mount = () => {
    followToasts(toasts);
    render(
      <I18nextProvider i18n={i18n}>
        <Toasts toasts={toasts} />
      </I18nextProvider>,
    );
  };
  const raise = () =>
    act(() =>
      toasts.send({
        type: 'toast.raised',
        toast: { tone: 'wait', key: 'signOutUnconfirmed', values: {} },
      }),
    );
  return { toasts, mount, raise };
}

function open() {
  const { toasts, mount, raise } = begin();
  mount();
  raise();
  return toasts;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const seen = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  act(() => toast.removeAll());
  vi.useRealTimers();
});

test('a toast is seen for four seconds', () => {
  open();

  pass(3_999);
  expect(seen()).toEqual([sentence]);
  pass(1);
  expect(seen()).toEqual([]);
});

test('for four seconds also when it was told before toasts could be drawn', () => {
  const { mount, raise } = begin();
  raise();
  pass(20_000);
  mount();
  pass(3_999);
  expect(seen()).toEqual([sentence]);
  pass(1);
  expect(seen()).toEqual([]);
});

test('longer while it is being read', () => {
  open();
  pass(3_000);
  fireEvent.pointerEnter(screen.getByRole('region', { name: 'Notifications' }));
  pass(60_000);
  expect(seen()).toEqual([sentence]);

  fireEvent.pointerLeave(screen.getByRole('region', { name: 'Notifications' }));
  pass(999);
  expect(seen()).toEqual([sentence]);
  pass(1);
  expect(seen()).toEqual([]);
});

test('what is put away is gone for the machine too', () => {
  const toasts = open();

  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));

  expect(seen()).toEqual([]);
  expect(toasts.getSnapshot().context.toasts).toEqual([]);
});
