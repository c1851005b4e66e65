import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { html } from 'hono/html';
import { exportJWK, generateKeyPair } from 'jose';
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider';
import { sendPage } from './html.ts';
import { demoSignIn } from './seed.ts';

export const demoClientId = 'zesto-demo';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * A certified OpenID Connect provider for the demo and the tests: visitors say who they are, and it believes them. `url` is its own
 * address; `appUrl` is the app's, and the only one to which it redirects.
 */
export async function createIdentityProvider(url: string, appUrl: string): Promise<Listener> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = {
    ...(await exportJWK(privateKey)),
    kid: randomBytes(8).toString('hex'),
    use: 'sig',
    alg: 'RS256',
  };
  const { Provider, interactionPolicy } = await load();
  // The provider asks for consent each time a native app uses a shared name; here it never asks.
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.remove('native_client_prompt');
  const provider = new Provider(url, {
    ...settings,
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    clients: [
      {
        client_id: demoClientId,
        // The standard's type for an app on a loopback address.
        application_type: 'native',
        redirect_uris: [`${appUrl}/auth/login`],
        response_types: ['id_token'],
        grant_types: ['implicit'],
        token_endpoint_auth_method: 'none',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(32).toString('hex')] },
  });
  const answer = provider.callback();

  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (!pathname.startsWith('/interaction/')) return void answer(request, response);
    interact(request, response, searchParams).catch(() => {
      return sendPage(response, 400, {
        title: 'This login has expired',
        body: html`<p><a href="${appUrl}">Start again</a></p>`,
      });
    });
  };

  /** Shows the choice of people, or takes the choice. */
  async function interact(request: IncomingMessage, response: ServerResponse, chosen: URLSearchParams) {
    await provider.interactionDetails(request, response);
    const email = chosen.get('email');
    if (chosen.has('cancel')) {
      const refusal = { error: 'access_denied', error_description: 'the person went back' };
      return provider.interactionFinished(request, response, refusal);
    }
    if (email === null || !/^[^\s@]{1,64}@[^\s@]{1,180}$/.test(email)) {
      return sendPage(response, 200, { title: 'Demo login', body: choices, formTargets: appUrl });
    }
    return provider.interactionFinished(request, response, { login: { accountId: email.toLowerCase() } });
  }
}

/** The package warns at every start that this Node.js is not the newest, which nobody at the terminal can change. */
async function load(): Promise<typeof import('oidc-provider')> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}

const people = ['nora.vale@zesto.example', demoSignIn.email];

const choices = html`<p>This page belongs to the demo and stands for Google. Choose an account.</p>${people.map(
  (email) => html`<form><input type="hidden" name="email" value="${email}"><button>${email}</button></form>`,
)}<form><input name="email" type="email" required aria-label="Another email" placeholder="you@example.com"> <button>Continue</button></form>
<form><input type="hidden" name="cancel" value="1"><button>Cancel</button></form>`;

/** The names in an address, `nora.vale@…`, as a provider would send them. */
function namesIn(email: string): { given_name: string; family_name: string } {
  const [given = '', family = ''] = (email.split('@')[0] ?? '').split('.');
  const named = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return { given_name: named(given), family_name: named(family) };
}

const settings: Configuration = {
  adapter: (name) => new MemoryAdapter(name),
  responseTypes: ['id_token'],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name'],
  },
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  pkce: { required: () => false },
  ttl: { IdToken: 600, Interaction: 600, Session: 3_600, Grant: 3_600 },
  // The subject of a person is the same after a restart.
  findAccount: (_, email) => ({
    accountId: email,
    claims: () => ({
      sub: createHash('sha256').update(email).digest('base64url').slice(0, 24),
      email,
      email_verified: true,
      ...namesIn(email),
    }),
  }),
  // Choosing a person counts as consent.
  async loadExistingGrant({ oidc }) {
    const { client, session, provider } = oidc;
    if (!client || !session?.accountId) return undefined;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  async renderError(context, { error_description, error }) {
    context.type = 'text/plain';
    context.body = `${error}: ${error_description ?? ''}`;
  },
};

/** The identity provider's state, kept in memory. */
class MemoryAdapter implements Adapter {
  static readonly #kept = new Map<string, { readonly payload: AdapterPayload; readonly until: number }>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn: number) {
    const now = Date.now();
    for (const [key, { until }] of MemoryAdapter.#kept) if (until <= now) MemoryAdapter.#kept.delete(key);
    MemoryAdapter.#kept.set(`${this.#name} ${id}`, { payload, until: now + expiresIn * 1000 });
  }

  async find(id: string) {
    const found = MemoryAdapter.#kept.get(`${this.#name} ${id}`);
    return found && found.until > Date.now() ? found.payload : undefined;
  }

  async findByUid(uid: string) {
    for (const { payload } of MemoryAdapter.#kept.values()) if (payload.uid === uid) return payload;
    return undefined;
  }

  async findByUserCode() {
    return undefined;
  }

  async consume(id: string) {
    const found = await this.find(id);
    if (found) found.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string) {
    MemoryAdapter.#kept.delete(`${this.#name} ${id}`);
  }

  async revokeByGrantId(grantId: string) {
    for (const [key, { payload }] of MemoryAdapter.#kept)
      if (payload.grantId === grantId) MemoryAdapter.#kept.delete(key);
  }
}
