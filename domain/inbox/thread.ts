import * as z from 'zod/mini';
import { applicationStates } from '#domain/applications/application-state.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { paragraphs } from '#domain/values/typed-text.ts';
import { Attachment } from './attachment.ts';
import { AdminContactMessage, longestContactMessage } from './contact-message.ts';
import { AdminListing } from './listing-application.ts';
import { ReplyTemplate } from './reply-template.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** An answer is due three days after the sender's word. */
export const answerDueMs = 3 * dayMs;
/** The sender's link works for so long after the last word. */
export const threadLinkDays = 90;

/** When an answer is due after a new word: an earlier word that still waits keeps its time. */
export const dueAfterWord = (now: Date, waitingSince: Date | null): Date => {
  const due = new Date(now.getTime() + answerDueMs);
  return waitingSince && waitingSince < due ? waitingSince : due;
};

export const subjectTypes = ['message', 'listing'] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** Which of the two a reference number is of; undefined for any other text. */
export function subjectTypeOf(id: string): SubjectType | undefined {
  const [, prefix] = /^(TC|TL)-[\w-]{1,60}$/.exec(id) ?? [];
  if (prefix === undefined) return undefined;
  return prefix === 'TC' ? 'message' : 'listing';
}

/** Somebody of the operators, as threads name them. */
export const Colleague = z.object({ uid: z.string(), name: z.string() });
export type Colleague = z.infer<typeof Colleague>;

/** What a list says of a row's thread; `dueAt` is null where nothing waits for an answer. */
export const ThreadFacts = z.object({
  assignee: z.nullable(Colleague),
  dueAt: z.nullable(Timestamp),
  isOverdue: z.boolean(),
});
export type ThreadFacts = z.infer<typeof ThreadFacts>;

export const ListedMessage = z.extend(AdminContactMessage, ThreadFacts.shape);
export type ListedMessage = z.infer<typeof ListedMessage>;
export const ListedListing = z.extend(AdminListing, ThreadFacts.shape);
export type ListedListing = z.infer<typeof ListedListing>;

/** `out` went to the sender, `in` came from them, a `note` is for colleagues alone. */
export const ThreadEntry = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in', 'note']),
  body: z.string(),
  author: z.nullable(Colleague),
  /** Of the mail that carried it. */
  mailId: z.nullable(z.string()),
  attachments: z.array(Attachment),
  createdAt: Timestamp,
});
export type ThreadEntry = z.infer<typeof ThreadEntry>;

/** An application beside a thread: named by its sender, or applied for under their e-mail. */
export const ThreadApplication = z.object({
  appraisalId: z.string(),
  state: z.enum(applicationStates),
  targetName: z.string(),
  isNamed: z.boolean(),
});
export type ThreadApplication = z.infer<typeof ThreadApplication>;

/** Another thread of the same e-mail. */
export const ThreadReference = z.object({
  id: z.string(),
  isWaiting: z.boolean(),
  createdAt: Timestamp,
});
export type ThreadReference = z.infer<typeof ThreadReference>;

/** Everything of a thread, as the operator answers it. */
export const AdminThread = z.extend(ThreadFacts, {
  id: z.string(),
  /** One of the two. */
  message: z.nullable(AdminContactMessage),
  listing: z.nullable(AdminListing),
  entries: z.array(ThreadEntry),
  version: z.number(),
  colleagues: z.array(Colleague),
  templates: z.array(ReplyTemplate),
  applications: z.array(ThreadApplication),
  others: z.array(ThreadReference),
  /** The donor or guest who has this e-mail. */
  donor: z.nullable(z.object({ id: z.string(), isGuest: z.boolean() })),
  /** Where the sender's answer to a mail comes in; else by a link. */
  isAnsweredByMail: z.boolean(),
});
export type AdminThread = z.infer<typeof AdminThread>;

export const longestReply = longestContactMessage;
/** What is written on a thread. */
export const ThreadReply = z.strictObject({ body: paragraphs('本文', longestReply) });
export type ThreadReply = z.infer<typeof ThreadReply>;

/** The bodies of the other steps: to whom it is assigned, whether it is done with. */
export const ThreadAssignment = z.strictObject({
  uid: z.nullable(z.string().check(z.maxLength(64, '担当者の指定が正しくありません。'))),
});
export const ThreadMark = z.strictObject({ isAnswered: z.boolean() });

/** The token of a sender's link. */
export const ThreadToken = z
  .string()
  .check(z.regex(/^[\w-]{43}$/, 'リンクが正しくありません。メールからもう一度お開きください。'));
export const ThreadRequest = z.strictObject({ token: ThreadToken });
export const OwnThreadReply = z.strictObject({ token: ThreadToken, ...ThreadReply.shape });
export type OwnThreadReply = z.infer<typeof OwnThreadReply>;
export const ThreadFileRequest = z.strictObject({
  token: ThreadToken,
  id: z.string().check(z.maxLength(64)),
});
export type ThreadFileRequest = z.infer<typeof ThreadFileRequest>;

/** A thread as its sender reads it: their words and the operator's, no notes. */
export const OwnThread = z.object({
  id: z.string(),
  subjectType: z.enum(subjectTypes),
  message: z.string(),
  createdAt: Timestamp,
  entries: z.array(
    z.object({
      isTheirs: z.boolean(),
      body: z.string(),
      attachments: z.array(Attachment),
      createdAt: Timestamp,
    }),
  ),
});
export type OwnThread = z.infer<typeof OwnThread>;
