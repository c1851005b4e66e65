import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A stand-in for a service that speaks S3, with one bucket, for one test. It keeps objects in memory, and checks no signature. */
export async function openBucket() {
  const objects = new Map<string, Buffer>();
  const signatures: string[] = [];
  const state = { mostObjects: Number.POSITIVE_INFINITY, isHanging: false };
  const server = createServer(async (request, response) => {
    signatures.push(request.headers.authorization ?? 'none');
    if (state.isHanging) return response;
    const key = (request.url ?? '').replace(`/${bucket.bucket}/`, '');
    const bytes = request.method === 'PUT' ? Buffer.concat(await request.toArray()) : null;
    if (bytes && objects.size >= state.mostObjects) return response.writeHead(403).end();
    if (bytes) objects.set(key, bytes);
    if (request.method === 'DELETE') objects.delete(key);
    const found = objects.get(key);
    const status = request.method === 'DELETE' ? 204 : found ? 200 : 404;
    return response.writeHead(status).end(request.method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bucket = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    bucket: 'zesto-files',
    accessKeyId: 'AKIA',
    secretAccessKey: 'secret',
  };
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    /** How a server is told of it. */
    bucket,
    /** The same as settings. */
    settings: {
      S3_ENDPOINT: bucket.endpoint,
      S3_REGION: bucket.region,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
    /** What is in it, by its key. */
    objects,
    /** The signatures of all requests so far. */
    signatures,
    /** From now on it refuses further objects when it has this many. */
    limitTo(count: number) {
      state.mostObjects = count;
    },
    /** From now on it answers nothing. */
    hang() {
      state.isHanging = true;
    },
    close,
  };
}
