import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/errors/refusal.ts';

/** The ETag of an editable record's version (docs/product.md, Sign-in and sessions). */
export const etagOf = (version: number) => `"${version}"`;

/**
 * The version that an If-Match header names; undefined without one. A weak tag counts: proxies that compress weaken
 * tags. Refuses `*` and whatever else names no single version.
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

/** Refuses any change whose If-Match names no version, whether or not its route asks for one. */
export function demandReadableVersions(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ method, headers }) => {
    if (method !== 'GET' && method !== 'HEAD') expectedVersion(headers['if-match']);
  });
}

/** The same where nobody may act on what they have not seen: without a version, refused as stale. */
export function demandedVersion(ifMatch: string | undefined): number {
  const version = expectedVersion(ifMatch);
  if (version === undefined) throw stale();
  return version;
}

/** Refuses an edit of something that was changed in the meantime. */
export const stale = () =>
  refuse(
    'Conflict',
    'ほかの画面で内容が変わっています。画面を読み込み直してから、もう一度お試しください。',
  );
