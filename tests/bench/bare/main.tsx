import { useMachine } from '@xstate/react';
import i18next from 'i18next';
import { ofetch } from 'ofetch';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { Input, TextField } from 'react-aria-components/TextField';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'react-hot-toast';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
import { assign, fromPromise, setup } from 'xstate';
import { email, minLength, object, safeParse, string } from 'zod/mini';

// The least that a login form of the app's own packages needs: what the app's figures are compared with.

const schema = object({ email: email(), password: string().check(minLength(1)) });
type Values = { email: string; password: string };

const form = setup({
  types: {
    context: {} as Values,
    events: {} as { type: 'changed'; values: Partial<Values> } | { type: 'sent' },
  },
  actors: {
    send: fromPromise(({ input }: { input: Values }) => ofetch('/login', { method: 'POST', body: input })),
  },
  guards: { isValid: ({ context }) => safeParse(schema, context).success },
  actions: {
    keep: assign((_, values: Partial<Values>) => values),
    say: () => void toast.error('Not signed in'),
  },
}).createMachine({
  context: { email: '', password: '' },
  initial: 'editing',
  states: {
    editing: {
      on: {
        changed: { actions: { type: 'keep', params: ({ event }) => event.values } },
        sent: { guard: 'isValid', target: 'sending' },
      },
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context }) => context,
        onDone: 'editing',
        onError: { target: 'editing', actions: 'say' },
      },
    },
  },
});

/** The app's own keys are the only ones that `t` is typed for. */
const useWords = () => useTranslation().t as unknown as (key: keyof typeof words) => string;

function Login() {
  const t = useWords();
  const [state, send] = useMachine(form);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send({ type: 'sent' });
      }}
    >
      <h1>{t('login')}</h1>
      {(['email', 'password'] as const).map((name) => (
        <TextField
          key={name}
          type={name}
          value={state.context[name]}
          onChange={(value) => send({ type: 'changed', values: { [name]: value } })}
        >
          <Label>{t(name)}</Label>
          <Input id={`field-${name}`} />
        </TextField>
      ))}
      <Button type="submit">{t('login')}</Button>
      <Link to="/other">{t('other')}</Link>
    </form>
  );
}

function Other() {
  const t = useWords();
  return (
    <>
      <Link to="/">{t('login')}</Link>
      <TextField>
        <Label>{t('amount')}</Label>
        <Input id="field-amount" />
      </TextField>
    </>
  );
}

const words = { login: 'Log in', email: 'Email', password: 'Password', amount: 'Amount', other: 'Other' };
await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: words } } });
const router = createBrowserRouter([
  { path: '/', element: <Login /> },
  { path: '/other', element: <Other /> },
]);
createRoot(document.body.querySelector('#root') ?? document.body).render(
  <I18nextProvider i18n={i18next}>
    <RouterProvider router={router} />
    <Toaster />
  </I18nextProvider>,
);
