import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { line } from '#domain/values/typed-text.ts';
import type { ContentKind } from '#domain/versions/version.ts';

export const looksPageSize = 20;

/** What organisations write, and the operator may read before everybody does. */
export const lookKinds = ['associate', 'activity', 'thanks'] as const satisfies ContentKind[];

const Named = {
  kind: z.enum(lookKinds),
  key: z.string().check(z.regex(/^[\w:.-]{1,100}$/)),
  /** The version that was read. */
  tag: z.int(),
};

/** A draft of an organisation that waits for the operator's look. */
export const Look = z.object({
  ...Named,
  associateId: z.string(),
  associateName: z.string(),
  /** What its writer said about it. */
  note: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
  content: z.record(z.string(), z.unknown()),
});
export type Look = z.infer<typeof Look>;

export const LookedAt = z.strictObject(Named);
export const SentBack = z.strictObject({ ...Named, reason: line('差し戻す理由', 200) });
export type SentBack = z.infer<typeof SentBack>;
