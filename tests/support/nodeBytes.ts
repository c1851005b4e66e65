/**
 * jsdom brings a `Uint8Array` of its own, of which Node's `Buffer` is none. The server runs in Node, and its database
 * driver tells bytes from text by it. To be imported before the server.
 */
globalThis.Uint8Array = Object.getPrototypeOf(Buffer);
