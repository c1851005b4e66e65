/** How long a browser may take to begin with a file before its bytes are let go. */
const keptFor = 60_000;

/** Hands a text to the person as a file. It never leaves the browser. */
export function saveFile(name: string, text: string, type: string): void {
  saveBytes(name, new Blob([text], { type }));
}

/** Hands bytes to the person as a file, the way a link with `download` does. */
export function saveBytes(name: string, bytes: Blob): void {
  const address = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keptFor);
}
