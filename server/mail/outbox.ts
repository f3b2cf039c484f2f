import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import type { MailWords } from '#domain/mail/words/mail-words.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { insertAll } from '#server/db/insert-all.ts';
import type { Statements } from '#server/db/pipelined.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { composeMail } from './compose.ts';
import { mayMail } from './mail-budgets.ts';
import { type Block, type MailContent, renderText } from './mail-content.ts';
import { publishedWords } from './published-words.ts';
import { hiddenLink, hideLinks, sealLinks } from './sealed-links.ts';
import { draftMail, type Mails } from './templates/templates.ts';
import { asUnwanted, unsubscribePageUrl } from './unsubscribing.ts';

/** A mail to write: `dedupeKey` names the effect it reports ("kit-sent:TS-…"), `data` is its template's. */
export type Mail = {
  [Kind in MailKind]: {
    kind: Kind;
    dedupeKey: string;
    to: string;
    uid?: string | undefined;
    appraisalId?: string | undefined;
    /** The number of the thread that an answer goes to. */
    replyTo?: string | undefined;
    /** How long it stays in the outbox, so that what it tells can be taken back; 0 by default. */
    waitsMinutes?: number | undefined;
    data: Mails[Kind];
  };
}[MailKind];

type OutboxDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;

const mailsAtOnce = 500;
/** Made in some milliseconds; then whoever else waits for the event loop has their turn. */
const mailsInTurn = 25;

/**
 * Puts a mail into the outbox, in the transaction of what it reports (docs/decisions/0004); a
 * process sends it after the commit. The same dedupeKey again writes nothing, nor does one beyond what
 * an address gets of its kind in a day (mail-budgets.ts).
 */
export async function writeMail(
  tx: Database | Transaction,
  mail: Mail,
  dependencies: OutboxDeps,
): Promise<void> {
  if (await mayMail(tx, mail, dependencies)) await writeMails(tx, [mail], dependencies);
}

/**
 * Puts any number of mails into the outbox, as `writeMail` does with one, but without a budget: what
 * the house itself sends. A mail to nobody, for
 * what a person left who was erased, is not written.
 */
export async function writeMails(
  tx: Statements,
  mails: readonly Mail[],
  dependencies: OutboxDeps,
): Promise<void> {
  if (mails.length === 0) return;
  const words = await publishedWords(
    tx,
    mails.map(({ kind }) => kind),
  );
  // Rendered in batches: a mail is some kilobytes.
  for (let from = 0; from < mails.length; from += mailsAtOnce) {
    const part = mails.slice(from, from + mailsAtOnce).filter(({ to }) => to !== '');
    const rows: ReturnType<typeof render>[] = [];
    for (const mail of part) {
      rows.push(render(mail, words.get(mail.kind) ?? null, dependencies));
      if (rows.length % mailsInTurn === 0) await setImmediate();
    }
    await insertAll(tx, outboxMails, rows, sql`on conflict (dedupe_key) do nothing`);
  }
  await delay(tx, mails);
}

/** By the database's clock, as all of sending is; a mail that was there before stays as it is. */
async function delay(tx: Statements, mails: readonly Mail[]): Promise<void> {
  const keys = mails
    .filter(({ waitsMinutes = 0 }) => waitsMinutes > 0)
    .map((mail) => mail.dedupeKey);
  if (keys.length === 0) return;
  await tx.execute(sql`
    update outbox_mails set available_at = now() + make_interval(mins => waits_minutes)
    where dedupe_key in (select json_array_elements_text(${JSON.stringify(keys)}::json))
      and available_at = now()::timestamptz(3)`);
}

function render(mail: Mail, own: MailWords | null, dependencies: OutboxDeps) {
  const { publicUrl, secret } = dependencies;
  const unwanted = asUnwanted(mail);
  const content: MailContent = {
    ...composeMail(mail.kind, draftMail(mail.kind, mail.data, publicUrl), own),
    ...(unwanted && { unsubscribeUrl: unsubscribePageUrl({ secret, publicUrl }, unwanted) }),
  };
  return toRow(mail, content, dependencies);
}

type Envelope = Omit<Mail, 'kind' | 'data'> & { kind: string };

function toRow(mail: Envelope, content: MailContent, { clock, publicUrl, secret }: OutboxDeps) {
  return {
    dedupeKey: mail.dedupeKey,
    // Made once and stored, so that a mail sent twice after a crash has the same Message-ID.
    messageId: `<${randomUUID()}@${new URL(publicUrl).hostname}>`,
    kind: mail.kind,
    recipient: mail.to,
    uid: mail.uid ?? null,
    appraisalId: mail.appraisalId ?? null,
    replyTo: mail.replyTo ?? null,
    subject: content.subject.replace(/\p{Cc}+/gu, ' '),
    textBody: renderText(hideLinks(content, hiddenLink), publicUrl),
    content: sealLinks(content, secret, mail.dedupeKey),
    waitsMinutes: mail.waitsMinutes ?? 0,
    createdAt: clock(),
  };
}

/** The kind of a mail that shows its writer how words look; it is none of the kind whose words it has. */
export const testMailKind = 'template-test';

/** Puts a mail that says it is a test into the outbox. */
export async function writeTestMail(
  tx: Transaction,
  { to, uid }: { to: string; uid: string },
  content: MailContent,
  dependencies: OutboxDeps,
): Promise<void> {
  const { values: _values, ...shown } = content;
  const test: MailContent = {
    ...shown,
    subject: `【テスト】${content.subject}`,
    blocks: [
      { note: 'これは、文面を確かめるためのテストメールです。お名前などは見本です。' },
      // Of nobody, so that there is nothing to hide.
      ...content.blocks.map(asItIs),
    ],
  };
  const dedupeKey = `${testMailKind}:${randomUUID()}`;
  const envelope = { kind: testMailKind, dedupeKey, to, uid };
  await tx.insert(outboxMails).values(toRow(envelope, test, dependencies));
}

function asItIs(block: Block): Block {
  if (!('ifUnproven' in block)) return block;
  const { ifUnproven: _ifUnproven, ...rest } = block;
  return rest;
}
