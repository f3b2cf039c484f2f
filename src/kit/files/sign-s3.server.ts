import { createHash, createHmac } from 'node:crypto';

export type S3Credentials = { region: string; accessKey: string; secretKey: string };

export const sha256 = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');
const hmac = (key: Uint8Array | string, text: string) =>
  createHmac('sha256', key).update(text).digest();

/** RFC 3986 encoding: encodeURIComponent leaves five characters unescaped. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
export const encodedPath = (name: string): string => name.split('/').map(encoded).join('/');

/**
 * Signs a request to an S3 store (AWS Signature Version 4). Returns the given lower-case headers with date, content
 * hash and signature. The path must be encoded; there is no query.
 */
export function signedHeaders(
  {
    method,
    host,
    path,
    headers = {},
    bodyHash,
  }: {
    method: string;
    host: string;
    path: string;
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
  const request = [method, path, '', lines, names, bodyHash].join('\n');
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
