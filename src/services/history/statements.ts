import { statementCall, statementPdfCall } from '../../../contract/statements.ts';
import { saveBytes, saveFile } from '../core/files.ts';
import type { FetchFile, Http } from '../core/http.ts';
import { timeZoneOf } from '../core/timeZone.ts';

interface Ports {
  readonly http: Http;
  readonly fetchFile: FetchFile;
  /** The language of the PDF. */
  readonly language: string;
}

/**
 * Fetches the statement for the period in `filters`, by the days of the browser's time zone, and saves it under `name`: as a PDF when
 * the name ends with `.pdf`, otherwise as a table.
 */
export async function saveStatement(
  { http, fetchFile, language }: Ports,
  { input, signal }: { input: { readonly filters: string; readonly name: string }; signal: AbortSignal },
): Promise<void> {
  const filters = new URLSearchParams(input.filters);
  filters.set('time_zone', timeZoneOf());
  const search = filters.toString();
  if (input.name.endsWith('.pdf')) {
    const bytes = await fetchFile(statementPdfCall, { search, language, signal });
    if (!signal.aborted) saveBytes(input.name, bytes);
    return;
  }
  const text = await http(statementCall, { search, signal });
  if (!signal.aborted) saveFile(input.name, text, 'text/csv;charset=utf-8');
}
