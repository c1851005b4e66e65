import { Blob, File } from 'node:buffer';

/**
 * jsdom brings bytes, files and forms of its own. Of its `Uint8Array` Node's `Buffer` is none, by which the server's database
 * driver tells bytes from text; of its files and forms MSW cannot make a request's body. Tests that have a server, or send
 * files, need Node's. Node's `FormData` has no other door than a form that was read.
 */
const given = globalThis.FormData as typeof FormData & { readonly ofPage?: typeof FormData };
// The files of a process share one page, and each loads this module.
const DomFormData = given.ofPage ?? given;
const NodeFormData = (await new Response(new URLSearchParams()).formData()).constructor as typeof FormData;

/** Node's, which also reads a form of the page as the browser's does. */
class ReadingFormData extends NodeFormData {
  static readonly ofPage = DomFormData;
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super();
    if (form) for (const [name, value] of new DomFormData(form, submitter)) this.append(name, value);
  }
}

Object.assign(globalThis, {
  Uint8Array: Object.getPrototypeOf(Buffer),
  Blob,
  File,
  FormData: ReadingFormData,
});
