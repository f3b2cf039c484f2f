import * as z from 'zod/mini';
import { NewEmail } from '#kit/values/email.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

export const mailStates = ['waiting', 'sent', 'dead', 'held'] as const;
export const MailState = z.enum(mailStates, 'メールの状態の指定が正しくありません。');
export type MailState = z.infer<typeof MailState>;

export const mailStateLabels: Record<MailState, string> = {
  waiting: '送信待ち',
  sent: '送信済み',
  dead: '送信できず',
  held: '保留中',
};

export const adminMailsPageSize = 50;

/** A mail of the outbox in the operator's list; `sentAt` is null until it is sent. */
export const AdminMail = z.object({
  id: z.string(),
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  appraisalId: z.nullable(z.string()),
  state: MailState,
  attempts: z.number(),
  lastError: z.string(),
  createdAt: Timestamp,
  sentAt: z.nullable(Timestamp),
});
export type AdminMail = z.infer<typeof AdminMail>;

/** A mail with its content; links that only its recipient may use are masked (docs/product.md, Sample data). */
export const AdminMailDetail = z.extend(AdminMail, {
  text: z.string(),
  html: z.string(),
  /** Number of resends; a resend from a stale page is refused. */
  version: z.number(),
  /** The mail that this one resends. */
  resendOf: z.nullable(z.string()),
  resends: z.array(z.object({ id: z.string(), to: z.string(), state: MailState })),
  /** False if the mail gives access to an account: it may be resent to the same address only. */
  isForOthers: z.boolean(),
  /** The record with this address, if it can be corrected along with the resend. */
  record: z.nullable(
    z.object({ kind: z.enum(['application', 'thread']), id: z.string(), version: z.number() }),
  ),
});
export type AdminMailDetail = z.infer<typeof AdminMailDetail>;

/**
 * Body of POST /api/office/mails/{id}/resend. With `recordVersion` the record's address is
 * corrected as well, unless that version is stale.
 */
export const MailResend = z.strictObject({
  to: NewEmail,
  recordVersion: z.nullable(z.int().check(z.minimum(1))),
});
export type MailResend = z.infer<typeof MailResend>;
