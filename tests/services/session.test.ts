import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  createSessionStore,
  type SessionChange,
  type SessionStore,
} from '../../src/services/core/session.ts';
import { createLocalStore, type KeyValueStore } from '../../src/services/core/storage.ts';
import { oleg, vera } from '../support/people.ts';

const open: SessionStore[] = [];

/** A tab of the browser: they share what is stored. */
function openTab(store: KeyValueStore = createLocalStore()) {
  const session = createSessionStore(store);
  const changes: SessionChange[] = [];
  session.subscribe((change) => changes.push(change));
  open.push(session);
  return { session, changes };
}

function store(token: string | null, user: string | null): void {
  if (token !== null) localStorage.setItem('auth_token', token);
  if (user !== null) localStorage.setItem('user', user);
}

const kept = () => [localStorage.getItem('auth_token'), localStorage.getItem('user')];

afterEach(() => {
  for (const session of open.splice(0)) session.close();
});

describe('what is stored', () => {
  const person = JSON.stringify(vera.user);

  test('a token and a user make a session', () => {
    store('token-of-vera', person);

    expect(openTab().session.current()).toEqual(vera);
  });

  test.each([
    ['nothing', null, null],
    ['a token alone', 'token-of-vera', null],
    ['a user alone', null, person],
    ['an empty token', '', person],
    ['a token that no header can carry', 'two\nlines', person],
    ['a token of other letters', 'токен', person],
    ['an endless token', 'x'.repeat(5_000), person],
    ['a user that is not JSON', 'token-of-vera', '{"id":'],
    ['a user that is null', 'token-of-vera', 'null'],
    ['a user that is a list', 'token-of-vera', '[]'],
    ['a user that is a word', 'token-of-vera', '"vera"'],
    ['the literal "undefined"', 'undefined', 'undefined'],
  ])('%s is no session, and is removed', (_, token, user) => {
    store(token, user);

    expect(openTab().session.current()).toBeNull();
    expect(kept()).toEqual([null, null]);
  });

  test.each([
    ['a name and a picture', { first_name: 'Vera', avatar_file: { url: 'https://cdn.example/1.png' } }],
    ['a number for an id', { id: 7, first_name: 'Vera' }],
    ['nothing', {}],
  ])('a user of whom the provider tells %s is kept', (_, told) => {
    store('token-of-vera', JSON.stringify(told));

    const known = Object.entries(openTab().session.current()?.user ?? {}).filter(
      ([, value]) => value !== null && value !== 'unknown',
    );
    expect(Object.fromEntries(known)).toEqual({ ...told, ...('id' in told && { id: '7' }) });
    expect(kept()).toEqual(['token-of-vera', JSON.stringify(told)]);
  });

  test('a status from a newer provider is kept as unknown', () => {
    store('token-of-vera', JSON.stringify({ ...vera.user, status: 'dormant' }));

    expect(openTab().session.current()?.user.status).toBe('unknown');
  });
});

describe('opening and ending', () => {
  test('opening keeps both, and is no news to who did it', () => {
    const { session, changes } = openTab();

    session.keep(vera);

    expect(kept()).toEqual(['token-of-vera', JSON.stringify(vera.user)]);
    expect(changes).toEqual([]);
  });

  test('ending removes both and tells once', () => {
    const { session, changes } = openTab();
    session.keep(vera);

    session.end();
    session.end();

    expect(kept()).toEqual([null, null]);
    expect(changes).toEqual([{ type: 'ended', token: 'token-of-vera' }]);
  });

  test('no other tab ever finds a token without its user', () => {
    const steps: string[] = [];
    const note = (verb: string) => (key: string) => void steps.push(`${verb} ${key}`);
    const { session } = openTab({
      read: () => null,
      write: (key) => {
        note('write')(key);
        return true;
      },
      remove: note('remove'),
      keys: () => [],
    });
    steps.length = 0;

    session.keep(vera);
    session.end();

    expect(steps.filter((step) => !step.endsWith('session_end'))).toEqual([
      ...['write user', 'write auth_token', 'remove auth_token', 'remove user'],
    ]);
  });

  test('the end of an older token is not the end of the newer session', () => {
    const { session } = openTab();
    session.keep(vera);
    session.keep(oleg);

    session.end('token-of-vera');

    expect(session.current()).toEqual(oleg);
    expect(kept()[0]).toBe('token-of-oleg');
  });
});

describe('a tab that has not heard of a newer session yet', () => {
  const newer = JSON.stringify(oleg.user);
  /** The same session with newer details of its person. */
  const moved = { ...vera, user: { ...vera.user, city: 'Porto' } };

  test.each([['token-of-vera'], [undefined]])(
    'takes it over when its own ends, and leaves it to the others (%s)',
    (token) => {
      store('token-of-vera', JSON.stringify(vera.user));
      const { session, changes } = openTab();
      store('token-of-oleg', newer);

      session.end(token);

      expect(kept()).toEqual(['token-of-oleg', newer]);
      expect(session.current()).toEqual(oleg);
      expect(changes).toEqual([{ type: 'opened', session: oleg }]);
    },
  );

  test('leaves it to the others when its own was never stored', () => {
    const { session, changes } = openTab({ ...createLocalStore(), write: () => false });
    session.keep(vera);
    store('token-of-oleg', newer);

    session.end('token-of-vera');

    expect(kept()).toEqual(['token-of-oleg', newer]);
    expect(session.current()).toBeNull();
    expect(changes).toEqual([{ type: 'ended', token: 'token-of-vera' }]);
  });

  test('takes it over when it keeps its own again, and leaves it to the others', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const { session, changes } = openTab();
    store('token-of-oleg', newer);

    session.keep(moved);

    expect(kept()).toEqual(['token-of-oleg', newer]);
    expect(session.current()).toEqual(oleg);
    expect(changes).toEqual([{ type: 'opened', session: oleg }]);
  });

  test('does not put back its own when it ended there', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const { session, changes } = openTab();
    localStorage.clear();

    session.keep(moved);

    expect(kept()).toEqual([null, null]);
    expect(session.current()).toBeNull();
    expect(changes).toEqual([{ type: 'ended', token: 'token-of-vera' }]);
  });

  test('keeps its own, which was never stored, for itself', () => {
    const { session, changes } = openTab({ ...createLocalStore(), write: () => false });
    session.keep(vera);
    store('token-of-oleg', newer);

    session.keep(moved);

    expect(kept()).toEqual(['token-of-oleg', newer]);
    expect(session.current()).toEqual(moved);
    expect(changes).toEqual([]);
  });

  test('replaces it by a login of its own', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const { session } = openTab();
    store('token-of-oleg', newer);

    session.keep({ ...vera, token: 'newest' });

    expect(kept()).toEqual(['newest', JSON.stringify(vera.user)]);
  });
});

describe('a session whose time is over', () => {
  test('goes on where another tab was told a later end, and ends at that', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const [here, asleep] = [openTab(), openTab()];
    asleep.session.extend('token-of-vera', 10_000);
    here.session.extend('token-of-vera', 50_000);

    asleep.session.expire('token-of-vera');

    expect(asleep.changes.at(-1)).toEqual({ type: 'extended', until: 50_000 });
    expect([asleep.session.current(), kept()[0]]).toEqual([vera, 'token-of-vera']);

    asleep.session.expire('token-of-vera');

    expect(asleep.changes.at(-1)).toEqual({ type: 'ended', token: 'token-of-vera' });
    expect([...kept(), localStorage.getItem('session_end')]).toEqual([null, null, null]);
  });

  test('ends when it was made shorter, and when the later end is that of the session before it', () => {
    const { session } = openTab();
    session.keep(vera);
    session.extend('token-of-vera', 50_000);
    session.extend('token-of-vera', 10_000);
    session.expire('token-of-vera');
    expect(session.current()).toBeNull();

    session.keep(vera);
    session.extend('token-of-vera', 50_000);
    session.keep(oleg);
    session.extend('token-of-oleg', 10_000);
    session.expire('token-of-vera');
    expect(session.current()).toEqual(oleg);
    session.expire('token-of-oleg');
    expect(session.current()).toBeNull();
  });

  test('ends in a browser that keeps nothing', () => {
    const { session } = openTab({ ...createLocalStore(), write: () => false });
    session.keep(vera);
    session.extend('token-of-vera', 50_000);
    session.expire('token-of-vera');
    expect(session.current()).toBeNull();
  });
});

describe('a browser that keeps nothing', () => {
  const refusing: Record<string, KeyValueStore> = {
    'no storage at all': createLocalStore(() => {
      throw new DOMException('denied', 'SecurityError');
    }),
    'a full storage': {
      ...createLocalStore(),
      write: () => false,
    },
  };

  test.each(Object.keys(refusing))('%s: the tab stays signed in until it signs out', (name) => {
    const { session, changes } = openTab(refusing[name]);

    session.keep(vera);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    expect(session.current()).toEqual(vera);
    expect(kept()).toEqual([null, null]);

    session.end();
    expect(session.current()).toBeNull();
    expect(changes).toEqual([{ type: 'ended', token: 'token-of-vera' }]);
  });
});

describe('a storage without room for newer details of the same person', () => {
  const moved = { ...vera, user: { ...vera.user, city: 'Llanfairpwllgwyngyll' } };

  test('keeps the older ones, so that the other tabs stay signed in', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const { session, changes } = openTab({ ...createLocalStore(), write: () => false });

    session.keep(moved);

    expect(kept()).toEqual(['token-of-vera', JSON.stringify(vera.user)]);
    expect(session.current()).toEqual(moved);
    expect(changes).toEqual([]);
  });

  test('gives up what was read last', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    localStorage.setItem('last_read', 'pages');
    const whole = createLocalStore();
    const write = (key: string, value: string) => whole.read('last_read') === null && whole.write(key, value);
    const { session } = openTab({ ...whole, write });

    session.keep(moved);

    expect(kept()).toEqual(['token-of-vera', JSON.stringify(moved.user)]);
    expect(localStorage.getItem('last_read')).toBeNull();
  });
});

describe('other tabs', () => {
  test('signing in here signs the others in', async () => {
    const here = openTab();
    const there = openTab();

    here.session.keep(vera);

    await vi.waitFor(() => expect(there.changes).toEqual([{ type: 'opened', session: vera }]), {
      timeout: 30_000,
    });
    expect(there.session.current()).toEqual(vera);
  });

  test('signing out here signs the others out', async () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const here = openTab();
    const there = openTab();

    here.session.end();

    await vi.waitFor(() => expect(there.changes).toEqual([{ type: 'ended', token: 'token-of-vera' }]), {
      timeout: 30_000,
    });
    expect(there.session.current()).toBeNull();
  });

  test('signing in as somebody else here changes the person there', async () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const here = openTab();
    const there = openTab();

    here.session.keep(oleg);

    await vi.waitFor(() => expect(there.changes).toEqual([{ type: 'opened', session: oleg }]), {
      timeout: 30_000,
    });
  });

  test('storage events alone are enough', () => {
    const { changes } = openTab();

    localStorage.setItem('user', JSON.stringify(vera.user));
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
    expect(changes).toEqual([]);
    localStorage.setItem('auth_token', 'token-of-vera');
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
    expect(changes).toEqual([{ type: 'opened', session: vera }]);

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(changes.slice(1)).toEqual([{ type: 'ended', token: 'token-of-vera' }]);
  });

  test('a page that comes back from the back/forward cache catches up', () => {
    store('token-of-vera', JSON.stringify(vera.user));
    const { session } = openTab();
    localStorage.clear();

    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

    expect(session.current()).toBeNull();
  });
});
