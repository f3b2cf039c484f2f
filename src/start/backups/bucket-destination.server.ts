import { setTimeout as wait } from 'node:timers/promises';
import {
  encoded,
  encodedPath,
  type S3Credentials,
  sha256,
  signedHeaders,
} from '#kit/files/bucket-store.server.ts';
import type { Destination } from './destination.server.ts';

type BackupBucket = S3Credentials & {
  endpoint: string;
  bucket: string;
  /** Without a slash at its end. */
  prefix: string;
  clock: () => Date;
};

/** An object has up to 10,000 parts, so that one table may be 160 GB. */
const partBytes = 16 * 1024 * 1024;
const answerTimeoutMs = 120_000;
const pausesMs = [500, 2_000, 8_000];

type Query = Record<string, string>;
type Asked = { query?: Query; body?: Uint8Array<ArrayBuffer> };

/** Backups in an S3 bucket, in parts of 16 MB of which one is in memory. Passing outages are tried again. */
export function bucketDestination({
  endpoint,
  bucket,
  prefix,
  clock,
  ...credentials
}: BackupBucket): Destination {
  const { origin, host, pathname } = new URL(endpoint);
  const root = `${pathname.replace(/\/$/, '')}/${encodedPath(bucket)}`;
  const keyOf = (name: string) => (prefix === '' ? name : `${prefix}/${name}`);

  async function askOnce(method: string, key: string, { query = {}, body }: Asked) {
    const path = key === '' ? root : `${root}/${encodedPath(key)}`;
    const search = queryOf(query);
    const request = { method, host, path, query: search, bodyHash: sha256(body ?? '') };
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('no answer')), answerTimeoutMs);
    try {
      return await fetch(`${origin}${path}${search === '' ? '' : `?${search}`}`, {
        method,
        headers: signedHeaders(request, clock(), credentials),
        body: body ?? null,
        redirect: 'manual',
        signal: limit.signal,
      });
    } finally {
      // Limits the answer; its content may take longer.
      clearTimeout(timer);
    }
  }

  /** Answer of the store; 404 is one. Other refusals and lasting outages throw. */
  async function ask(method: string, key: string, asked: Asked = {}): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const answer = await askOnce(method, key, asked).catch((error: Error) => error);
      const pauseMs = pausesMs[tries];
      const isPassing = answer instanceof Error || answer.status >= 500 || answer.status === 429;
      if (isPassing && pauseMs !== undefined) {
        if (!(answer instanceof Error)) await answer.body?.cancel();
        await wait(pauseMs);
        continue;
      }
      if (answer instanceof Error) throw new Error(`${name} does not answer`, { cause: answer });
      if (answer.ok || answer.status === 404) return answer;
      throw new Error(`${name} refused ${method}: ${answer.status} ${codeIn(await answer.text())}`);
    }
  }

  async function text(method: string, key: string, asked: Asked = {}): Promise<string> {
    const answer = await ask(method, key, asked);
    if (answer.status === 404) throw new Error(`${name} has no such bucket or upload`);
    return answer.text();
  }

  /** Uploads the parts; the store shows the object once they are put together. */
  async function upload(key: string, first: Uint8Array<ArrayBuffer>, rest: AsyncIterator<Part>) {
    const started = await text('POST', key, { query: { uploads: '' } });
    const uploadId = inTag(started, 'UploadId');
    try {
      const tags: string[] = [];
      for (let part: Part | undefined = first; part; part = (await rest.next()).value) {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const answer = await ask('PUT', key, { query, body: part });
        await answer.body?.cancel();
        tags.push(answer.headers.get('etag') ?? '');
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const ended = await text('POST', key, { query: { uploadId }, body: bytesOf(body) });
      // A failure may come with status 200.
      if (ended.includes('<Error>')) throw new Error(`${name} refused parts: ${codeIn(ended)}`);
    } catch (error) {
      await ask('DELETE', key, { query: { uploadId } }).catch(() => undefined);
      throw error;
    }
  }

  const name = `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`;
  return {
    name,

    async write(object, content) {
      const parts = partsOf(content);
      const first = (await parts.next()).value ?? bytesOf('');
      if (first.length === partBytes) return upload(keyOf(object), first, parts);
      await text('PUT', keyOf(object), { body: first });
    },

    async read(object) {
      const answer = await ask('GET', keyOf(object));
      if (answer.status !== 404) return answer.body ?? undefined;
      await answer.body?.cancel();
      return undefined;
    },

    async has(object) {
      const answer = await ask('HEAD', keyOf(object));
      return answer.status !== 404;
    },

    async remove(object) {
      const answer = await ask('DELETE', keyOf(object));
      await answer.body?.cancel();
    },

    async list(under) {
      const names: string[] = [];
      const start = keyOf('').length;
      for (let token = ''; ; ) {
        const page = await text('GET', '', {
          query: {
            'list-type': '2',
            prefix: keyOf(under),
            ...(token === '' ? {} : { 'continuation-token': token }),
          },
        });
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
          names.push(plain(key).slice(start));
        }
        token = inTag(page, 'NextContinuationToken');
        if (token === '') return names;
      }
    },
  };
}

type Part = Uint8Array<ArrayBuffer>;

/** Content in parts of equal size; the last one is shorter. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Part, undefined> {
  let part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.subarray(from, from + partBytes - filled);
      part.set(taken, filled);
      filled += taken.length;
      from += taken.length;
      if (filled < partBytes) continue;
      yield part;
      part = new Uint8Array(partBytes);
      filled = 0;
    }
  }
  if (filled > 0) yield part.slice(0, filled);
}

const bytesOf = (text: string): Part => new TextEncoder().encode(text);

const queryOf = (query: Query): string =>
  Object.entries(query)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .toSorted()
    .join('&');

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
const inTag = (xml: string, tag: string): string =>
  plain(new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? '');
/** Code of a store's error, such as AccessDenied. */
const codeIn = (xml: string): string => inTag(xml, 'Code');
