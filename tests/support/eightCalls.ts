/** How a provider answers a change whose answer the spec does not show. */
export type ChangeAnswer = 'nothing' | 'emptyObject' | 'emptyData';

interface Person {
  first_name: string;
  avatar_file: { url: string } | null;
  readonly password: string | null;
}

const base = '/api/web-app';
const page = '<!doctype html><title>404</title><h1>Not found</h1>';
// One blue pixel.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A provider that speaks the eight calls of the spec (section 7) with its fields alone: a token, and of a user the first name and the
 * picture. Everything else is a web page that says 404.
 */
export function eightCalls() {
  const people = new Map<string, Person>();
  const sessions = new Map<string, string>();
  const heard: string[] = [];
  const bodies: unknown[] = [];
  let change: ChangeAnswer = 'nothing';
  let outage: (() => Response) | null = null;

  const told = ({ first_name, avatar_file }: Person) => ({ first_name, avatar_file });
  const changed = () =>
    change === 'nothing'
      ? new Response(null, { status: 204 })
      : Response.json(change === 'emptyObject' ? {} : { data: {} });

  function open(name: string, person: Person): Response {
    people.set(name, person);
    const token = `token-${sessions.size + 1}-of-${name.replace(/\W/g, '.')}`;
    sessions.set(token, name);
    return Response.json({ data: { token, user: told(person) } });
  }

  interface Asked {
    readonly body: Readonly<Record<string, string>>;
    readonly person: Person | undefined;
  }

  const unauthorized = () => new Response(page, { status: 401, headers: { 'content-type': 'text/html' } });
  const calls: Readonly<Record<string, (asked: Asked) => Response>> = {
    'POST /auth/register': ({ body: { email = '', first_name = '', password = '' } }) =>
      open(email, { first_name, avatar_file: null, password }),
    'POST /auth/login': ({ body: { email = '', password } }) => {
      const known = people.get(email);
      return known && known.password === password ? open(email, known) : unauthorized();
    },
    'POST /auth/metamask/nonce': ({ body }) =>
      Response.json({ data: { message: `Log in with ${body.address}` } }),
    'POST /auth/metamask': ({ body: { metamask_address = '' } }) =>
      open(metamask_address, { first_name: 'Fox', avatar_file: null, password: null }),
    'POST /auth/google': () => open('google', { first_name: 'Greta', avatar_file: null, password: null }),
    'GET /profile': ({ person }) => (person ? Response.json({ data: told(person) }) : unauthorized()),
    'PUT /profile': ({ person, body }) => {
      if (!person) return unauthorized();
      person.first_name = body.first_name ?? person.first_name;
      return changed();
    },
    'POST /profile/avatar': ({ person }) => {
      if (!person) return unauthorized();
      person.avatar_file = { url: '/pictures/1.png' };
      return changed();
    },
  };

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/pictures/1.png') {
      return new Response(picture, { headers: { 'content-type': 'image/png' } });
    }
    const call = `${request.method} ${pathname.replace(base, '')}`;
    heard.push(call);
    if (outage) return outage();
    const isJson = request.headers.get('content-type')?.startsWith('application/json');
    const body = isJson ? JSON.parse((await request.text()) || '{}') : {};
    bodies.push(body);
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
    const person = people.get(sessions.get(token) ?? '');
    const known = calls[call];
    if (known) return known({ body, person });
    return new Response(page, { status: 404, headers: { 'content-type': 'text/html' } });
  }

  return {
    fetch: answer,
    /** `GET /profile` and the like of every request but those of pictures, oldest first. */
    heard,
    bodies,
    count: (call: string) => heard.filter((each) => each === call).length,
    answerChanges: (next: ChangeAnswer) => {
      change = next;
    },
    /** Answers everything so until it is null. */
    break: (next: (() => Response) | null) => {
      outage = next;
    },
    /** As from another device. */
    rename: (email: string, firstName: string) => {
      const person = people.get(email);
      if (person) person.first_name = firstName;
    },
    /** Every session is over. */
    endSessions: () => sessions.clear(),
  };
}
