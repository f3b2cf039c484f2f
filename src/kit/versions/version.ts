import * as z from 'zod/mini';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';

/** Kinds of content with drafts and published versions, and their names in the history. */
export const contentKinds = {
  'service-facts': '運営者の情報',
  acceptance: 'お引き受けできるもの',
  'legal-text': '規約などの文面',
  associate: '団体のページ',
  activity: '活動の報告',
  thanks: 'お礼のメッセージ',
  'use-report': '使い道の報告',
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

/** States of a version: draft, waiting for the operator's review, published, or discarded. */
export const versionStates = {
  draft: '下書き',
  waiting: '確認待ち',
  published: '公開',
  discarded: '破棄',
} as const;
export const VersionState = z.enum(Object.keys(versionStates) as (keyof typeof versionStates)[]);
export type VersionState = z.infer<typeof VersionState>;

/** A version in lists; names are those of accounts. */
export const VersionSummary = z.object({
  number: z.number(),
  state: VersionState,
  /** Reason of the change, or for sending it back. */
  note: z.string(),
  /** First effective day, YYYY-MM-DD; "" for at once. */
  holdsFrom: z.string(),
  changedBy: z.string(),
  changedAt: Timestamp,
  /** "" before publication. */
  publishedAt: z.union([z.literal(''), Timestamp]),
});
export type VersionSummary = z.infer<typeof VersionSummary>;

/** A version with its content. */
export const versionOf = <Content extends z.core.$ZodType>(content: Content) =>
  z.extend(VersionSummary, { content });

/** Current content, its open draft and upcoming versions; `number` is 0 for the built-in content. */
export const versioned = <Content extends z.core.$ZodType>(content: Content) =>
  z.object({
    current: z.object({ number: z.number(), content }),
    draft: z.nullable(versionOf(content)),
    /** Published, not yet effective. */
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

/** Body of a publication. */
export const Publication = z.strictObject({
  note: versionNote,
  holdsFrom: z._default(z.union([z.literal(''), serviceDay()]), ''),
});
export type Publication = z.infer<typeof Publication>;
