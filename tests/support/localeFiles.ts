import { readFileSync } from 'node:fs';
import { HttpResponse, http, type RequestHandler } from 'msw';
import { providerOrigin } from './mswProvider.ts';

/** An answer in place of the words, sooner or later. */
export type Refusal = Response | undefined | Promise<Response | undefined>;

/** Serves the locale files as the build does. `refuse` may answer in their place. */
export function serveLocales(
  refuse: (language: string, namespace: string) => Refusal = () => undefined,
): RequestHandler {
  return http.get<{ language: string; file: string }>(
    `${providerOrigin}/src/locales/:language/:file`,
    async ({ params: { language, file } }) =>
      (await refuse(language, file.replace('.json', ''))) ??
      new HttpResponse(readFileSync(`src/locales/${language}/${file}`, 'utf8'), {
        headers: { 'content-type': 'application/json' },
      }),
  );
}
