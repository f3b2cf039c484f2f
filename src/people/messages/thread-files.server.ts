import { randomUUID } from 'node:crypto';
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { recordFileRemovals } from '#kit/files/file-removals.server.ts';
import type { MailAttachment } from '#kit/files/mail.server.ts';
import { imageRefusals, isHeic } from '#kit/images/image.ts';
import {
  type Attachment,
  attachmentKinds,
  attachmentName,
  attachmentTypeOf,
  maxAttachmentBytes,
  maxAttachments,
} from './attachment.ts';
import { contactMessages, threadAttachments, threadEntries } from './message-tables.server.ts';

/** An uploaded file; `name` is whatever its sender calls it. */
export type SentFile = { name: string; bytes: Buffer };
/** An accepted file, with its id in the store. */
export type NewAttachment = Attachment & { bytes: Buffer };

const fileOf = (id: string) => `thread-attachments/${id}`;

/** Accepts a file by its content; undefined for types that are not taken. */
export function toAttachment({ name, bytes }: SentFile): NewAttachment | undefined {
  const contentType = attachmentTypeOf(bytes, name);
  if (contentType === undefined) return undefined;
  return {
    id: randomUUID(),
    name: attachmentName(name),
    contentType,
    byteCount: bytes.length,
    bytes,
  };
}

/** Accepts files of a form. Refuses the whole form if one is not taken, so that no sender believes it arrived. */
export function toAttachments(files: readonly SentFile[]): NewAttachment[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.length > maxAttachments || total > maxAttachmentBytes) {
    throw refuse('PayloadTooLarge', `添付できるのは${maxAttachments}点、合わせて10MBまでです。`);
  }
  return files.map((file) => {
    const attachment = toAttachment(file);
    if (attachment) return attachment;
    if (isHeic(file.bytes)) throw refuse('ValidationError', imageRefusals.heic);
    throw refuse('ValidationError', `添付できるのは、${attachmentKinds}です。`);
  });
}

/** Runs `work` with the files in the store. Removes them if it fails, or never calls `used` (a replayed key). */
export async function withFiles<Outcome>(
  { files }: Pick<Dependencies, 'files'>,
  attachments: readonly NewAttachment[],
  work: (used: () => void) => Promise<Outcome>,
): Promise<Outcome> {
  let isUsed = false;
  try {
    for (const { id, bytes } of attachments) await files.write(fileOf(id), bytes);
    return await work(() => {
      isUsed = true;
    });
  } catch (error) {
    isUsed = false;
    throw error;
  } finally {
    if (!isUsed) for (const { id } of attachments) await files.remove(fileOf(id));
  }
}

export async function insertAttachments(
  tx: Transaction,
  entryId: number,
  attachments: readonly NewAttachment[],
): Promise<void> {
  if (attachments.length === 0) return;
  await tx
    .insert(threadAttachments)
    .values(attachments.map(({ bytes: _, ...row }) => ({ ...row, entryId })));
}

/** Attachments by entry id. */
export async function attachmentsBy(
  db: Database | Transaction,
  entryIds: readonly number[],
): Promise<Map<number, Attachment[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(threadAttachments)
    .where(inArray(threadAttachments.entryId, [...entryIds]))
    .orderBy(
      asc(threadAttachments.entryId),
      asc(threadAttachments.name),
      asc(threadAttachments.id),
    );
  const by = Map.groupBy(rows, ({ entryId }) => entryId);
  return new Map(
    [...by].map(([entryId, list]) => [entryId, list.map(({ entryId: _, ...row }) => row)]),
  );
}

/** Bytes of a file; not found if the store has lost it. */
export async function readAttachment(
  { files }: Pick<Dependencies, 'files'>,
  { id }: Pick<Attachment, 'id'>,
): Promise<Buffer> {
  const bytes = await files.read(fileOf(id));
  if (!bytes) throw absentFile();
  return bytes;
}
export const absentFile = () => notFound('添付ファイル');

/** Attachments of a mail of a thread. */
export async function attachmentsOfMail(
  { db, files }: Pick<Dependencies, 'db' | 'files'>,
  mailId: number,
): Promise<MailAttachment[]> {
  const rows = await db
    .select({
      id: threadAttachments.id,
      name: threadAttachments.name,
      contentType: threadAttachments.contentType,
    })
    .from(threadEntries)
    .innerJoin(threadAttachments, eq(threadAttachments.entryId, threadEntries.id))
    .where(eq(threadEntries.mailId, mailId))
    .orderBy(asc(threadAttachments.name), asc(threadAttachments.id));
  const read = [];
  for (const row of rows) read.push({ ...row, bytes: await readAttachment({ files }, row) });
  return read;
}

/** Deletes contact messages with their entries, files and mails. Files are removed after the commit. */
export async function forgetMessages(tx: Transaction, condition: SQL): Promise<void> {
  const isTheirs = sql`${threadEntries.subjectType} = 'message' and ${threadEntries.subjectId} in (
    select ${contactMessages.id} from ${contactMessages} where ${condition})`;
  const files = await tx
    .select({ id: threadAttachments.id })
    .from(threadAttachments)
    .innerJoin(threadEntries, eq(threadEntries.id, threadAttachments.entryId))
    .where(isTheirs);
  await recordFileRemovals(
    tx,
    files.map(({ id }) => fileOf(id)),
  );
  await tx.delete(threadEntries).where(isTheirs);
  await tx.delete(contactMessages).where(condition);
}
