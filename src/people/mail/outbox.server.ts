import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { readRows, type Statements } from '#kit/db/pipelined.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { composeMail } from './compose.server.ts';
import { takeMailBudget } from './mail-budgets.server.ts';
import { type Block, type MailContent, renderText } from './mail-content.server.ts';
import type { MailKind } from './mail-kinds.ts';
import { outboxMails } from './mail-tables.server.ts';
import type { MailTemplate } from './mail-template.ts';
import { hiddenLink, hideLinks, sealLinks } from './sealed-links.server.ts';
import { draftMail, type Mails } from './templates/templates.server.ts';
import { preferenceOfMail, unsubscribePageUrl } from './unsubscribing.server.ts';
import type { MailWords } from './words/mail-words.ts';

/**
 * The operator's published words of these kinds. Read per batch of mails, so that changes apply at once in every
 * process without a notification.
 */
async function publishedWords(
  tx: Statements,
  kinds: readonly MailKind[],
): Promise<ReadonlyMap<string, MailWords>> {
  const rows = await readRows<{ key: string; content: MailTemplate }>(
    tx,
    sql`
      select distinct on (key) key, content from ${contentVersions}
      where kind = 'mail-template' and key in ${[...new Set(kinds)]} and state = 'published'
      order by key, number desc`,
  );
  return new Map(rows.flatMap(({ key, content: { own } }) => (own ? [[key, own] as const] : [])));
}

/** A mail to write. `dedupeKey` names the effect it reports ("kit-sent:TS-…"), `data` is the template's input. */
export type Mail = {
  [Kind in MailKind]: {
    kind: Kind;
    dedupeKey: string;
    to: string;
    uid?: string | undefined;
    appraisalId?: string | undefined;
    /** Number of the thread that replies go to. */
    replyTo?: string | undefined;
    /** Minutes it stays in the outbox, during which the reported step can be undone; 0 by default. */
    waitsMinutes?: number | undefined;
    data: Mails[Kind];
  };
}[MailKind];

type OutboxDeps = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;

const mailsAtOnce = 500;
/** Mails rendered before yielding to the event loop; they take a few milliseconds. */
const mailsInTurn = 25;

/**
 * Writes a mail to the outbox, in the transaction of what it reports (docs/decisions/0017); a process sends it after
 * the commit. Idempotent by dedupeKey. Writes nothing beyond the daily limit of an address (mail-budgets.ts).
 */
export async function writeMail(
  tx: Database | Transaction,
  mail: Mail,
  dependencies: OutboxDeps,
): Promise<void> {
  if (await takeMailBudget(tx, mail, dependencies)) await writeMails(tx, [mail], dependencies);
}

/**
 * Writes mails in bulk like `writeMail`, but without limits: only for mails that the service triggers itself. Skips
 * empty recipients, left by erased people.
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

/** Uses the database's clock, like all of sending. Does not delay a mail that already existed. */
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
  const unwanted = preferenceOfMail(mail);
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
    // Generated once and stored, so that a mail sent twice after a crash has the same Message-ID.
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

/** Kind of a test mail, whichever kind's words it shows. */
export const testMailKind = 'template-test';

/** Writes a mail marked as a test to the outbox. */
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
      // Sample data, so nothing has to be hidden.
      ...content.blocks.map(withoutFallback),
    ],
  };
  const dedupeKey = `${testMailKind}:${randomUUID()}`;
  const envelope = { kind: testMailKind, dedupeKey, to, uid };
  await tx.insert(outboxMails).values(toRow(envelope, test, dependencies));
}

function withoutFallback(block: Block): Block {
  if (!('ifUnproven' in block)) return block;
  const { ifUnproven: _ifUnproven, ...rest } = block;
  return rest;
}
