import { refuse } from '#domain/errors/refusal.ts';

/** The ETag of an editable record's version (docs/product.md, Sign-in and sessions). */
export const etagOf = (version: number) => `"${version}"`;

/**
 * The version that an If-Match header names; undefined without one, or with `*`. Refuses what is
 * not a version: it can never match.
 */
export function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const version = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch)?.[1];
  if (version === undefined) throw stale();
  return Number(version);
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
