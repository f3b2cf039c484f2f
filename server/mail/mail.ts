import { and, eq, sql } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import {
  type AdminMail,
  type AdminMailDetail,
  adminMailsPageSize,
  type MailState,
  mailStates,
} from '#domain/mail/admin-mail.ts';
import { toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { writeAudit } from '#server/audit/audit.ts';
import { type AuditedList, auditedList } from '#server/audit/audited-list.ts';
import { transaction } from '#server/db/database.ts';
import { exactly, type Page, type Position } from '#server/db/keyset.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { CsvEncoding } from '#server/http/csv-bytes.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { readSum, readSums } from '#server/sums/kept-sums.ts';
import { type MailContent, renderHtml, renderText } from './mail-content.ts';
import { hiddenLink, hideLinks, openLinks } from './sealed-links.ts';

type Row = typeof outboxMails.$inferSelect;

export const toMail = (row: Row): AdminMail => ({
  id: String(row.id),
  kind: row.kind,
  to: row.recipient,
  subject: row.subject,
  appraisalId: row.appraisalId,
  state: row.state as MailState,
  attempts: row.attempts,
  lastError: row.lastError,
  createdAt: toTimestamp(row.createdAt),
  sentAt: row.sentAt && toTimestamp(row.sentAt),
});

type MailSelection = { state?: MailState | undefined };

const mails: AuditedList<MailSelection, Row, AdminMail> = {
  name: 'mails',
  subjectType: 'mails',
  subjectId: ({ state }) => state ?? 'all',
  pageSize: adminMailsPageSize,
  keys: () => [{ by: outboxMails.id, direction: 'desc', type: 'bigint' }],
  valuesOf: (row) => [row.id],
  idOf: (row) => row.id,
  read: (db, { state }, part) =>
    db
      .select()
      .from(outboxMails)
      .where(and(state && eq(outboxMails.state, state), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, { state }) => exactly((await readSum(db, 'mails', state)).count),
  toItems: (_db, rows) => rows.map(toMail),
};

/** The outbox as the operator sees it. Every read is audited: mails are personal data. */
export const mail = ({
  db,
  clock,
  publicUrl,
  hasMailServer,
  allowSampleSignIns,
  ...secrets
}: Secrets &
  Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'hasMailServer' | 'allowSampleSignIns'>) => ({
  /**
   * A page of the mails, the newest first. Undefined while a mail server is set: then people read their
   * own mails, and only dead ones are listed.
   */
  async list(
    operator: Person,
    selection: MailSelection,
    position?: Position,
  ): Promise<Page<AdminMail> | undefined> {
    if (hasMailServer && selection.state !== 'dead') return undefined;
    return auditedList({ db, clock }, mails).page(operator, selection, position);
  },

  /** The same, all of them, in batches. */
  async export(operator: Person, selection: MailSelection, encoding: CsvEncoding) {
    if (hasMailServer && selection.state !== 'dead') return undefined;
    return auditedList({ db, clock }, mails).rows(operator, selection, encoding);
  },

  /** How many mails are in each state. */
  async counts(): Promise<Record<MailState, number>> {
    const sums = await readSums(db, 'mails');
    return Object.fromEntries(
      mailStates.map((state) => [state, sums.get(state)?.count ?? 0]),
    ) as Record<MailState, number>;
  },

  /** A mail with its content; undefined when there is none, or while a mail server is set. */
  async find(operator: Person, id: number): Promise<AdminMailDetail | undefined> {
    if (hasMailServer) return undefined;
    return transaction(db, async (tx) => {
      const [row] = await tx.select().from(outboxMails).where(eq(outboxMails.id, id));
      if (!row) return undefined;
      await writeAudit(tx, {
        actor: operator,
        action: 'mails.read',
        subjectType: 'mail',
        subjectId: String(id),
        at: clock(),
      });
      const content = row.content as MailContent;
      const opened = allowSampleSignIns ? openLinks(content, secrets, row.dedupeKey) : undefined;
      return {
        ...toMail(row),
        text: renderText(opened?.content ?? hideLinks(content, hiddenLink), publicUrl),
        html: renderHtml(opened?.content ?? hideLinks(content, '#'), publicUrl),
      };
    });
  },

  /** How many mails were given up, and whether mails can be read here. */
  async adminFacts(): Promise<{ deadMails: number; canReadMails: boolean }> {
    const { count: deadMails } = await readSum(db, 'mails', 'dead');
    return { deadMails, canReadMails: !hasMailServer };
  },

  /** Lets a mail that was given up try again; refuses one that was not. */
  async retry(operator: Person, id: number): Promise<AdminMail> {
    return transaction(db, async (tx) => {
      const [row] = await tx
        .update(outboxMails)
        .set({ state: 'waiting', attempts: 0, availableAt: sql`now()` })
        .where(and(eq(outboxMails.id, id), eq(outboxMails.state, 'dead')))
        .returning();
      if (!row) {
        const [other] = await tx
          .select({ id: outboxMails.id })
          .from(outboxMails)
          .where(eq(outboxMails.id, id));
        if (!other) throw refuse('NotFound', 'お探しのメールが見つかりませんでした。');
        throw refuse('Conflict', '送り直せるのは、送信できなかったメールだけです。');
      }
      await writeAudit(tx, {
        actor: operator,
        action: 'mails.retry',
        subjectType: 'mail',
        subjectId: String(id),
        at: clock(),
      });
      return toMail(row);
    });
  },
});
