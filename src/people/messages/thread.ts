import * as z from 'zod/mini';
import { applicationStates } from '#giving/applications/application-state.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { paragraphs } from '#kit/values/typed-text.ts';
import { Attachment } from './attachment.ts';
import { AdminContactMessage, longestContactMessage } from './contact-message.ts';
import { AdminListing } from './listing-application.ts';
import { ReplyTemplate } from './reply-template.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** An answer is due three days after the sender's message. */
export const answerDueMs = 3 * dayMs;
/** Days that the sender's link works after the last message. */
export const threadLinkDays = 90;

/** When an answer is due after a new message: an unanswered earlier one keeps its deadline. */
export const dueAfterWord = (now: Date, waitingSince: Date | null): Date => {
  const due = new Date(now.getTime() + answerDueMs);
  return waitingSince && waitingSince < due ? waitingSince : due;
};

export const subjectTypes = ['message', 'listing'] as const;
export type SubjectType = (typeof subjectTypes)[number];

/** Type of a reference number; undefined for any other text. */
export function subjectTypeOf(id: string): SubjectType | undefined {
  const [, prefix] = /^(TC|TL)-[\w-]{1,60}$/.exec(id) ?? [];
  if (prefix === undefined) return undefined;
  return prefix === 'TC' ? 'message' : 'listing';
}

/** An operator, as threads show them. */
export const Colleague = z.object({ uid: z.string(), name: z.string() });
export type Colleague = z.infer<typeof Colleague>;

/** Thread columns of a list row; `dueAt` is null if no answer is due. */
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

/** `out` was sent to the sender, `in` came from them, a `note` is internal. */
export const ThreadEntry = z.object({
  id: z.string(),
  direction: z.enum(['out', 'in', 'note']),
  body: z.string(),
  author: z.nullable(Colleague),
  /** The mail that carried it. */
  mailId: z.nullable(z.string()),
  attachments: z.array(Attachment),
  createdAt: Timestamp,
});
export type ThreadEntry = z.infer<typeof ThreadEntry>;

/** An application beside a thread: mentioned by its sender, or made with their e-mail. */
export const ThreadApplication = z.object({
  appraisalId: z.string(),
  state: z.enum(applicationStates),
  targetName: z.string(),
  isNamed: z.boolean(),
});
export type ThreadApplication = z.infer<typeof ThreadApplication>;

/** Another thread from the same e-mail. */
export const ThreadReference = z.object({
  id: z.string(),
  isWaiting: z.boolean(),
  createdAt: Timestamp,
});
export type ThreadReference = z.infer<typeof ThreadReference>;

/** A complete thread, for the operator who answers it. */
export const AdminThread = z.extend(ThreadFacts, {
  id: z.string(),
  /** Exactly one of these two is set. */
  message: z.nullable(AdminContactMessage),
  listing: z.nullable(AdminListing),
  entries: z.array(ThreadEntry),
  version: z.number(),
  colleagues: z.array(Colleague),
  templates: z.array(ReplyTemplate),
  applications: z.array(ThreadApplication),
  others: z.array(ThreadReference),
  /** Donor or guest with this e-mail. */
  donor: z.nullable(z.object({ id: z.string(), isGuest: z.boolean() })),
  /** Whether the sender can answer by mail; otherwise through a link. */
  isAnsweredByMail: z.boolean(),
});
export type AdminThread = z.infer<typeof AdminThread>;

export const longestReply = longestContactMessage;
/** A reply to a thread. */
export const ThreadReply = z.strictObject({ body: paragraphs('本文', longestReply) });
export type ThreadReply = z.infer<typeof ThreadReply>;

/** Bodies of the other actions: assigning it, marking it as done. */
export const ThreadAssignment = z.strictObject({
  uid: z.nullable(z.string().check(z.maxLength(64, '担当者の指定が正しくありません。'))),
});
export const ThreadMark = z.strictObject({ isAnswered: z.boolean() });

/** Token of a sender's link. */
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

/** A thread for its sender: both sides' messages, no notes. */
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
