import type { Failure } from '../../../contract/failure.ts';

/** In bytes of what is sent, the form around the file among them. */
export interface Progress {
  readonly sent: number;
  readonly total: number;
}

/** A file that a person sends by itself, and how far it is. */
export interface Upload extends Progress {
  readonly file: File | null;
  readonly failure: Failure | null;
}

/** Whether the same file could pass another time: one of a wrong type or size never does. */
export const canPassLater = ({ code }: Failure) => code !== 'FILE_TYPE' && code !== 'FILE_TOO_LARGE';

export const noUpload = { file: null, sent: 0, total: 0, failure: null } as const;

export interface UploadProgressed extends Progress {
  readonly type: 'upload.progressed';
}

/** Is told how far an upload is. */
export type HearProgress = (progress: Progress) => void;
