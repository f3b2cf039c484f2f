import * as z from 'zod/mini';
import { OptionalAppraisalId } from '#giving/applications/appraisal-number.ts';
import { NewEmail } from '#kit/values/email.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalLine, paragraphs } from '#kit/values/typed-text.ts';

export const contactKinds = [
  'application',
  'goods',
  'appraisal',
  'receipt',
  'account',
  'privacy',
  'press',
  'other',
] as const;

export const ContactKind = z.enum(contactKinds, 'お問い合わせの種類を選んでください。');
export type ContactKind = z.infer<typeof ContactKind>;

export const contactKindLabels: Record<ContactKind, string> = {
  application: '箱のお申し込み・変更について',
  goods: '寄付できるものについて',
  appraisal: '査定の結果・寄付について',
  receipt: '受領証明書・寄付金控除について',
  account: '会員登録・ログインについて',
  privacy: '個人情報の取り扱いについて',
  press: '取材・協力のご相談',
  other: 'そのほか',
};

/** Maximum length in characters. */
export const longestContactMessage = 4_000;

/** The body of POST /api/contact. */
export const ContactDraft = z.strictObject({
  name: line('お名前', 100),
  email: NewEmail,
  kind: ContactKind,
  appraisalId: OptionalAppraisalId,
  /** Item of the application that the question is about. */
  item: z.optional(optionalLine('お品物', 100)),
  message: paragraphs('お問い合わせの内容', longestContactMessage),
});
export type ContactDraft = z.infer<typeof ContactDraft>;

export const contactMessagesPageSize = 20;

/** A message for the operator; `answeredAt` is null until it is marked as answered. */
export const AdminContactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  kind: ContactKind,
  appraisalId: z.string(),
  /** Item that it asks about; '' for none. */
  item: z.string(),
  message: z.string(),
  answeredAt: z.nullable(Timestamp),
  createdAt: Timestamp,
});
export type AdminContactMessage = z.infer<typeof AdminContactMessage>;
