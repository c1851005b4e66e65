import { CallError } from '../../../contract/failure.ts';
import type { FailureCode } from '../../../contract/failureCodes.ts';
import { problemMediaType } from '../../../contract/problems.ts';
import type { Rule } from '../../../contract/rules.ts';
import { typeOfBytes, type Upload } from '../../../contract/uploads.ts';
import type { Arrived } from './http.ts';

/** How much of a form was sent, in bytes. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

interface FormOptions {
  readonly token: string | undefined;
  readonly hear?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Posts a form and reports its progress, which `fetch` cannot. Aborting stops it; the server discards a partial
 * upload. Rejects when no answer arrived.
 */
export function sendForm(
  url: string,
  form: FormData,
  { token, hear, signal }: FormOptions,
): Promise<Arrived> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.withCredentials = true;
    request.setRequestHeader('accept', `application/json, ${problemMediaType}`);
    if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => hear?.({ sent: loaded, total });
    const abort = () => request.abort();
    signal?.addEventListener('abort', abort, { once: true });
    request.onloadend = () => {
      signal?.removeEventListener('abort', abort);
      if (request.status === 0 || signal?.aborted) reject(new Error('no answer to the upload'));
      else resolve(arrivedIn(request));
    };
    request.send(form);
  });
}

function arrivedIn(request: XMLHttpRequest): Arrived {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: request.status, headers, text: request.responseText };
}

/**
 * The file, unless the server would refuse its size or type: then throws that refusal as a `CallError` without the
 * upload.
 */
export async function checkedFile(file: File, { field, maximum, types }: Upload): Promise<File> {
  if (file.size === 0) throw refusal('VALIDATION_FAILED', field, 'required');
  if (file.size > maximum) throw refusal('FILE_TOO_LARGE', field, 'file_too_large');
  const type = typeOfBytes(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  if (!type || !types.includes(type)) throw refusal('FILE_TYPE', field, 'file_type');
  return file;
}

function refusal(code: FailureCode, field: string, rule: Rule): CallError {
  return new CallError({ code, fields: { [field]: rule }, retryAfter: null, requestId: null });
}
