import * as z from 'zod/mini';
import { paragraphs } from '#kit/values/typed-text.ts';

/** What an auditor may ask about. */
export const auditSubjects = {
  posting: '仕訳',
  remittance: '送金',
  receipt: '受領証明書',
} as const;
export type AuditSubject = keyof typeof auditSubjects;

export const AuditQuestion = z.strictObject({
  subject: z.enum(Object.keys(auditSubjects) as AuditSubject[], '質問の相手を選んでください。'),
  subjectId: z
    .string('質問の相手を選んでください。')
    .check(z.regex(/^[\w:.-]{1,200}$/, '質問の相手の番号が正しくありません。')),
  question: paragraphs('質問', 2_000),
});
export type AuditQuestion = z.infer<typeof AuditQuestion>;
