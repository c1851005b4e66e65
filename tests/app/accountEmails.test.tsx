import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openAccountMenu } from '../support/accountMenu.ts';
import { serveLocales } from '../support/localeFiles.ts';
import { answerWith, handToServer } from '../support/mswProvider.ts';
import { fund, type Person } from '../support/payments.ts';
import { address, appWithServer, openApp, storeSession } from '../support/runApp.ts';
import { register } from '../support/server.ts';
import { answerOften, askFor } from '../support/tickets.ts';
import { pdf, svg } from '../support/uploads.ts';

const { server, provider } = appWithServer();

const patient = { timeout: 40_000 };

async function newPerson(): Promise<Person> {
  const person = await register(server.it);
  await storeSession(server.it, person);
  return person;
}

const publish = (language: string, title: string, slug: string) =>
  server.it.operator('POST', '/news', {
    language,
    source: `---\ntitle: ${title}\nsummary: About ${title}.\nslug: ${slug}\ncategory: product\n---\nText of ${title}. <b>x</b> [bad](javascript:alert(1))`,
  });

/** What the stream tells a tab, as its line would. */
function tellArrived({ app }: Awaited<ReturnType<typeof openApp>>) {
  const { signedIn } = app.getSnapshot().context;
  act(() => signedIn?.send({ type: 'notification.arrived', notification: { unread: 1, newest: null } }));
}

test('news are listed, an article has its own title, and reading it takes the mark away', async () => {
  const user = userEvent.setup();
  await publish('en', 'First things', 'first');
  server.it.clock.advance(60_000);
  await publish('ru', 'Второе', 'second');
  await newPerson();
  await openApp('/news');
  const list = await screen.findByRole('list', { name: 'News' }, patient);
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['Второе', 'First things']);
  expect(within(list).getAllByText('Unread')).toHaveLength(2);

  await user.click(within(list).getByRole('link', { name: 'First things' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'First things' }, patient)).toBe(
    document.activeElement,
  );
  expect(document.title).toBe('First things · News · Zesto Crypto Wallet');
  expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toBe(
    'About First things.',
  );
  expect(document.querySelector('article b, article script, a[href^="javascript"]')).toBeNull();
  expect(screen.getByText(/<b>x<\/b>/)).toBeTruthy();

  await user.click(screen.getByRole('link', { name: 'Newer article' }));
  await screen.findByRole('heading', { level: 1, name: 'Второе' }, patient);
  expect(screen.getByText('This article isn’t available in English yet.')).toBeTruthy();
  expect(screen.getByText('About Второе.').getAttribute('lang')).toBe('ru');

  await user.click(screen.getByRole('link', { name: 'All news' }));
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull(), patient);
  expect(document.title).toBe('News · Zesto Crypto Wallet');
});

test('an article that is published appears by itself, and one that does not exist is told of', async () => {
  await publish('en', 'Long ago', 'before');
  await newPerson();
  const running = await openApp('/news');
  await screen.findByRole('link', { name: 'Long ago' }, patient);
  await publish('en', 'Just now', 'now');
  tellArrived(running);
  await screen.findByRole('link', { name: 'Just now' }, patient);
  act(() => running.stop());
  await openApp('/news/nothing');
  await screen.findByText('Article not found', {}, patient);
});

test('a ticket is written, survives a reload with its file, is sent once, and is answered on the open page', {
  tags: 'long',
}, async () => {
  const user = userEvent.setup({ applyAccept: false });
  const person = await newPerson();
  const first = await openApp('/support');
  await screen.findByText('No tickets yet', {}, patient);
  await user.click(screen.getByRole('link', { name: 'New ticket' }));
  await user.type(await screen.findByLabelText('Subject'), 'Where is it?');
  await user.type(screen.getByLabelText('Message'), 'I wait.');
  await user.upload(fileInput(), [new File([pdf], 'bill.pdf'), new File([svg], 'logo.svg')]);
  await screen.findByText(/· uploaded$/, {}, patient);
  await screen.findByText(/Renaming another type of file doesn’t work/, {}, patient);
  await user.click(screen.getByRole('button', { name: 'Remove logo.svg' }));
  act(() => first.stop());

  const running = await openApp('/support?ticket=new');
  expect(((await screen.findByLabelText('Subject', {}, patient)) as HTMLInputElement).value).toBe(
    'Where is it?',
  );
  await screen.findByText(/· uploaded$/);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findAllByText('Choose a category.')).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: /Category/ }));
  await user.click(await screen.findByRole('option', { name: 'Transaction' }));
  await user.click(screen.getByRole('checkbox', { name: /^Attach a log of my last/ }));
  await user.click(screen.getByRole('button', { name: 'Send' }));

  await screen.findByRole('heading', { level: 2, name: 'Where is it?' }, patient);
  expect(address()).toMatch(/^\/support\?ticket=[\da-f-]{36}$/);
  const told = await server.it.get('/support/tickets', { token: person.token });
  expect(told.body.meta.total).toBe(1);
  const [{ id, number }] = told.body.data;
  const ticket = (await server.it.get(`/support/tickets/${id}`, { token: person.token })).body.data;
  expect(ticket.messages[0].attachments).toMatchObject([{ name: 'bill.pdf' }]);
  expect(ticket.flow_record.steps.map(({ flow }: { flow: string }) => flow)).toContain('codeLoader');
  expect(JSON.stringify(ticket.flow_record)).not.toContain('I wait.');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('flow.'))).toEqual([]);

  const saved: Blob[] = [];
  URL.createObjectURL = (bytes) => `blob:${saved.push(bytes as Blob)}`;
  URL.revokeObjectURL = () => {};
  await user.click(screen.getByRole('button', { name: 'Download bill.pdf' }));
  await waitFor(() => expect(saved).toHaveLength(1), patient);
  expect(saved[0]?.size).toBe(new Blob([pdf]).size);

  await server.it.operator('POST', '/tickets/answer', { number, text: 'It is on its way.' });
  tellArrived(running);
  await screen.findByText('It is on its way.', {}, patient);
  await waitFor(async () => {
    const list = await server.it.get('/support/tickets', { token: person.token });
    expect(list.body.data[0].unread).toBe(false);
  }, patient);
});

test('earlier messages are shown when they are asked for, and replies appear behind them and are read', async () => {
  const user = userEvent.setup();
  const person = await newPerson();
  const { id, number } = (await askFor(server.it, person)).body.data;
  await answerOften(server.it, id, 120);
  const running = await openApp(`/support?ticket=${id}`);
  const list = await screen.findByRole('list', { name: 'Conversation' }, patient);
  const texts = () =>
    within(list)
      .getAllByText(/^(?:Message \d+|I wait|Soon)\.$/)
      .map(text);
  const text = ({ textContent }: Element) => textContent;
  const numbered = (from: number) =>
    Array.from({ length: 121 - from }, (_, index) => `Message ${from + index}.`);
  expect(texts()).toEqual(numbered(71));

  await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  await screen.findByText('50 earlier messages are shown', {}, patient);
  expect(texts()).toEqual(numbered(21));
  const focused = document.activeElement?.closest('li');
  expect(within(focused as HTMLElement).getByText('Message 70.')).toBeTruthy();

  await server.it.operator('POST', '/tickets/answer', { number, text: 'Soon.' });
  tellArrived(running);
  await within(list).findByText('Soon.', {}, patient);
  expect(texts()).toEqual([...numbered(21), 'Soon.']);
  expect(document.activeElement?.closest('li')).toBe(focused);
  await waitFor(async () => {
    const told = await server.it.get('/support/tickets', { token: person.token });
    expect(told.body.data[0].unread).toBe(false);
  }, patient);

  await user.click(screen.getByRole('button', { name: 'Show earlier messages' }));
  await screen.findByText('21 earlier messages are shown', {}, patient);
  expect(texts()).toEqual(['I wait.', ...numbered(1), 'Soon.']);
  expect(within(document.activeElement?.closest('li') as HTMLElement).getByText('Message 20.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show earlier messages' })).toBeNull();
});

test('a message whose answer is lost is sent again, and arrives once; a closed ticket takes no more', async () => {
  const user = userEvent.setup();
  const person = await newPerson();
  const { id } = (await askFor(server.it, person)).body.data;
  await openApp(`/support?ticket=${id}`);
  await user.type(await screen.findByLabelText('Your message', {}, patient), 'Hello?');
  provider.use(answerWith(`/support/tickets/${id}/messages`, 502, '<html>', { 'content-type': 'text/html' }));
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('We’re not sure your message was sent', {}, patient);
  provider.resetHandlers(serveLocales(), handToServer({ fetch: (request) => server.it.fetch(request) }));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  const talk = await screen.findByRole('list', { name: 'Conversation' });
  await waitFor(() => expect(within(talk).getAllByText('Hello?')).toHaveLength(1), patient);

  await user.click(screen.getByRole('button', { name: 'Close ticket' }));
  const question = await screen.findByRole('alertdialog', { name: 'Close this ticket?' });
  await user.click(within(question).getByRole('button', { name: 'Close ticket' }));
  await screen.findByText(/This ticket is closed/, {}, patient);
  expect(screen.queryByLabelText('Your message')).toBeNull();
});

test('tickets are filtered by their status in the address, and a bad address is told of', async () => {
  const user = userEvent.setup();
  const person = await newPerson();
  await askFor(server.it, person, { subject: 'Still open' });
  const running = await openApp('/support?status=nonsense&page=-1');
  await screen.findByRole('link', { name: 'Still open' }, patient);
  await user.click(screen.getByRole('link', { name: 'Resolved' }));
  await screen.findByText('No tickets with this status', {}, patient);
  expect(address()).toBe('/support?status=resolved');
  act(() => running.stop());
  await openApp('/support?ticket=__proto__');
  await screen.findByText('Ticket not found', {}, patient);
});

test('the bell counts what happened, leads to it, and forgets what was read', async () => {
  const user = userEvent.setup();
  const person = await newPerson();
  await fund(server.it, person, 'USDT', '25.5');
  const running = await openApp('/support');
  const bell = await screen.findByRole('button', { name: 'Notifications, 1 unread' }, patient);

  const { number } = (await askFor(server.it, person)).body.data;
  server.it.clock.advance(1_000);
  await server.it.operator('POST', '/tickets/answer', { number, text: 'Soon.' });
  tellArrived(running);
  await screen.findByRole('button', { name: 'Notifications, 2 unread' }, patient);
  await waitFor(
    () =>
      expect(screen.getAllByRole('status').map((region) => region.textContent)).toContain(
        'Support replied: Where is it?',
      ),
    patient,
  );

  await user.click(bell);
  const sheet = await screen.findByRole('dialog', { name: 'Notifications' }, patient);
  const links = await within(sheet).findAllByRole('link', {}, patient);
  expect(links.map((link) => link.textContent)).toEqual([
    expect.stringContaining('Support replied: Where is it?'),
    expect.stringContaining('Deposit received: 25.50 USDT'),
  ]);
  await user.click(within(sheet).getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notifications'), patient);
  await user.click(within(sheet).getByRole('link', { name: /Support replied: Where is it\?/ }));
  await screen.findByText('Soon.', {}, patient);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what was typed goes with a sign-out', async () => {
  const user = userEvent.setup();
  await newPerson();
  await openApp('/support?ticket=new');
  await user.type(await screen.findByLabelText('Message', {}, patient), 'Private words');
  expect(JSON.stringify(localStorage)).toContain('Private words');
  await openAccountMenu(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }, patient));
  await screen.findByRole('heading', { name: 'Log in' }, patient);
  expect(JSON.stringify(localStorage)).not.toContain('Private words');
});

function fileInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('nothing asks for files');
  return input;
}
