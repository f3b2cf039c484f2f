import { refuse } from '#kit/errors/refusal.ts';
import type { FileStore } from './files.server.ts';
import { encodedPath, type S3Credentials, sha256, signedHeaders } from './sign-s3.server.ts';

export type Bucket = S3Credentials & {
  /** URL of the store, without the bucket. */
  endpoint: string;
  bucket: string;
  clock: () => Date;
};

/** Gives up on a silent store, before the waiting request's own deadline. */
const timeoutMs = 8_000;

/**
 * Stores files in an S3 bucket, with path-style URLs, which every compatible store supports. A file is complete once
 * the store has responded. While the store is unavailable, calls are refused with 503.
 */
export function bucketStore({ endpoint, bucket, clock, ...credentials }: Bucket): FileStore {
  const { origin, host, pathname } = new URL(endpoint);
  const folder = `${pathname.replace(/\/$/, '')}/${encodedPath(bucket)}`;

  async function ask(method: 'PUT' | 'GET' | 'DELETE', name: string, body?: Uint8Array) {
    const path = `${folder}/${encodedPath(name)}`;
    const request = { method, host, path, bodyHash: sha256(body ?? '') };
    const response = await fetch(origin + path, {
      method,
      headers: signedHeaders(request, clock(), credentials),
      body: body && new Uint8Array(body),
      // Never follow a redirect: the signed request may contain a person's papers.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      const { message, cause } = error as Error & { cause?: { code?: string } };
      // The cause behind "fetch failed": of TLS or the network.
      console.warn('the file store gave no answer:', message, cause?.code ?? '');
      throw unavailable();
    });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    if (response.status >= 500 || response.status === 429) throw unavailable();
    // Wrong keys, permissions or location: a defect, since no user can correct it.
    throw new Error(`the file store refused ${method}: ${response.status}`);
  }

  return {
    async write(name, bytes) {
      const response = await ask('PUT', name, bytes);
      if (response.status === 404) throw new Error('the file store has no such bucket');
      await response.body?.cancel();
    },

    async read(name) {
      const response = await ask('GET', name);
      if (response.status !== 404) return Buffer.from(await response.arrayBuffer());
      await response.body?.cancel();
      return undefined;
    },

    async remove(name) {
      const response = await ask('DELETE', name);
      await response.body?.cancel();
    },
  };
}

const unavailable = () =>
  refuse('ServiceUnavailable', 'Service Unavailable', { retryAfterSeconds: 5 });
