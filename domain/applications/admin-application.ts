import * as z from 'zod/mini';
import { Account } from '#domain/accounts/account.ts';
import { ApplicationState, DeliverySlot } from '#domain/values/choice-schemas.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { optionalParagraphs } from '#domain/values/typed-text.ts';
import { ApplicationStatus } from './application.ts';
import { RecordedChange } from './application-edit.ts';
import type { ApplicationStep } from './application-state.ts';
import { AppraisalId } from './appraisal-number.ts';
import { SeenApplications } from './step-changes.ts';

/**
 * The steps that an operator takes by hand. Appraising and donating are not among them: amounts
 * come from the result file alone.
 */
export const adminSteps = [
  'send-kit',
  'receive-goods',
  'receive-unsent',
  'cancel',
  'call-off',
  'return',
  'leave-unpriced',
] as const satisfies readonly ApplicationStep[];
export const AdminStep = z.enum(adminSteps, '操作を一覧から選んでください。');
export type AdminStep = z.infer<typeof AdminStep>;

/** The label of a step's button. */
export const adminStepLabels: Record<AdminStep, string> = {
  'send-kit': '箱を発送した',
  'receive-goods': 'お品物が届いた',
  'receive-unsent': 'お品物が届いた',
  cancel: '申し込みを取り消す',
  'call-off': '中止する',
  return: '返送した',
  'leave-unpriced': '値付不可にする',
};

export const adminApplicationsPageSize = 50;

/** A row of the operator's list; `elapsedDays` counts Asia/Tokyo days in the current state. */
export const AdminApplication = z.object({
  appraisalId: AppraisalId,
  kind: z.enum(['direct', 'fund']),
  targetName: z.string(),
  state: ApplicationState,
  identity: ApplicationStatus.shape.identity,
  name: z.string(),
  nameKana: z.string(),
  tel: z.string(),
  isGuest: z.boolean(),
  boxes: z.number(),
  deliveryDate: z.string(),
  deliverySlot: DeliverySlot,
  /** Of the result that stands; null before it. */
  amountYen: z.nullable(z.number()),
  /** The day YYYY-MM-DD on which its kit left; '' before. */
  kitSentOn: z.string(),
  /** Until when it is promised to go on; '' where nothing is promised. */
  promisedOn: z.string(),
  isOverdue: z.boolean(),
  createdAt: Timestamp,
  elapsedDays: z.number(),
  steps: z.array(AdminStep),
  /** What a step names, so that one shown too long ago is not taken. */
  version: z.number(),
});
export type AdminApplication = z.infer<typeof AdminApplication>;

/** A step as the operator sees it: with its actor and the note that the donor does not see. */
export const AdminEvent = z.object({
  id: z.number(),
  fromState: z.nullable(ApplicationState),
  toState: ApplicationState,
  doneBy: z.string(),
  actorUid: z.nullable(z.string()),
  /** Who of the service did it; "" for others, and where the account is gone. */
  actorName: z.string(),
  /** The step that this one took back or set right. */
  undoes: z.nullable(z.number()),
  change: z.nullable(RecordedChange),
  isSkipped: z.boolean(),
  /** A result was set right. */
  isCorrection: z.optional(z.boolean()),
  note: z.string(),
  at: Timestamp,
});
export type AdminEvent = z.infer<typeof AdminEvent>;

/** Everything the operator needs to send a kit, contact the donor or appraise. */
export const AdminApplicationDetail = z.extend(AdminApplication, {
  status: ApplicationStatus,
  email: z.string(),
  /** The name in its parts, as a correction needs it. */
  names: Account.shape.names,
  uid: z.nullable(z.string()),
  /** Who entered it for a caller; null where the person did themself. */
  enteredBy: z.nullable(z.object({ name: z.string() })),
  frequency: z.enum(['once', 'recurring']),
  birth: z.string(),
  occupation: z.string(),
  slotCodes: z.object({ sagawa: z.string(), yamato: z.string() }),
  /** The number of the terms it was made under, 0 as delivered; null before that was noted. */
  termsVersion: z.nullable(z.number()),
  history: z.array(AdminEvent),
  /** Until when the last step can be taken back; null where there is none by hand, or it is over. */
  takeBackUntil: z.nullable(Timestamp),
  /** What it can be set right to; null where it cannot. */
  rightState: z.nullable(ApplicationState),
});
export type AdminApplicationDetail = z.infer<typeof AdminApplicationDetail>;

/** The number of applications in each state. */
export const ApplicationCounts = z.record(ApplicationState, z.number());
export type ApplicationCounts = z.infer<typeof ApplicationCounts>;

/**
 * The operator's tasks today: what waits for somebody, what is past its promise (counted to 1,000), applications whose kit is due (and the boxes in them), mails that
 * failed for good, and the donations of the last twelve months, the current one last.
 */
export const AdminToday = z.object({
  todo: z.number(),
  overdue: z.number(),
  kits: z.number(),
  boxes: z.number(),
  deadMails: z.number(),
  months: z.array(z.object({ month: z.string(), donations: z.number() })),
});
export type AdminToday = z.infer<typeof AdminToday>;

/** The body of POST /api/office/applications/step: one step for one application or a selection. */
export const StepRequest = z.strictObject({
  applications: SeenApplications,
  step: AdminStep,
  note: z.optional(optionalParagraphs('メモ', 500)),
});
export type StepRequest = z.infer<typeof StepRequest>;
