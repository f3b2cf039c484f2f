import type { FastifyInstance, FastifyReply } from 'fastify';
import { refuse } from '#kit/errors/refusal.ts';

/** ETag of an editable record's version (docs/product.md, Sign-in and sessions). */
export const etagOf = (version: number) => `"${version}"`;

/** Answers a versioned record with its ETag. */
export function tagged<Record extends { version: number }>(
  reply: FastifyReply,
  record: Record,
): Record {
  reply.header('etag', etagOf(record.version));
  return record;
}

/**
 * Version in an If-Match header; undefined without one. Accepts weak tags, which compressing proxies produce. Refuses
 * `*` and anything else that names no single version.
 */
export function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined) return undefined;
  const version = /^\s*(?:W\/)?"(0|[1-9]\d{0,8})"\s*$/.exec(ifMatch)?.[1];
  if (version === undefined) throw unreadable();
  return Number(version);
}

const unreadable = () =>
  refuse(
    'ValidationError',
    'If-Matchには、読み込んだときのETagをそのまま指定してください。画面を読み込み直してから、もう一度お試しください。',
  );

/** Refuses any change with an unreadable If-Match, even on routes that do not require one. */
export function demandReadableVersions(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ method, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') expectedVersion(headers['if-match']);
  });
}

/** Expected version, for changes that require one: a missing If-Match is refused as stale. */
export function demandedVersion(ifMatch: string | undefined): number {
  const version = expectedVersion(ifMatch);
  if (version === undefined) throw stale();
  return version;
}

/** Refusal of an edit based on an outdated version. */
export const stale = () =>
  refuse(
    'Conflict',
    'ほかの画面で内容が変わっています。画面を読み込み直してから、もう一度お試しください。',
  );
