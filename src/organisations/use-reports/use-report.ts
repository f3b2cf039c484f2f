import * as z from 'zod/mini';
import { PictureId } from '#kit/images/picture-id.ts';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, paragraphs } from '#kit/values/typed-text.ts';

export const maxUseReportLetters = 4_000;
/** Public figures name no sum of fewer gifts (docs/decisions/0032). */
export const minPublicGifts = 5;
/** Days after arrival from which an unreported gift is listed as late. */
export const lateAfterDays = 90;
/** Published reports that a page lists. */
export const maxReportsShown = 100;

const amountMessage = '金額は、1円以上の整数で入力してください。';

/** One edition of a report: what a sum was used for in a period. */
export const UseReportContent = z
  .strictObject({
    title: line('使い道', 60),
    body: paragraphs('報告の文章', maxUseReportLetters),
    imageId: PictureId,
    from: serviceDay('期間の始まりの日を選んでください。'),
    to: serviceDay('期間の終わりの日を選んでください。'),
    yen: z
      .int(amountMessage)
      .check(
        z.minimum(1, amountMessage),
        z.maximum(999_999_999_999, '金額が大きすぎます。ご確認ください。'),
      ),
  })
  .check(
    z.refine(({ from, to }) => from <= to, {
      error: '終わりの日は、始まりの日より後にしてください。',
      path: ['to'],
    }),
  );
export type UseReportContent = z.infer<typeof UseReportContent>;

/** What arrived at an organisation and is not reported on yet, in yen, for its own people. */
export const UseFigures = z.object({
  arrivedYen: z.number(),
  reportedYen: z.number(),
  unreportedYen: z.number(),
  unreportedGifts: z.number(),
  /** Arrived more than 90 days ago. */
  lateGifts: z.number(),
  lateYen: z.number(),
  /** Day on which the oldest of them arrived, YYYY-MM-DD; "" for none. */
  oldestOn: z.string(),
});
export type UseFigures = z.infer<typeof UseFigures>;

/** A published report, as the organisation's people list it. */
export const StaffUseReport = z.object({
  id: z.string(),
  title: z.string(),
  from: z.string(),
  to: z.string(),
  yen: z.number(),
  gifts: z.number(),
  edition: z.number(),
  isHidden: z.boolean(),
  hiddenReason: z.string(),
  publishedAt: Timestamp,
});
export type StaffUseReport = z.infer<typeof StaffUseReport>;

/** The room's reports: figures and published reports, the newest first. */
export const RoomUses = z.object({ figures: UseFigures, reports: z.array(StaffUseReport) });
export type RoomUses = z.infer<typeof RoomUses>;

/** A new report: published, or waiting for the operator's review. */
export const BegunReport = z.object({ id: z.string(), isWaiting: z.boolean() });

/** Hides a report's text and picture, or shows them again, with the reason. */
export const HidingReason = z.strictObject({
  reason: line('理由', 200),
  isHidden: z.boolean('隠すか戻すかを選んでください。'),
});
export type HidingReason = z.infer<typeof HidingReason>;
