import type { FileType } from '../../contract/uploads.ts';
import { requirePicture } from './images.ts';
import { requirePlainPdf } from './pdf.ts';

/** A file that somebody else is going to open. `field` is where a refusal is told, `userId` whose turn in the queue the look takes. */
interface Sent {
  readonly bytes: Uint8Array;
  readonly field: string;
  readonly userId: string;
}

/** Refuses with FILE_TYPE or FILE_TOO_LARGE on the field a picture that cannot be drawn, and a document that is more than pages. */
export function requireHarmless(type: FileType, sent: Sent): Promise<void> {
  return type === 'application/pdf' ? requirePlainPdf(sent) : requirePicture(sent);
}
