import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { Credentials, Session } from '../../contract/auth.ts';
import { createLiveActors } from '../../src/app/devtools/liveActors.ts';
import type { FromApp, FromPage } from '../../src/app/devtools/liveMessages.ts';
import { FlowsPage } from '../../src/app/flows/FlowsPage.tsx';
import { flowsMachine } from '../../src/app/flows/flowsMachine.ts';
import { allShapes } from '../../src/app/flows/shapes.ts';
import { type SignInRef, signInMachine } from '../../src/machines/auth/signInMachine.ts';
import { expectAccessible } from '../support/axe.ts';

/** Few, so that a button is soon found. */
const shapes = allShapes().filter(({ name }) => ['form', 'kyc', 'reviewArea', 'resource'].includes(name));

/** The app's sign-in and the page beside it; what one says the other hears. `submit` counts what has left the app. */
async function open() {
  const submit = vi.fn(() => new Promise<Session>(() => {}));
  let now = 1000;
  let hear = (_: FromApp) => {};
  const live = createLiveActors(
    'tab',
    () => now,
    (message) => hear(structuredClone(message)),
  );
  const signIn: SignInRef = createActor(
    signInMachine.provide({
      actors: { submit: fromPromise<Session, { readonly values: Credentials }>(submit) },
    }),
    { input: { now: () => now }, inspect: live.inspect },
  );
  signIn.start();
  const watchTabs = fromCallback<FromPage>(({ receive, sendBack }) => {
    hear = (message) => message.type !== 'tab.opened' && sendBack(message);
    receive((message) => live.hear(structuredClone(message)));
    live.hear({ type: 'actors.asked' });
  });
  const flows = createActor(flowsMachine.provide({ actors: { watchTabs } }), {
    input: { chart: 'core/resource' },
  });
  flows.start();
  // A chart that is still being laid out suspends: React wants the whole of it awaited.
  await act(async () => void render(<FlowsPage flows={flows} shapes={shapes} />));
  const wait = (milliseconds: number) => {
    now += milliseconds;
  };
  return { signIn, submit, wait };
}

/** A chart is laid out before it is there. */
const drawn = (name: string) => screen.findByRole('img', { name }, { timeout: 20_000 });
const press = (name: RegExp | string) => act(async () => screen.getByRole('button', { name }).click());
const history = () =>
  screen.getAllByRole('button', { name: /editing|submitting/ }).map((each) => each.textContent);
const litNames = () => [...document.querySelectorAll('.chart .lit .name')].map((name) => name.textContent);
const type = (ref: SignInRef, name: 'email' | 'password', value: string) =>
  ref.send({ type: 'field.changed', name, value });

test('a live machine is drawn with the state it is in, its history, its events, and a context without secrets', async () => {
  const { signIn, submit, wait } = await open();
  await press(/^signIn tab/);
  await drawn('core/form');
  expect(litNames()).toEqual(['form', 'editing', 'filling']);

  type(signIn, 'email', 'vera@example.com');
  type(signIn, 'password', 'Secret-pass-1');
  wait(2500);
  await press('form.submitted');
  expect(submit).toHaveBeenCalledTimes(1);
  expect(litNames()).toEqual(['form', 'submitting', 'prompt']);
  expect(history()).toEqual(['editing.filling 2.5 s ', 'submitting.prompt ← form.submitted  ']);
  expect(document.body.textContent).toContain('"password": "(string)"');
  expect(document.body.textContent).not.toMatch(/vera|Secret-pass/);
  await expectAccessible();
});

test('a chart is scrolled to the state that its machine enters', async () => {
  const { signIn } = await open();
  const scrolledTo: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.textContent);
  });
  await press(/^signIn tab/);
  await drawn('core/form');
  expect(scrolledTo.at(-1)).toContain('filling');
  type(signIn, 'email', 'vera@example.com');
  type(signIn, 'password', 'Secret-pass-1');
  await press('form.submitted');
  expect(scrolledTo.at(-1)).toContain('prompt');
});

test('a walk from an earlier step asks where events lead; the app stays where it is, and nothing is sent', async () => {
  const { signIn, submit } = await open();
  type(signIn, 'email', 'vera@example.com');
  type(signIn, 'password', 'Secret-pass-1');
  await press(/^signIn tab/);
  await press('form.submitted');
  const before = signIn.getSnapshot();
  await press(/^editing\.filling/);
  await screen.findByText(/^A walk from an earlier step/);
  await drawn('core/form');
  expect(litNames()).toEqual(['form', 'editing', 'filling']);

  await press('form.submitted');
  expect(litNames()).toEqual(['form', 'submitting', 'prompt']);
  await userEvent.type(screen.getByLabelText('With this, as JSON'), 'nonsense');
  await press('submit: done');
  expect(screen.getByRole('alert').textContent).toBe(
    'What an event brings is written as a JSON object, like {"name": "email"}.',
  );
  await userEvent.clear(screen.getByLabelText('With this, as JSON'));
  await userEvent.type(screen.getByLabelText('With this, as JSON'), '{{"output": {{"token": "abc"}}');
  await press('submit: done');
  expect(litNames()).toEqual(['form', 'accepted']);
  expect(document.body.textContent).not.toContain('abc');

  expect(submit).toHaveBeenCalledTimes(1);
  expect(signIn.getSnapshot()).toBe(before);
});

const step = {
  at: '2026-11-20T12:00:00.000Z',
  flow: 'signIn',
  state: 'editing.filling',
  event: null,
  problem: null,
  request_id: null,
};

test('a ticket’s trace is replayed, as JSON or as the operator’s command prints it', async () => {
  await open();
  const paste = async (text: string) => {
    const field = screen.getByLabelText(/^The trace as JSON/);
    await userEvent.clear(field);
    await userEvent.click(field);
    await userEvent.paste(text);
    await press('Replay');
  };
  await userEvent.click(screen.getByText('Replay a ticket’s trace'));
  await paste('what my friend told me');
  expect(screen.getByRole('alert').textContent).toMatch(/^This is no flow trace of a ticket/);

  const later = {
    ...step,
    at: '2026-11-20T12:00:04.500Z',
    state: 'submitting.prompt',
    event: 'form.submitted',
  };
  await paste(JSON.stringify({ flow_record: { version: 1, steps: [step, later] } }));
  expect(screen.queryByRole('alert')).toBeNull();
  await drawn('core/form');
  expect(litNames()).toEqual(['form', 'editing', 'filling']);
  await press(/submitting\.prompt/);
  expect(litNames()).toEqual(['form', 'submitting', 'prompt']);
  expect(within(screen.getByRole('complementary')).getByText('4.5 s')).toBeDefined();

  await paste(
    '2026-11-20T12:00:00.000Z  kyc  reading.loading.prompt..stage.unknown\n2026-11-20T12:00:01.000Z  kyc  reading.failed..stage.unknown  xstate.error  NETWORK',
  );
  await drawn('kyc/kyc');
  expect(litNames()).toEqual(['kyc', 'reading', 'loading', 'prompt', 'stage', 'unknown']);
  expect(screen.getByText('NETWORK')).toBeDefined();
});
