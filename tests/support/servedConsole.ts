import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { operatorBase } from '../../contract/call.ts';
import type { OperatorRole } from '../../contract/operatorRoles.ts';
import { codeOf } from './factors.ts';
import { operatorPasswordOfTests } from './operators.ts';
import type { ServedBuild } from './servedBuild.ts';

/** An operator who has set up their login; `secret` is of their authenticator app. */
export interface NamedOperator {
  readonly name: string;
  readonly secret: string;
}

/** The operators' address of a served product: its calls as a program makes them, and the console in a browser. */
export async function servedConsole({ operatorOrigin, dataDir }: ServedBuild) {
  const localToken = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();

  /** One of the operator's calls, with the server's own token unless another one, or none, is given. */
  async function ask(method: string, path: string, body?: unknown, token: string | null = localToken) {
    const answer = await fetch(`${operatorOrigin}${operatorBase}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { data } = (await answer.json()) as { data: Record<string, string> };
    return { status: answer.status, data };
  }

  return {
    ask,
    async addOperator(name: string, role: OperatorRole): Promise<NamedOperator> {
      const { data: invited } = await ask('POST', '/people', { name, role });
      const { setup_code } = invited;
      const { data: chosen } = await ask(
        'POST',
        '/setup',
        { setup_code, password: operatorPasswordOfTests },
        null,
      );
      const secret = String(chosen.secret);
      const code = codeOf(secret, new Date());
      const confirmed = await ask('POST', '/setup/confirm', { setup_code, code }, null);
      if (confirmed.status !== 200) throw new Error(`${name} has no login`);
      return { name, secret };
    },
    /** Logs in at the console. `area`: the title of what the role sees first. */
    async logIn(page: Page, { name, secret }: NamedOperator, area = 'Withdrawals') {
      await page.goto(`${operatorOrigin}/`);
      await page.getByLabel('Name').fill(name);
      await page.getByLabel('Password', { exact: true }).fill(operatorPasswordOfTests);
      // The step before was spent when the login was set up.
      await page.getByLabel('6-digit code').fill(codeOf(secret, new Date(), 1));
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('heading', { name: area }).waitFor();
    },
  };
}

export type ServedConsole = Awaited<ReturnType<typeof servedConsole>>;
