import { Blob, File } from 'node:buffer';

/**
 * jsdom brings bytes, files and forms of its own. Of its `Uint8Array` Node's `Buffer` is none, by which the server's database
 * driver tells bytes from text; of its files and forms MSW cannot make a request's body. Tests that have a server, or send
 * files, need Node's. Node's `FormData` has no other door than a form that was read.
 */
const form = await new Response(new URLSearchParams()).formData();
Object.assign(globalThis, {
  Uint8Array: Object.getPrototypeOf(Buffer),
  Blob,
  File,
  FormData: form.constructor,
});
