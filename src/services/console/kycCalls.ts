import type { DocumentType } from '../../../contract/kyc.ts';
import {
  approveKycCall,
  type KycLine,
  type KycReview,
  kycFileCall,
  kycReviewCall,
  kycReviewsCall,
  rejectKycCall,
} from '../../../contract/kycReview.ts';
import type { KeysetPage } from '../../../contract/paging.ts';
import type { DocumentReason } from '../../../contract/reasons.ts';
import type { FetchFile, Http } from '../core/http.ts';
import { createOpenedFiles } from './openedFiles.ts';
import { partSearch, type Reading } from './operatorCalls.ts';

interface Ports {
  readonly http: Http;
  readonly fetchFile: FetchFile;
}

interface Rejection {
  readonly document: DocumentType;
  readonly reason: DocumentReason;
  readonly note: string;
}

/** The calls on identity verifications. At most one case's documents are in the page's memory. */
export function createKycReview({ http, fetchFile }: Ports) {
  const openFiles = createOpenedFiles();
  const read = async (id: string, signal?: AbortSignal): Promise<KycReview> =>
    (await http(kycReviewCall, { params: { id }, ...(signal && { signal }) })).data;
  return {
    list: (status: string, after: string | null, reading: Reading): Promise<KeysetPage<KycLine>> =>
      http(kycReviewsCall, { search: partSearch(after, status === '' ? {} : { status }), ...reading }),
    read,
    async open(id: string, signal: AbortSignal) {
      const review = await read(id, signal);
      const files = review.documents.map(({ file }) => file);
      const fetchOne = (file: string) => fetchFile(kycFileCall, { params: { id, file }, signal });
      return { review, opened: await openFiles(files, fetchOne, signal) };
    },
    async approve({ id, submitted_at }: KycLine): Promise<void> {
      await http(approveKycCall, { body: { id, ...(submitted_at !== null && { submitted_at }) } });
    },
    async reject({ id, submitted_at }: KycLine, { document, reason, note }: Rejection): Promise<void> {
      const given = { document, reason, ...(note.trim() === '' ? {} : { note: note.trim() }) };
      await http(rejectKycCall, { body: { id, ...(submitted_at !== null && { submitted_at }), ...given } });
    },
  };
}
