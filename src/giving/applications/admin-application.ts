import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { optionalParagraphs } from '#kit/values/typed-text.ts';
import { Account } from '#people/accounts/account.ts';
import { ApplicationStatus } from './application.ts';
import { RecordedChange } from './application-edit.ts';
import type { ApplicationStep } from './application-state.ts';
import { AppraisalId } from './appraisal-number.ts';
import { ApplicationState, DeliverySlot } from './choice-schemas.ts';
import { SeenApplications } from './step-changes.ts';

/**
 * Manual steps of an operator. Appraising and donating are not among them: amounts come from result
 * files only.
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

/** Labels of the step buttons. */
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
  /** Amount of the current result; null before there is one. */
  amountYen: z.nullable(z.number()),
  /** Day on which the kit left, YYYY-MM-DD; '' before. */
  kitSentOn: z.string(),
  /** Promised day of the next step; '' if nothing is promised. */
  promisedOn: z.string(),
  isOverdue: z.boolean(),
  createdAt: Timestamp,
  elapsedDays: z.number(),
  steps: z.array(AdminStep),
  /** Sent along with a step: a stale version is refused. */
  version: z.number(),
});
export type AdminApplication = z.infer<typeof AdminApplication>;

/** An event as the operator sees it: with its actor and the internal note. */
export const AdminEvent = z.object({
  id: z.number(),
  fromState: z.nullable(ApplicationState),
  toState: ApplicationState,
  doneBy: z.string(),
  actorUid: z.nullable(z.string()),
  /** Operator who took the step; "" for other actors and deleted accounts. */
  actorName: z.string(),
  /** The step that this one took back or corrected. */
  undoes: z.nullable(z.number()),
  change: z.nullable(RecordedChange),
  isSkipped: z.boolean(),
  /** The result was corrected. */
  isCorrection: z.optional(z.boolean()),
  note: z.string(),
  at: Timestamp,
});
export type AdminEvent = z.infer<typeof AdminEvent>;

/** Everything the operator needs to send a kit, contact the donor or appraise. */
export const AdminApplicationDetail = z.extend(AdminApplication, {
  status: ApplicationStatus,
  email: z.string(),
  /** The name in parts, for corrections. */
  names: Account.shape.names,
  uid: z.nullable(z.string()),
  /** Operator who entered it for a caller; null if the donor applied themselves. */
  enteredBy: z.nullable(z.object({ name: z.string() })),
  frequency: z.enum(['once', 'recurring']),
  birth: z.string(),
  occupation: z.string(),
  slotCodes: z.object({ sagawa: z.string(), yamato: z.string() }),
  /**
   * Version number of the terms at application time, 0 for the built-in ones; null for applications
   * older than this field.
   */
  termsVersion: z.nullable(z.number()),
  history: z.array(AdminEvent),
  /** Deadline for taking the last step back; null if that step was not manual or the deadline is over. */
  takeBackUntil: z.nullable(Timestamp),
  /** State that it can be corrected to; null if there is none. */
  rightState: z.nullable(ApplicationState),
});
export type AdminApplicationDetail = z.infer<typeof AdminApplicationDetail>;

/** Number of applications per state. */
export const ApplicationCounts = z.record(ApplicationState, z.number());
export type ApplicationCounts = z.infer<typeof ApplicationCounts>;

/**
 * Applications with work today: all of them, those past a promised day (counted up to 1,000), and those whose kit is
 * due, with their boxes.
 */
export const AdminToday = z.object({
  todo: z.number(),
  overdue: z.number(),
  kits: z.number(),
  boxes: z.number(),
});
export type AdminToday = z.infer<typeof AdminToday>;

/** Body of POST /api/office/applications/step: one step for one or several applications. */
export const StepRequest = z.strictObject({
  applications: SeenApplications,
  step: AdminStep,
  note: z.optional(optionalParagraphs('メモ', 500)),
});
export type StepRequest = z.infer<typeof StepRequest>;
