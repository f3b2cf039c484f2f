import { createHash, timingSafeEqual } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { normaliseEmail } from '#kit/values/email.ts';
import { withoutInvisible } from '#kit/values/text/invisible-text.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { maxAttachmentBytes, maxAttachments } from './attachment.ts';
import type { IncomingMail } from './parse-mail.server.ts';
import { withoutQuoted } from './quoted-text.ts';
import { addSenderEntry, type SenderDeps } from './sender-words.server.ts';
import { findSubject, type Subject } from './subjects.server.ts';
import { type NewAttachment, toAttachment, withFiles } from './thread-files.server.ts';
import { threadIdOfAddress } from './thread-tokens.server.ts';

type InboundDeps = SenderDeps & Pick<Dependencies, 'threads'>;

const parseLimitMs = 20_000;
/** Characters of a mail that are stored. */
const longestWord = 20_000;
const cutMark = '\n（以下は長いため省略しました）';
/** Control characters that no text has; PostgreSQL refuses NUL. */
const controls = /[^\P{Cc}\n\t]/gu;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Mails handed over by a mail server: replies to ours, and bounces. */
export const inboundMail = (dependencies: InboundDeps) => {
  const { db, threads, inboundMail: setting } = dependencies;

  return {
    isInboundMailSet: setting !== undefined,

    /** Whether the caller knows the secret; compared in constant time. */
    mayHandOver: (given: string): boolean =>
      setting !== undefined && timingSafeEqual(digest(given), digest(setting.secret)),

    /** Takes a mail, once per Message-ID. Drops mails that belong to no thread and no sent mail. */
    async takeMail(raw: Buffer): Promise<void> {
      await countTry(attempts(dependencies), [['mails coming in', '']]);
      const mail = await threads.run('parseMail', { raw }, { limitMs: parseLimitMs });
      if (mail.bounce) return markBounced(mail.bounce);
      // Two programs that answer each other would never stop.
      if (mail.isAutomatic) return dropped('it was written by a program');
      const id = mail.recipients
        .map((address) => threadIdOfAddress(dependencies, address))
        .find((found) => found !== undefined);
      if (id === undefined) return dropped('it answers no thread');
      await takeAnswer(id, mail);
    },
  };

  async function takeAnswer(id: string, mail: IncomingMail): Promise<void> {
    const { attachments, left } = acceptFiles(mail);
    await withFiles(dependencies, attachments, (used) =>
      transaction(db, async (tx) => {
        const subject = await findSubject(tx, id, { isLocked: true });
        if (!subject) return dropped('its thread is gone');
        const word = {
          body: threadTextOf(mail, subject, left),
          attachments,
          inboundId: inboundIdOf(mail, id),
        };
        const isNew = await addSenderEntry(tx, subject, word, dependencies);
        if (!isNew) return;
        // Counted in the same transaction: a mail that comes twice counts once.
        await countTry(attempts({ ...dependencies, db: tx }), [['mails into a thread', id]]);
        used();
      }),
    );
  }

  /** Marks a bounced mail of ours as failed, whatever the receiving server said at first. */
  async function markBounced({ messageId, reason }: { messageId: string; reason: string }) {
    const lastError = `BOUNCE ${reason}`.replace(controls, '').slice(0, 500);
    const marked = await db
      .update(outboxMails)
      .set({ state: 'dead', lastError })
      .where(
        and(eq(outboxMails.messageId, messageId), inArray(outboxMails.state, ['sent', 'waiting'])),
      )
      .returning({ id: outboxMails.id });
    if (marked.length === 0) dropped('it is about no mail of ours');
  }
};

/** Logs no word of the mail: it is personal data. */
const dropped = (why: string) => console.warn('an incoming mail is dropped:', why);

/** Identifies a mail without a Message-ID by its content. */
const inboundIdOf = ({ messageId, from, text }: IncomingMail, id: string) =>
  messageId === ''
    ? `none:${digest(`${id} ${from} ${text}`).toString('base64url')}`
    : messageId.slice(0, 400);

/** Files that are kept, within the limits of a form, and the number of those that are not. */
function acceptFiles({ files }: IncomingMail): { attachments: NewAttachment[]; left: number } {
  const attachments: NewAttachment[] = [];
  let byteCount = 0;
  for (const { name, bytes } of files) {
    // A thread returns plain bytes.
    const file = toAttachment({ name, bytes: Buffer.from(bytes) });
    if (!file || attachments.length >= maxAttachments) continue;
    if (byteCount + file.byteCount > maxAttachmentBytes) continue;
    byteCount += file.byteCount;
    attachments.push(file);
  }
  return { attachments, left: files.length - attachments.length };
}

function senderLine(sender: string, expected: string): string[] {
  if (sender === '') return ['（差出人のアドレスを読み取れませんでした）'];
  return sender === expected ? [] : [`（別のアドレスから届きました：${sender.slice(0, 254)}）`];
}

/** Text of a mail as the thread shows it, with a note on files left out and on another sender address. */
function threadTextOf({ from, text }: IncomingMail, subject: Subject, left: number): string {
  const unquoted = withoutQuoted(
    withoutInvisible(text).replaceAll('\r\n', '\n').replace(controls, ''),
  );
  const cut = unquoted.length > longestWord ? unquoted.slice(0, longestWord) + cutMark : unquoted;
  return [
    ...senderLine(normaliseEmail(from).replace(controls, ''), subject.row.email),
    cut || '（本文はありません）',
    ...(left > 0 ? [`（受け取れない形式や大きさの添付ファイルが${left}点ありました）`] : []),
  ].join('\n');
}
