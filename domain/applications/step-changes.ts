import * as z from 'zod/mini';
import { ApplicationState } from '#domain/values/choice-schemas.ts';
import { line, optionalParagraphs } from '#domain/values/typed-text.ts';
import { AppraisalId } from './appraisal-number.ts';

/** One step or take-back is for so many applications at most. */
export const maxStepApplications = 200;

/** An application as its row or page showed it: what changed meanwhile is not touched. */
export const SeenApplication = z.strictObject({
  appraisalId: AppraisalId,
  version: z.int().check(z.minimum(1)),
});
export type SeenApplication = z.infer<typeof SeenApplication>;

export const SeenApplications = z
  .array(SeenApplication)
  .check(
    z.minLength(1, 'お申し込みを1件以上選んでください。'),
    z.maxLength(maxStepApplications, `一度に選べるのは${maxStepApplications}件までです。`),
  );

/** The body of POST /api/office/applications/take-back. */
export const TakeBackRequest = z.strictObject({ applications: SeenApplications });
export type TakeBackRequest = z.infer<typeof TakeBackRequest>;

/** The body of POST /api/office/applications/set-right: `donorWords` stand in the mail, the reason does not. */
export const SetRightRequest = z.strictObject({
  ...SeenApplication.shape,
  toState: ApplicationState,
  reason: line('理由', 200),
  donorWords: z.optional(optionalParagraphs('寄付者へのひとこと', 300)),
});
export type SetRightRequest = z.infer<typeof SetRightRequest>;

/**
 * The outcome of a step: done, or why not. `state` and `version` are the
 * application's current ones; `isStale` where it was changed after it was shown.
 */
export const StepOutcome = z.object({
  appraisalId: AppraisalId,
  isDone: z.boolean(),
  isStale: z.optional(z.boolean()),
  state: z.nullable(ApplicationState),
  version: z.nullable(z.number()),
  message: z.string(),
});
export type StepOutcome = z.infer<typeof StepOutcome>;
