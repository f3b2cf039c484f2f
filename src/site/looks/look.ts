import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line } from '#kit/values/typed-text.ts';
import type { ContentKind } from '#kit/versions/version.ts';

export const looksPageSize = 20;

/** Content by organisations that the operator may review before publication. */
export const lookKinds = [
  'associate',
  'activity',
  'thanks',
  'use-report',
] as const satisfies ContentKind[];

const Named = {
  kind: z.enum(lookKinds),
  key: z.string().check(z.regex(/^[\w:.-]{1,100}$/)),
  /** The version that was reviewed. */
  tag: z.int(),
};

/** A draft of an organisation that waits for review. */
export const Look = z.object({
  ...Named,
  associateId: z.string(),
  associateName: z.string(),
  /** The author's note. */
  note: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
  content: z.record(z.string(), z.unknown()),
});
export type Look = z.infer<typeof Look>;

export const LookedAt = z.strictObject(Named);
export const SentBack = z.strictObject({ ...Named, reason: line('差し戻す理由', 200) });
export type SentBack = z.infer<typeof SentBack>;
