import { type Failure, isLost } from '../../../contract/failure.ts';

/** The bytes sent so far, including the form around the file. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

/** A file that is sent on its own, with its progress. */
export interface Upload extends Progress {
  readonly file: File | null;
  readonly failure: Failure | null;
}

/** Whether the same file could succeed on a retry; a wrong type or size never does. */
export const canPassLater = ({ code }: Failure) => code !== 'FILE_TYPE' && code !== 'FILE_TOO_LARGE';

/**
 * Whether a file may have arrived, or have been removed, without an answer that says so. A file that is refused before it is sent has a
 * field and no request id.
 */
export const mayHaveArrived = (failure: Failure): boolean =>
  canPassLater(failure) && Object.keys(failure.fields).length === 0 && isLost(failure);

export const noUpload = { file: null, sent: 0, total: 0, failure: null } as const;

export interface UploadProgressed extends Progress {
  readonly type: 'upload.progressed';
}

/** Receives the progress of an upload. */
export type HearProgress = (progress: Progress) => void;
