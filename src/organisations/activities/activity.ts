import * as z from 'zod/mini';
import { PictureId } from '#kit/images/picture-id.ts';
import { maxMarkdownLetters } from '#kit/values/text/rich-text.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';

export const activityPageSize = 20;

/** Content of one version of an activity report. */
export const ActivityContent = z.strictObject({
  title: line('見出し', 100),
  body: paragraphs('本文', maxMarkdownLetters),
  imageId: PictureId,
});
export type ActivityContent = z.infer<typeof ActivityContent>;

/** A published report, as the organisation's staff lists it. */
export const StaffActivity = z.object({
  id: z.string(),
  title: z.string(),
  publishedAt: Timestamp,
});
export type StaffActivity = z.infer<typeof StaffActivity>;
