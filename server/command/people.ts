import {
  addPersonCall,
  changeRoleCall,
  disablePersonCall,
  type InvitedOperator,
  invitePersonCall,
  type OperatorPerson,
  peopleCall,
  resetPersonCall,
} from '../../contract/operatorPeople.ts';
import { operatorRoles } from '../../contract/operatorRoles.ts';
import {
  confirmOperatorCall,
  operatorLoginCall,
  operatorLogoutCall,
  operatorSessionCall,
  setUpOperatorCall,
} from '../../contract/operatorSessions.ts';
import { oneOf, text } from './arguments.ts';
import { command, type Noun, printAll, Sentence, type Tools } from './command.ts';

const NAME = text('NAME');
const role = oneOf('ROLE', operatorRoles);

export const people: Noun = {
  refusals: {
    NOT_FOUND: 'No operator has this name: see people list.',
    USERNAME_TAKEN: 'An operator has or had this name: names are never given twice.',
    INVALID_CREDENTIALS: 'The name or the password is wrong.',
    LINK_EXPIRED: 'This setup code is not good any more: an administrator makes a new one with people reset.',
    RATE_LIMITED: 'Too many tries: wait some minutes.',
    STATUS_CONFLICT: 'Nothing was changed.',
  },
  commands: {
    login: command(
      'logs you in by your name, password and authenticator app; later commands are yours',
      {},
      async (_, tools) => {
        const name = await tools.prompt('Name: ');
        const password = await tools.prompt('Password: ', 'hidden');
        const code = await tools.prompt('Code of the authenticator app: ');
        await enter(tools, await tools.ask(operatorLoginCall, { name, password, code }));
      },
    ),
    logout: command('ends your session', {}, async (_, tools) => {
      try {
        await tools.ask(operatorLogoutCall, undefined);
      } finally {
        await tools.keepSession(null);
      }
      tools.print('Logged out.');
    }),
    whoami: command('shows as whom commands are carried out', {}, async (_, { ask, print }) => {
      const { name, role, expires_at } = await ask(operatorSessionCall, undefined);
      print(`${name} (${role})${expires_at === null ? '' : `, until ${expires_at} at the latest`}`);
    }),
    setup: command(
      'sets up your login with the code that an administrator has given you',
      {},
      async (_, tools) => {
        const setup_code = await tools.prompt('Setup code: ', 'hidden');
        const password = await tools.prompt('New password, of at least 12 characters: ', 'hidden');
        if ((await tools.prompt('The same again: ', 'hidden')) !== password)
          throw new Sentence('The two passwords differ. Nothing was changed.');
        const { secret, uri } = await tools.ask(setUpOperatorCall, { setup_code, password });
        tools.print(`Add this to an authenticator app: ${secret}\n${uri}`);
        const code = await tools.prompt('Code that the app shows: ');
        await enter(tools, await tools.ask(confirmOperatorCall, { setup_code, code }));
      },
    ),
    'people list': command('shows who operates the server', {}, async (_, tools) =>
      printAll(
        tools,
        (await tools.ask(peopleCall, undefined)).map(lineOf),
        'Nobody has a name yet: only the token of the server.',
      ),
    ),
    'people add': command('adds an operator', { NAME, role }, async ({ NAME: name, role }, { ask, print }) =>
      print(setupLine(await ask(addPersonCall, { name, role }))),
    ),
    'people invite': command(
      'makes a new setup code for an operator who has not set up their login',
      { NAME },
      async ({ NAME: name }, { ask, print }) => print(setupLine(await ask(invitePersonCall, { name }))),
    ),
    'people role': command(
      'gives an operator another role',
      { NAME, role },
      async ({ NAME: name, role }, { ask, print }) =>
        print(lineOf(await ask(changeRoleCall, { name, role }))),
    ),
    'people disable': command(
      'keeps an operator out: their sessions end at once',
      { NAME },
      async ({ NAME: name }, { ask, print }) => print(lineOf(await ask(disablePersonCall, { name }))),
    ),
    'people reset': command(
      'takes an operator’s password, authenticator app and passkeys away and lets them set up new ones',
      { NAME },
      async ({ NAME: name }, { ask, print }) => print(setupLine(await ask(resetPersonCall, { name }))),
    ),
  },
};

interface Opened {
  readonly token: string;
  readonly name: string;
  readonly role: string;
  readonly expires_at: string | null;
}

async function enter(tools: Tools, { token, name, role, expires_at }: Opened) {
  await tools.keepSession(token);
  tools.print(`Logged in as ${name} (${role}), until ${expires_at} at the latest.`);
}

function lineOf({ name, role, status, last_seen_at }: OperatorPerson): string {
  return `${name}  ${role}  ${status}  ${last_seen_at === null ? 'not logged in' : `last seen ${last_seen_at}`}`;
}

function setupLine({ name, role, setup_code, expires_at }: InvitedOperator): string {
  return `${name} (${role}) runs "operator setup", or opens #/setup/CODE of the console, until ${expires_at} with this code, which is not shown again: ${setup_code}`;
}
