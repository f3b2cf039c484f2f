import * as z from 'zod/mini';
import { line, optionalParagraphs } from '#kit/values/typed-text.ts';
import { AppraisalId } from './appraisal-number.ts';
import { ApplicationState } from './choice-schemas.ts';

/** Applications per step or take-back. */
export const maxStepApplications = 200;

/** An application with the version that was shown; a stale one is left unchanged. */
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

/** Body of POST /api/office/applications/set-right: `donorWords` appear in the mail, the reason does not. */
export const SetRightRequest = z.strictObject({
  ...SeenApplication.shape,
  toState: ApplicationState,
  reason: line('理由', 200),
  donorWords: z.optional(optionalParagraphs('寄付者へのひとこと', 300)),
});
export type SetRightRequest = z.infer<typeof SetRightRequest>;

/**
 * Outcome of a step for one application. `state` and `version` are its current ones; `isStale` if
 * it changed after it was shown.
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
