/** How long the bytes are kept for the browser to start the download, in milliseconds. */
const keptFor = 60_000;

/**
 * Saves a text as a file. It never leaves the browser. A table begins with a byte order mark: without one Excel on
 * Windows does not read it as UTF-8.
 */
export function saveFile(name: string, text: string, type: string): void {
  const mark = type.startsWith('text/csv') ? '\ufeff' : '';
  saveBytes(name, new Blob([mark, text], { type }));
}

/** Saves bytes as a file, like a link with `download`. */
export function saveBytes(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}
