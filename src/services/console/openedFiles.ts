import { fileTypes } from '../../../contract/uploads.ts';

/** A kept file that a page can show or hand on: an address in the page's memory, null when its bytes could not be had. */
interface Opened {
  readonly file: string;
  readonly url: string | null;
}

/** Keeps the files of one subject at most in the page's memory: those of the next take the place of those before. */
export function createOpenedFiles() {
  let kept: readonly string[] = [];
  return async (
    files: readonly string[],
    fetchOne: (file: string) => Promise<Blob>,
    signal: AbortSignal,
  ): Promise<readonly Opened[]> => {
    const blobs = await Promise.all(files.map((file) => fetchOne(file).catch(() => null)));
    // Nobody looks at them any more.
    signal.throwIfAborted();
    for (const url of kept) URL.revokeObjectURL(url);
    const opened = files.map((file, index) => {
      const blob = blobs[index];
      return { file, url: blob ? URL.createObjectURL(harmless(blob)) : null };
    });
    kept = opened.flatMap(({ url }) => (url === null ? [] : [url]));
    return opened;
  };
}

/** What is opened in a tab has this page's origin: as anything but a picture or a PDF it is bytes, whatever its sender called it. */
function harmless(blob: Blob): Blob {
  const type = fileTypes.find((each) => each === blob.type);
  return blob.slice(0, blob.size, type ?? 'application/octet-stream');
}
