import * as z from 'zod/mini';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

export const mailStates = ['waiting', 'sent', 'dead', 'held'] as const;
export const MailState = z.enum(mailStates, 'メールの状態の指定が正しくありません。');
export type MailState = z.infer<typeof MailState>;

export const mailStateLabels: Record<MailState, string> = {
  waiting: '送信待ち',
  sent: '送信済み',
  dead: '送信できず',
  held: '保留中',
};

/** Mails on one page of the operator's list. */
export const adminMailsPageSize = 50;

/** A mail of the outbox as the operator lists it; `sentAt` is null until it is sent. */
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

/**
 * A mail with its content; links that only its recipient may use are hidden (docs/product.md, Sample data).
 */
export const AdminMailDetail = z.extend(AdminMail, { text: z.string(), html: z.string() });
export type AdminMailDetail = z.infer<typeof AdminMailDetail>;
