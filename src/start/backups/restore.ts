import * as z from 'zod/mini';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/** A run as the backup had it, and as it is now. */
const RunToHold = z.object({
  id: z.string(),
  number: z.string(),
  amountYen: z.number(),
  /** Labels of its state in the backup and now. */
  stateThen: z.string(),
  stateNow: z.string(),
});

/** A retraction that a person has to do again. */
const OpenRetraction = z.object({ kind: z.string(), subject: z.string(), why: z.string() });

/** A restored backup as operators see it. */
export const Restore = z.object({
  generation: z.number(),
  /** What new numbers carry: 2026B-000124. */
  mark: z.string(),
  backupId: z.string(),
  takenAt: Timestamp,
  restoredAt: Timestamp,
  counts: z.object({
    sessions: z.number(),
    links: z.number(),
    invitations: z.number(),
    heldMails: z.number(),
    erased: z.number(),
    withdrawn: z.number(),
    endedRights: z.number(),
  }),
  runs: z.array(RunToHold),
  open: z.array(OpenRetraction),
  bankCheckedAt: z.nullable(Timestamp),
  lookedAt: z.nullable(Timestamp),
});
export type Restore = z.infer<typeof Restore>;

/** The last backup and the last restore that was tried. */
export const BackupState = z.object({
  lastEndedAt: z.nullable(Timestamp),
  lastError: z.nullable(z.string()),
  destination: z.string(),
  provenAt: z.nullable(Timestamp),
  /** What failed at the last trial; '' if it went well or none was made. */
  failed: z.string(),
  restores: z.array(Restore),
});
export type BackupState = z.infer<typeof BackupState>;

export const maxShownHeldMails = 100;

const HeldMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  createdAt: Timestamp,
});

/** Held mails of a kind, the newest first. */
export const HeldMailGroup = z.object({
  kind: z.string(),
  count: z.number(),
  /** False if its links have ended: it can only be dropped. */
  isSendable: z.boolean(),
  mails: z.array(HeldMail),
});
export type HeldMailGroup = z.infer<typeof HeldMailGroup>;

/** Which held mails: one, those of a kind, or all. */
export const HeldMailChoice = z.union([
  z.strictObject({
    id: z.string().check(z.regex(/^\d{1,15}$/, 'メールの番号が正しくありません。')),
  }),
  z.strictObject({ kind: z.string().check(z.maxLength(50)) }),
  z.strictObject({ all: z.literal(true) }),
]);
export type HeldMailChoice = z.infer<typeof HeldMailChoice>;

export const HeldMailOutcome = z.object({ count: z.number() });
