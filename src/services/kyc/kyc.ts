import { failureOf } from '../../../contract/failure.ts';
import {
  addDocumentCall,
  type DocumentType,
  type KycCase,
  kycCall,
  removeDocumentCall,
  submitKycCall,
} from '../../../contract/kyc.ts';
import type { Loaded } from '../../../contract/reading.ts';
import { imageTypes, type Upload } from '../../../contract/uploads.ts';
import { isBareNotFound } from '../core/bareNotFound.ts';
import type { Cache, Reading } from '../core/cache.ts';
import type { Http } from '../core/http.ts';
import { checkedFile, type Progress } from '../core/uploads.ts';

const kycKey = 'kyc';

export function readKyc(http: Http, cache: Pick<Cache, 'read'>, reading: Reading): Promise<Loaded<KycCase>> {
  return cache.read(
    { key: kycKey, fetch: async (signal) => (await http(kycCall, { signal })).data },
    reading,
  );
}

interface DocumentUpload {
  readonly input: {
    readonly type: DocumentType;
    readonly file: File;
    readonly hear?: (progress: Progress) => void;
  };
  /** Cancels a running upload. */
  readonly signal: AbortSignal;
}

/** What is checked of a selfie before it is sent: it is a picture, and its refusal has words of its own. */
const selfieUpload: Upload = { ...addDocumentCall.upload, field: 'selfie', types: imageTypes };

/** Sends one document. Sending it again after a failure replaces the first, so a retry is safe. */
export async function addDocument(
  http: Http,
  cache: Pick<Cache, 'put'>,
  { input, signal }: DocumentUpload,
): Promise<KycCase> {
  const { type, ...rest } = input;
  const file = await checkedFile(input.file, type === 'selfie' ? selfieUpload : addDocumentCall.upload);
  return keep(cache, (await http(addDocumentCall, { ...rest, body: { type }, file, signal })).data);
}

export async function removeDocument(
  http: Http,
  cache: Pick<Cache, 'put'>,
  { input }: { input: { readonly id: string } },
): Promise<KycCase> {
  try {
    return keep(cache, (await http(removeDocumentCall, { params: { id: input.id } })).data);
  } catch (error) {
    if (failureOf(error).code !== 'NOT_FOUND' || isBareNotFound(error)) throw error;
    return keep(cache, (await http(kycCall)).data);
  }
}

/** Submits the documents, once per key. A missing one is a VALIDATION_FAILED on its name. */
export async function submitKyc(
  http: Http,
  cache: Pick<Cache, 'put'>,
  { input }: { input: { readonly key: string } },
): Promise<KycCase> {
  return keep(cache, (await http(submitKycCall, { key: input.key })).data);
}

function keep(cache: Pick<Cache, 'put'>, told: KycCase): KycCase {
  cache.put(kycKey, told);
  return told;
}
