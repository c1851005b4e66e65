import { fileTypes } from '../../../contract/uploads.ts';

/** A stored file that a page can show or pass on: its address in the page's memory, null when its bytes could not be read. */
interface Opened {
  readonly file: string;
  readonly url: string | null;
}

/** Keeps the files of one subject in the page's memory, and replaces them when another subject is opened. */
export function createOpenedFiles() {
  let kept: readonly string[] = [];
  return async (
    files: readonly string[],
    fetchOne: (file: string) => Promise<Blob>,
    signal: AbortSignal,
  ): Promise<readonly Opened[]> => {
    const blobs = await Promise.all(files.map((file) => fetchOne(file).catch(() => null)));
    // Another subject was opened meanwhile.
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

/** A file opened in a tab has this page's origin, so anything but a picture or a PDF gets a neutral type, whatever its sender named it. */
function harmless(blob: Blob): Blob {
  const type = fileTypes.find((each) => each === blob.type);
  return blob.slice(0, blob.size, type ?? 'application/octet-stream');
}
