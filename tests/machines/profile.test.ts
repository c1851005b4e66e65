import { describe, expect, test } from 'vitest';
import { type AnyActorRef, type AnyEventObject, createActor, fromCallback, SimulatedClock } from 'xstate';
import { CallError } from '../../contract/failure.ts';
import type { OpenSession, SignInMethods } from '../../contract/security.ts';
import type { User } from '../../contract/user.ts';
import type { SignedInInput } from '../../src/machines/core/area.ts';
import {
  type AvatarUpload,
  avatarMachine,
  type PictureArea,
} from '../../src/machines/profile/avatarMachine.ts';
import { emailMachine } from '../../src/machines/profile/emailMachine.ts';
import { endSessionForm, endSessionMachine } from '../../src/machines/profile/endSessionMachine.ts';
import { passwordMachine } from '../../src/machines/profile/passwordMachine.ts';
import {
  type Changes,
  knownOf,
  lockedIn,
  personalMachine,
} from '../../src/machines/profile/personalMachine.ts';
import { removalMachine } from '../../src/machines/profile/removalMachine.ts';
import { recordOfDialog, type SavedDialog } from '../../src/machines/profile/savedDialog.ts';
import { failure, manualCall, settled } from '../support/actors.ts';
import { shown } from '../support/areas.ts';
import { expectSound, explore } from '../support/paths.ts';
import { vera } from '../support/people.ts';
import { startProfileArea } from '../support/profile.ts';

const file = new File(['a'], 'me.png');
const area: PictureArea = { x: 0, y: 0, width: 100, height: 100 };
const pictured: User = { ...vera.user, avatar_file: { url: '/avatars/1' } };
const elsewhere: OpenSession = {
  id: 'session-2',
  device: 'Firefox · Android',
  ip: '203.0.113.9',
  created_at: '2026-11-19T10:00:00.000Z',
  last_seen_at: '2026-11-20T10:00:00.000Z',
  current: false,
};

describe('the picture', () => {
  const error = [
    new CallError(failure('NETWORK')),
    new CallError(failure('FILE_TYPE', { fields: { avatar: 'file_type' } })),
  ];
  const exploration = {
    input: undefined,
    events: [
      { type: 'file.chosen', file },
      { type: 'area.chosen', area },
      { type: 'area.accepted' },
      { type: 'upload.progressed', sent: 5, total: 10 },
      { type: 'upload.retried' },
      { type: 'avatar.removed' },
      { type: 'avatar.cancelled' },
    ] as const,
    answers: {
      openPicture: { done: ['blob:me'], error },
      holdPicture: {},
      sendAvatar: { done: [pictured], error },
      removeAvatar: { done: [vera.user], error },
    },
    distinguish: ({ context }: { context: { url: string | null; area: unknown; failure: unknown } }) => [
      context.url,
      context.area,
      context.failure,
    ],
  };

  const silent = avatarMachine.provide({ actions: { report: () => {}, reportOutdated: () => {} } });

  test('every state is reached and can be left, and a call that hangs has a way out', () => {
    expectSound(silent, exploration);
  });

  test('nothing is sent before it was cut, and nothing chosen stays behind', () => {
    for (const { snapshot, events } of explore(silent, exploration)) {
      const path = events.join(' → ');
      if (snapshot.matches('sending')) expect(snapshot.context.area, path).not.toBeNull();
      if (snapshot.matches('ready')) expect(snapshot.context.file, path).toBeNull();
      expect(snapshot.context.url === null, path).toBe(!snapshot.matches('cutting'));
    }
  });

  function start() {
    const open = manualCall<string, { readonly file: File }>();
    const send = manualCall<User, AvatarUpload>();
    const removal = manualCall<User, void>();
    const freed: string[] = [];
    const told: User[] = [];
    let outdated = 0;
    const actor = createActor(
      avatarMachine.provide({
        actors: {
          openPicture: open.logic,
          holdPicture: fromCallback<AnyEventObject, { readonly url: string }>(
            ({ input: { url } }) =>
              () =>
                freed.push(url),
          ),
          sendAvatar: send.logic,
          removeAvatar: removal.logic,
        },
        actions: { report: (_, { user }) => void told.push(user), reportOutdated: () => void outdated++ },
      }),
    ).start();
    const choose = async (url: string) => {
      actor.send({ type: 'file.chosen', file });
      open.last().answer(url);
      await settled();
    };
    const sendOne = async () => {
      await choose('blob:me');
      actor.send({ type: 'area.chosen', area });
      actor.send({ type: 'area.accepted' });
    };
    return { actor, send, removal, freed, told, choose, sendOne, outdated: () => outdated };
  }

  test('it is opened, cut, sent with its progress, tried again, and what showed it is freed', async () => {
    const { actor, send, freed, told, choose } = start();
    await choose('blob:me');
    expect(actor.getSnapshot().can({ type: 'area.accepted' })).toBe(false);
    actor.send({ type: 'area.chosen', area });
    expect(freed).toEqual([]);
    actor.send({ type: 'area.accepted' });
    expect(send.last().input).toMatchObject({ file, area });
    send.last().input.hear({ sent: 30, total: 60 });
    expect(actor.getSnapshot().context).toMatchObject({ sent: 30, total: 60 });
    send.last().fail('NETWORK');
    await settled();
    actor.send({ type: 'upload.retried' });
    expect(actor.getSnapshot().context).toMatchObject({ sent: 0, failure: null });
    send.last().answer(pictured);
    await settled();
    expect(told).toEqual([pictured]);
    expect(freed).toEqual(['blob:me']);
  });

  test('what showed a picture is freed when it is cancelled, replaced after a failure, or stopped at a sign-out', async () => {
    const { actor, send, freed, choose } = start();
    await choose('blob:cancelled');
    actor.send({ type: 'avatar.cancelled' });
    expect(freed).toEqual(['blob:cancelled']);

    await choose('blob:refused');
    actor.send({ type: 'area.chosen', area });
    actor.send({ type: 'area.accepted' });
    send.last().fail('NETWORK');
    await settled();
    await choose('blob:other');
    expect(freed).toEqual(['blob:cancelled', 'blob:refused']);

    actor.stop();
    expect(freed).toEqual(['blob:cancelled', 'blob:refused', 'blob:other']);
  });

  test('a cancelled upload is aborted on its way', async () => {
    const { actor, send, choose } = start();
    await choose('blob:me');
    actor.send({ type: 'area.chosen', area });
    actor.send({ type: 'area.accepted' });
    actor.send({ type: 'avatar.cancelled' });
    expect(send.last().signal.aborted).toBe(true);
    expect(actor.getSnapshot().value).toBe('ready');
  });

  test('what may have happened without an answer is read: after Cancel, and after an answer that was lost', async () => {
    const { actor, send, removal, outdated, sendOne } = start();
    await sendOne();
    actor.send({ type: 'avatar.cancelled' });
    expect(outdated()).toBe(1);
    actor.send({ type: 'avatar.removed' });
    actor.send({ type: 'avatar.cancelled' });
    expect(outdated()).toBe(2);
    actor.send({ type: 'avatar.removed' });
    removal.last().fail('NETWORK');
    await settled();
    expect(outdated()).toBe(3);
    await sendOne();
    send.last().fail('UNAVAILABLE', { requestId: 'r-1' });
    await settled();
    expect(outdated()).toBe(4);
  });

  test('a refusal changes nothing that would have to be read', async () => {
    const { actor, send, removal, outdated, sendOne } = start();
    await sendOne();
    send.last().fail('FILE_TYPE', { fields: { avatar: 'file_type' } });
    await settled();
    actor.send({ type: 'avatar.removed' });
    removal.last().fail('RATE_LIMITED', { requestId: 'r-1' });
    await settled();
    expect([actor.getSnapshot().value, outdated()]).toEqual(['failed', 0]);
  });
});

test('ending a session: every state is reached and can be left', () => {
  expectSound(endSessionMachine.provide({ actions: { report: () => {} } }), {
    input: { now: () => 0 },
    events: [
      { type: 'ending.requested', session: elsewhere, hasPassword: true },
      { type: 'ending.requested', session: null, hasPassword: false },
      { type: 'ending.declined' },
    ],
    answers: { endSessionForm: { done: [undefined] } },
    distinguish: ({ context }) => context.session,
  });
});

test('the form that ends a session: every state is reached and can be left', () => {
  expectSound(endSessionForm, {
    input: { now: () => 0, initial: { id: 'session-2', hasPassword: true } },
    events: [
      { type: 'field.changed', name: 'password', value: 'Correct7horse' },
      { type: 'field.changed', name: 'otp', value: '123456' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ],
    answers: {
      submit: {
        done: [undefined],
        error: [
          new CallError(failure('VALIDATION_FAILED', { fields: { otp: 'required' } })),
          new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
          new CallError(failure('NETWORK')),
        ],
      },
    },
    distinguish: ({ context }) => [context.values, context.errors, context.failure?.code],
  });
});

describe.each([
  [
    'password',
    passwordMachine,
    { current_password: 'a', password: 'Correct7horse', password_confirmation: 'Correct7horse' },
  ],
  ['email', emailMachine, { email: 'new@example.com', password: 'Correct7horse' }],
] as const)('the form of the %s', (_, machine, values) => {
  test('every state is reached and can be left', () => {
    expectSound(machine as typeof passwordMachine, {
      input: { now: () => 0 },
      events: [
        ...Object.entries(values).map(
          ([name, value]) => ({ type: 'field.changed', name: name as 'password', value }) as const,
        ),
        { type: 'form.submitted' },
        { type: 'submit.cancelled' },
      ],
      answers: {
        submit: {
          done: [undefined],
          error: [
            new CallError(failure('NETWORK')),
            new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
          ],
        },
      },
      distinguish: ({ context }) => Object.values(context.values).filter(Boolean).length,
    });
  });
});

test('the form of a removal: every state is reached and can be left, and nothing is sent without the password', () => {
  const exploration = {
    input: { now: () => 0, initial: { method: 'openid', hasPassword: true } },
    events: [
      { type: 'field.changed', name: 'password', value: 'Correct7horse' },
      { type: 'field.changed', name: 'code', value: '12' },
      { type: 'field.changed', name: 'code', value: '' },
      { type: 'form.submitted' },
      { type: 'submit.cancelled' },
    ] as const,
    answers: {
      submit: {
        done: [undefined],
        error: [
          new CallError(failure('LAST_LOGIN_METHOD')),
          new CallError(failure('RATE_LIMITED', { retryAfter: 0 })),
        ],
      },
    },
    distinguish: ({ context }: { context: { values: unknown } }) => context.values,
  };
  expectSound(removalMachine, exploration);
  for (const { snapshot, events } of explore(removalMachine, exploration)) {
    const { values } = snapshot.context;
    const path = events.join(' → ');
    if (snapshot.matches('submitting')) expect(values.password, path).toBe('Correct7horse');
    if (snapshot.matches('accepted')) expect([values.password, values.code], path).toEqual(['', '']);
  }
});

describe('the details', () => {
  function start(user: User, draft: Record<string, string> | null = null) {
    const submit = manualCall<User, { readonly values: Changes }>();
    const kept: unknown[] = [];
    const actor = createActor(
      personalMachine.provide({
        actors: { submit: submit.logic },
        actions: { keepDraft: (_, told) => void kept.push(told.draft) },
      }),
      { input: { now: () => Date.parse('2026-11-20T12:00:00Z'), initial: knownOf(user), draft } },
    ).start();
    const type = (name: keyof Changes, value: string) => actor.send({ type: 'field.changed', name, value });
    return { actor, submit, kept, type, now: () => actor.getSnapshot() };
  }

  test('what is sent, and what is kept of it, are the changes alone', () => {
    const { actor, submit, kept, type } = start(vera.user);
    type('city', ' Porto ');
    type('phone', '+351 912 345 678');
    type('phone', vera.user.phone ?? '');
    expect(kept.at(-1)).toEqual({ city: ' Porto ' });
    actor.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toEqual({ city: 'Porto' });
  });

  test('nothing is sent as long as nothing differs, whoever asks for it', () => {
    const { actor, submit, type, now } = start(vera.user);
    actor.send({ type: 'form.submitted' });
    type('city', 'Porto');
    type('city', vera.user.city ?? '');
    expect(now().can({ type: 'form.submitted' })).toBe(false);
    actor.send({ type: 'form.submitted' });
    expect([now().value, submit.calls.length]).toEqual([{ editing: 'filling' }, 0]);
  });

  test('what registration asks for cannot be emptied, what it does not ask for can', () => {
    const { actor, submit, type, now } = start({ ...vera.user, city: 'Porto' });
    type('first_name', '');
    actor.send({ type: 'form.submitted' });
    expect(now().context.errors).toEqual({ first_name: 'required' });
    type('first_name', 'Vera');
    type('city', '');
    actor.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toEqual({ city: null });
  });

  test('somebody of whom nothing is known fills in one field at a time', () => {
    const nobody = {
      ...vera.user,
      first_name: null,
      last_name: null,
      username: null,
      phone: null,
      country: null,
    };
    const { actor, submit, type } = start(nobody);
    type('first_name', 'Vera');
    actor.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toEqual({ first_name: 'Vera' });
  });

  test('what is typed while it is saved is kept as a change that is not', async () => {
    const { actor, submit, kept, type, now } = start(vera.user);
    type('city', 'Porto');
    actor.send({ type: 'form.submitted' });
    type('phone', '+351 912 345 678');
    submit.last().answer({ ...vera.user, city: 'Porto' });
    await settled();
    expect([now().status, kept.at(-1)]).toEqual(['done', { phone: '+351 912 345 678' }]);
  });

  test('fields that nobody has edited follow a newer read, and what was typed stays', () => {
    const { actor, submit, type, now } = start(vera.user);
    type('city', 'Porto');
    const read = { ...vera.user, first_name: 'Anna', phone: null, city: 'Braga' };
    actor.send({ type: 'initial.read', initial: knownOf(read) });
    expect(now().context.values).toMatchObject({ first_name: 'Anna', phone: '', city: 'Porto' });
    actor.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toEqual({ city: 'Porto' });
  });

  test('what was read while it is saved is no change that is not', async () => {
    const { actor, submit, kept, type, now } = start(vera.user);
    type('city', 'Porto');
    actor.send({ type: 'form.submitted' });
    const read = { ...vera.user, first_name: 'Anna' };
    actor.send({ type: 'initial.read', initial: knownOf(read) });
    submit.last().answer({ ...read, city: 'Porto' });
    await settled();
    expect([now().status, kept.at(-1)]).toEqual(['done', null]);
  });

  test('what was typed of a detail that is locked by now gives way, with what was wrong with it', () => {
    const { actor, submit, type, now } = start(vera.user);
    type('first_name', '');
    type('city', 'Porto');
    actor.send({ type: 'form.submitted' });
    expect(now().context.errors).toEqual({ first_name: 'required' });
    const read: User = { ...vera.user, kyc_status: 'pending' };
    actor.send({ type: 'initial.read', initial: knownOf(read), locked: lockedIn(read) });
    expect(now().context.values).toMatchObject({ first_name: 'Vera', city: 'Porto' });
    expect(now().context.errors).toEqual({});
    actor.send({ type: 'form.submitted' });
    expect(submit.last().input.values).toEqual({ city: 'Porto' });
  });

  test('what was typed before a reload is there again', () => {
    const { now } = start(vera.user, { city: 'Porto', role: 'admin' });
    expect(now().context.values).toMatchObject({ first_name: 'Vera', city: 'Porto' });
    expect(now().context.values).not.toHaveProperty('role');
  });
});

describe('the area', () => {
  function start(readRecord?: SignedInInput['readRecord']) {
    const clock = new SimulatedClock();
    const started = startProfileArea({ clock, ...(readRecord && { readRecord }) });
    const { area, access } = started;
    return {
      ...started,
      clock,
      child: (name: string) =>
        (
          ({ ...area.getSnapshot().children, ...access.getSnapshot().children }) as Record<
            string,
            AnyActorRef | undefined
          >
        )[name],
    };
  }

  test('the form begins with what was read, and saving it tells the app and begins it anew', async () => {
    const { area, profile, personal, reported, toasts, child } = start();
    expect(child('personal')).toBeUndefined();
    profile.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    const form = child('personal');
    form?.send({ type: 'field.changed', name: 'city', value: 'Porto' });
    form?.send({ type: 'form.submitted' });
    const saved = { ...vera.user, city: 'Porto' };
    personal.last().answer(saved);
    await settled();
    expect(reported.at(-1)).toEqual({ type: 'profile.changed', user: saved });
    expect(toasts()).toEqual(['profileSaved']);
    expect(child('personal')?.getSnapshot()).toMatchObject({
      context: { begun: { city: 'Porto' }, submits: 0 },
    });
    expect(area.getSnapshot().status).toBe('active');
  });

  test('a read is reported once: a later look at the page does not put back what was saved since', async () => {
    const { area, profile, personal, reported, child } = start();
    const told = () => reported.filter(({ type }) => type === 'profile.changed');
    profile.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    child('personal')?.send({ type: 'field.changed', name: 'city', value: 'Porto' });
    child('personal')?.send({ type: 'form.submitted' });
    const saved = { ...vera.user, city: 'Porto' };
    personal.last().answer(saved);
    await settled();
    area.send(shown('profile', 'profile'));
    const both = [
      { type: 'profile.changed', user: vera.user, readAt: 0 },
      { type: 'profile.changed', user: saved },
    ];
    expect(told()).toEqual(both);
    expect(area.getSnapshot().context.user).toEqual(saved);
    area.send({ type: 'balances.changed' });
    profile.last().answer({ data: saved, loadedAt: 1 });
    await settled();
    expect(told()).toEqual([...both, { type: 'profile.changed', user: saved, readAt: 1 }]);
  });

  test('the open form follows what is read later, here or by another area, and nothing older', async () => {
    const { area, profile, reported, child } = start();
    const values = () => child('personal')?.getSnapshot().context.values;
    profile.last().answer({ data: vera.user, loadedAt: 5 });
    await settled();
    const form = child('personal');
    form?.send({ type: 'field.changed', name: 'city', value: 'Porto' });
    const anna = { ...vera.user, first_name: 'Anna' };
    area.send({ type: 'person.read', user: anna, readAt: 6 });
    expect(values()).toMatchObject({ first_name: 'Anna', city: 'Porto' });
    area.send({ type: 'person.read', user: vera.user, readAt: 5 });
    area.send({ type: 'person.read', user: vera.user, readAt: null });
    expect(values()).toMatchObject({ first_name: 'Anna', city: 'Porto' });
    expect(reported.filter(({ type }) => type === 'profile.changed')).toHaveLength(1);
    area.send({ type: 'balances.changed' });
    profile.last().answer({ data: { ...anna, last_name: 'Lindberg' }, loadedAt: 7 });
    await settled();
    expect(values()).toMatchObject({ first_name: 'Anna', last_name: 'Lindberg', city: 'Porto' });
    expect(child('personal')).toBe(form);
  });

  test('a person who may have changed without an answer is read at once, and again when the server must be done', async () => {
    const { area, clock, profile, child } = start();
    profile.last().answer({ data: pictured, loadedAt: 0 });
    await settled();
    child('avatar')?.send({ type: 'avatar.removed' });
    child('avatar')?.send({ type: 'avatar.cancelled' });
    expect(profile.calls).toHaveLength(2);
    profile.last().answer({ data: pictured, loadedAt: 1 });
    await settled();
    clock.increment(19_999);
    expect(profile.calls).toHaveLength(2);
    clock.increment(1);
    expect(profile.calls).toHaveLength(3);
    expect(profile.last().input.fresh).toBe(true);
    profile.last().answer({ data: vera.user, loadedAt: 2 });
    await settled();
    expect(area.getSnapshot().context.user).toEqual(vera.user);
  });

  test('a setting that is saved though its answer was lost is the person’s', async () => {
    const { area, profile, discoverability, reported, child } = start();
    profile.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    child('discoverability')?.send({ type: 'discoverability.chosen', wanted: true });
    discoverability.last().fail('NETWORK');
    await settled();
    expect(profile.calls).toHaveLength(2);
    const found = { ...vera.user, discoverable: true };
    profile.last().answer({ data: found, loadedAt: 1 });
    await settled();
    expect(area.getSnapshot().context.user).toEqual(found);
    expect(reported.at(-1)).toEqual({ type: 'profile.changed', user: found, readAt: 1 });
  });

  test('what was typed of a detail is not sent once documents are compared with it', async () => {
    const { area, profile, personal, child } = start();
    profile.last().answer({ data: vera.user, loadedAt: 0 });
    await settled();
    const form = child('personal');
    form?.send({ type: 'field.changed', name: 'first_name', value: 'Anna' });
    form?.send({ type: 'field.changed', name: 'city', value: 'Porto' });
    area.send({ type: 'kycStatus.changed', status: 'pending' });
    form?.send({ type: 'form.submitted' });
    expect(personal.last().input.values).toEqual({ city: 'Porto' });
  });

  test('a draft of a detail with which documents are compared is not restored', async () => {
    const { profile, child } = start((flow) =>
      flow === 'profile'
        ? { step: 'drafting', values: { first_name: 'Anna', city: 'Porto' }, key: null, quote: null }
        : null,
    );
    profile.last().answer({ data: { ...vera.user, kyc_status: 'approved' }, loadedAt: 0 });
    await settled();
    expect(child('personal')?.getSnapshot().context.values).toMatchObject({
      first_name: 'Vera',
      city: 'Porto',
    });
  });

  test('a password is typed in a form of its own that goes with its secrets', async () => {
    const { access, password, sessions, toasts, child } = start();
    access.send({ type: 'password.opened' });
    child('password')?.send({ type: 'field.changed', name: 'current_password', value: 'Secret1' });
    access.send({ type: 'access.closed' });
    expect(child('password')).toBeUndefined();
    access.send({ type: 'password.opened' });
    const form = child('password');
    expect(JSON.stringify(form?.getSnapshot().context.values)).not.toContain('Secret1');
    for (const [name, value] of [
      ['current_password', 'Secret1'],
      ['password', 'Correct8horse'],
      ['password_confirmation', 'Correct8horse'],
    ])
      form?.send({ type: 'field.changed', name, value });
    form?.send({ type: 'form.submitted' });
    sessions.last().answer({ data: [elsewhere], loadedAt: 0 });
    await settled();
    password.last().answer();
    await settled();
    expect(toasts()).toEqual(['passwordChanged']);
    expect(sessions.calls).toHaveLength(2);
    expect(sessions.last().input.fresh).toBe(true);
  });

  test.each([
    [{ email: 'vera@example.com', pending_email: null }, 'emailKept'],
    [{ email: 'vera@example.com', pending_email: 'new@example.com' }, 'emailPending'],
    [{ email: 'vera@example.com', pending_email: 'new@example.com', emails: false }, 'emailUnsent'],
  ])('a changed address is told as what it is: %j', async (answer, toast) => {
    const { access, email, toasts, child } = start();
    access.send({ type: 'email.opened' });
    child('email')?.send({ type: 'field.changed', name: 'email', value: 'new@example.com' });
    child('email')?.send({ type: 'form.submitted' });
    email.last().answer(answer);
    await settled();
    expect(toasts()).toEqual([toast]);
    expect(child('email')).toBeUndefined();
  });

  test('the sessions that a requested address has ended leave the list', async () => {
    const { access, email, sessions, child } = start();
    sessions.last().answer({ data: [elsewhere], loadedAt: 0 });
    await settled();
    access.send({ type: 'email.opened' });
    child('email')?.send({ type: 'field.changed', name: 'email', value: 'new@example.com' });
    child('email')?.send({ type: 'form.submitted' });
    email.last().answer({ email: 'vera@example.com', pending_email: 'new@example.com' });
    await settled();
    expect(sessions.calls).toHaveLength(2);
    expect(sessions.last().input.fresh).toBe(true);
  });

  test('an ended session leaves the list when the list is read again', async () => {
    const { ending, sessions, toasts, child } = start();
    sessions.last().answer({ data: [elsewhere], loadedAt: 0 });
    await settled();
    const endSession = child('endSession');
    endSession?.send({ type: 'ending.requested', session: elsewhere, hasPassword: true });
    const form = endSession?.getSnapshot().children.endSessionForm;
    form?.send({ type: 'form.submitted' });
    expect(ending.calls).toHaveLength(0);
    expect(form?.getSnapshot().context.errors).toEqual({ password: 'required' });
    form?.send({ type: 'field.changed', name: 'password', value: 'Secret1' });
    form?.send({ type: 'form.submitted' });
    expect(ending.last().input.values).toEqual({ id: 'session-2', password: 'Secret1', code: '', otp: '' });
    ending.last().answer();
    await settled();
    expect(sessions.calls).toHaveLength(2);
    expect(toasts()).toEqual(['sessionEnded']);
    expect(JSON.stringify(form?.getSnapshot().context)).not.toContain('Secret1');
  });

  test('all others are ended with whatever the account proves itself by', async () => {
    const { ending, toasts, child } = start();
    const endSession = child('endSession');
    endSession?.send({ type: 'ending.requested', session: null, hasPassword: false });
    endSession?.getSnapshot().children.endSessionForm?.send({ type: 'form.submitted' });
    expect(ending.last().input.values).toEqual({ id: null, password: '', code: '', otp: '' });
    ending.last().answer();
    await settled();
    expect(toasts()).toEqual(['sessionsEnded']);
  });

  test('a removed login method is told, and the lists are read again', async () => {
    const { access, removal, methods, sessions, toasts, child } = start();
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    methods.last().answer({
      data: {
        password: true,
        google: false,
        metamask: [address],
        email_confirmed: true,
        pending_email: null,
      },
      loadedAt: 0,
    });
    sessions.last().answer({ data: [elsewhere], loadedAt: 0 });
    await settled();
    access.send({ type: 'removal.opened', method: 'wallet', address, hasPassword: true });
    child('removal')?.send({ type: 'form.submitted' });
    expect(removal.calls).toHaveLength(0);
    child('removal')?.send({ type: 'field.changed', name: 'password', value: 'Secret1' });
    child('removal')?.send({ type: 'form.submitted' });
    expect(removal.last().input.values).toEqual({
      method: 'wallet',
      address,
      password: 'Secret1',
      code: '',
      otp: '',
    });
    removal.last().answer();
    await settled();
    expect(toasts()).toEqual(['methodRemoved']);
    expect(child('removal')).toBeUndefined();
    expect([methods.calls.length, sessions.calls.length]).toEqual([2, 2]);
    expect(methods.last().input.fresh).toBe(true);
  });

  test('of two removals the second begins without what was typed for the first', () => {
    const { access, child } = start();
    access.send({ type: 'removal.opened', method: 'openid', address: '', hasPassword: true });
    child('removal')?.send({ type: 'field.changed', name: 'password', value: 'Secret1' });
    access.send({ type: 'access.closed' });
    access.send({ type: 'removal.opened', method: 'wallet', address: '0x1', hasPassword: true });
    expect(child('removal')?.getSnapshot().context.values).toEqual({
      method: 'wallet',
      address: '0x1',
      hasPassword: true,
      password: '',
      code: '',
      otp: '',
    });
  });

  const methods: SignInMethods = {
    password: false,
    google: true,
    metamask: ['0x1'],
    email_confirmed: true,
    pending_email: null,
  };
  const saved: readonly (readonly [SavedDialog, string, object])[] = [
    [{ dialog: 'email', email: 'new@example.com' }, 'email', { email: 'new@example.com' }],
    [{ dialog: 'password' }, 'password', { password: '' }],
    [
      { dialog: 'removal', method: 'wallet', address: '0x1' },
      'removal',
      { method: 'wallet', address: '0x1', hasPassword: false },
    ],
  ];

  test.each(saved)(
    '%j is open again once the login methods are known, and forgotten when it is closed',
    async (dialog, name, values) => {
      const {
        access,
        methods: read,
        child,
        forgotten,
      } = start((flow) => (flow === 'access' ? recordOfDialog(dialog, 0) : null));
      expect(child(name)).toBeUndefined();
      read.last().answer({ data: methods, loadedAt: 0 });
      await settled();
      expect(child(name)?.getSnapshot().context.values).toMatchObject(values);
      expect(forgotten()).toBe(0);
      access.send({ type: 'access.closed' });
      expect(forgotten()).toBe(1);
      access.send({ type: 'methods.read', methods });
      expect(child(name)).toBeUndefined();
    },
  );

  test('the dialog that ends a session waits for the answer; the list is read again where none came', async () => {
    const { ending, sessions, child } = start();
    sessions.last().answer({ data: [elsewhere], loadedAt: 0 });
    await settled();
    const dialog = child('endSession');
    const open = () => dialog?.send({ type: 'ending.requested', session: elsewhere, hasPassword: false });
    open();
    dialog?.send({ type: 'ending.declined' });
    expect([dialog?.getSnapshot().value, sessions.calls.length]).toEqual(['closed', 1]);
    open();
    dialog?.getSnapshot().children.endSessionForm?.send({ type: 'form.submitted' });
    dialog?.send({ type: 'ending.declined' });
    expect(dialog?.getSnapshot().value).toBe('confirming');
    ending.last().fail('NETWORK');
    await settled();
    dialog?.send({ type: 'ending.declined' });
    expect([dialog?.getSnapshot().value, sessions.calls.length]).toEqual(['closed', 2]);
    expect(sessions.last().input.fresh).toBe(true);
  });

  const changed = { current_password: 'Secret1', password: 'Better8horse' };
  test.each([
    ['password', { type: 'password.opened' }, { ...changed, password_confirmation: 'Better8horse' }],
    ['email', { type: 'email.opened' }, { email: 'new@example.com' }],
    ['removal', { type: 'removal.opened', method: 'openid', address: '', hasPassword: false }, {}],
  ] as const)(
    'the dialog of the %s waits for the answer; the lists are read again where none came',
    async (name, opened, values) => {
      const started = start();
      const { access, sessions, methods: read, child } = started;
      sessions.last().answer({ data: [elsewhere], loadedAt: 0 });
      read.last().answer({ data: methods, loadedAt: 0 });
      await settled();
      access.send(opened);
      access.send({ type: 'access.closed' });
      expect([child(name), read.calls.length]).toEqual([undefined, 1]);
      access.send(opened);
      for (const [field, value] of Object.entries(values))
        child(name)?.send({ type: 'field.changed', name: field, value });
      child(name)?.send({ type: 'form.submitted' });
      access.send({ type: 'access.closed' });
      expect(child(name)?.getSnapshot().hasTag('busy')).toBe(true);
      started[name].last().fail('NETWORK');
      await settled();
      access.send({ type: 'access.closed' });
      expect([child(name), sessions.calls.length, read.calls.length]).toEqual([undefined, 2, 2]);
      expect(read.last().input.fresh).toBe(true);
    },
  );

  test('a wallet that was being added goes on with the linked wallets of now', async () => {
    const { access, methods: read } = start(() => recordOfDialog({ dialog: 'walletLink' }, 0));
    read.last().answer({ data: methods, loadedAt: 0 });
    await settled();
    expect(access.getSnapshot().children.walletLink?.getSnapshot().context).toMatchObject({
      hasPassword: false,
      linked: ['0x1'],
    });
  });

  test.each([
    ['fifteen minutes old', recordOfDialog({ dialog: 'password' }, -15 * 60_000)],
    ['of another shape', { ...recordOfDialog({ dialog: 'password' }, 0), values: { dialog: 'everything' } }],
  ])('a record that is %s opens nothing', async (_, record) => {
    const { access, methods: read } = start(() => record);
    read.last().answer({ data: methods, loadedAt: 0 });
    await settled();
    expect(access.getSnapshot().value).toBe('closed');
  });
});
