import * as z from 'zod/mini';
import { serviceDay } from '#domain/values/days/day-schema.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';

/** What is edited in drafts and published in versions, and what its history calls it. */
export const contentKinds = {
  'service-facts': '運営者の情報',
  acceptance: 'お引き受けできるもの',
  'legal-text': '規約などの文面',
  associate: '団体のページ',
  activity: '活動の報告',
  thanks: 'お礼のメッセージ',
  campaign: '特集',
  picks: 'おすすめの団体',
  challenges: '社会課題の並び順と紹介',
  notices: 'お知らせ',
  questions: 'よくあるご質問',
  'mail-template': 'メールの文面',
  'bonus-rules': '加算の決まり',
} as const;
export type ContentKind = keyof typeof contentKinds;

export const versionsPageSize = 20;

/**
 * Where a version is: being written, waiting for the operator's look, published once and for ever, or given up.
 */
export const versionStates = {
  draft: '下書き',
  waiting: '確認待ち',
  published: '公開',
  discarded: '破棄',
} as const;
export const VersionState = z.enum(Object.keys(versionStates) as (keyof typeof versionStates)[]);
export type VersionState = z.infer<typeof VersionState>;

/** A version as lists show it; names are of the people's accounts. */
export const VersionSummary = z.object({
  number: z.number(),
  state: VersionState,
  /** Why it was changed, or why it was sent back. */
  note: z.string(),
  /** YYYY-MM-DD from which it holds; "" at once. */
  holdsFrom: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
  /** "" until it is published. */
  publishedAt: z.union([z.literal(''), Timestamp]),
});
export type VersionSummary = z.infer<typeof VersionSummary>;

/** The same with what it says. */
export const versionOf = <Content extends z.core.$ZodType>(content: Content) =>
  z.extend(VersionSummary, { content });

/** A thing with what holds today, and its open draft; `number` of what holds is 0 while it is as delivered. */
export const versioned = <Content extends z.core.$ZodType>(content: Content) =>
  z.object({
    current: z.object({ number: z.number(), content }),
    draft: z.nullable(versionOf(content)),
    /** Published, but of a day to come. */
    coming: z.array(VersionSummary),
  });

export type Versioned<Content> = {
  current: { number: number; content: Content };
  draft: (VersionSummary & { content: Content }) | null;
  coming: VersionSummary[];
};

export const versionNote = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(200, '変更の理由は200文字以内で入力してください。'),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, '変更の理由に使えない文字が含まれています。'),
    ),
  '',
);

/** The body of a publication. */
export const Publication = z.strictObject({
  note: versionNote,
  holdsFrom: z._default(z.union([z.literal(''), serviceDay()]), ''),
});
export type Publication = z.infer<typeof Publication>;
