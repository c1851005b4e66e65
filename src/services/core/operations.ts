import { type Operation, operationCall } from '../../../contract/operations.ts';
import type { Http } from './http.ts';

/** The outcome of a key. Rejects with NOT_FOUND while the request has not arrived. */
export async function readOperation(http: Http, key: string, signal: AbortSignal): Promise<Operation> {
  return (await http(operationCall, { params: { key }, signal })).data;
}
