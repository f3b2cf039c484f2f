import { createHash, createHmac } from 'node:crypto';
import { refuse } from '#kit/errors/refusal.ts';
import type { FileStore } from './files.server.ts';

export type S3Credentials = { region: string; accessKey: string; secretKey: string };

export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');
const hmac = (key: Uint8Array | string, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** RFC 3986 encoding: encodeURIComponent leaves five characters unescaped. */
export const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
export const encodedPath = (name: string): string => name.split('/').map(encoded).join('/');

/**
 * Signs a request to an S3 store (AWS Signature Version 4). Returns the given lower-case headers with date, content
 * hash and signature. Path and query must be encoded, the query's parameters sorted.
 */
export function signedHeaders(
  {
    method,
    host,
    path,
    query = '',
    headers = {},
    bodyHash,
  }: {
    method: string;
    host: string;
    path: string;
    query?: string;
    headers?: Record<string, string>;
    /** SHA-256 of the body, in hex. */
    bodyHash: string;
  },
  now: Date,
  { region, accessKey, secretKey }: S3Credentials,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const sent = { ...headers, 'x-amz-content-sha256': bodyHash, 'x-amz-date': time };
  const all: [string, string][] = Object.entries({ ...sent, host });
  all.sort(([a], [b]) => (a < b ? -1 : 1));
  const names = all.map(([name]) => name).join(';');
  const lines = all.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const request = [method, path, query, lines, names, bodyHash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Uint8Array | string>(
    hmac,
    `AWS4${secretKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

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

  async function ask(method: 'PUT' | 'GET' | 'HEAD' | 'DELETE', name: string, body?: Uint8Array) {
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

    has: async (name) => (await ask('HEAD', name)).status !== 404,

    async remove(name) {
      const response = await ask('DELETE', name);
      await response.body?.cancel();
    },
  };
}

const unavailable = () =>
  refuse('ServiceUnavailable', 'Service Unavailable', { retryAfterSeconds: 5 });
