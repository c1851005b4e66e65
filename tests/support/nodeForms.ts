import { Blob, File } from 'node:buffer';

/**
 * jsdom brings forms and files of its own, which MSW cannot turn into a request's body: it knows Node's. To be imported by
 * tests that send files. Node's `FormData` has no other door than a form that was read.
 */
const form = await new Response(new URLSearchParams()).formData();
Object.assign(globalThis, { Blob, File, FormData: form.constructor });
