import { and, eq, inArray, sql } from 'drizzle-orm';
import { parseAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type AuditedList, auditedList } from '#kit/audit/audited-list.server.ts';
import { transaction } from '#kit/db/database.server.ts';
import { countRows, exactTotal } from '#kit/db/keyset.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import { normaliseEmail } from '#kit/values/email.ts';
import { toTimestamp } from '#kit/values/timestamp.ts';
import { readSum, readSums } from '#money/sums/kept-sums.server.ts';
import {
  type AdminMail,
  type AdminMailDetail,
  adminMailsPageSize,
  type MailState,
  mailStates,
} from './admin-mail.ts';
import { type MailContent, renderHtml, renderText } from './mail-content.server.ts';
import { outboxMails } from './mail-tables.server.ts';
import { resendFacts } from './resending.server.ts';
import { hiddenLink, hideLinks, openLinks } from './sealed-links.server.ts';

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

/** Filters the mails by a typed keyword, or by the record they belong to. */
type MailSelection = {
  state?: MailState | undefined;
  keyword?: string | undefined;
  appraisalId?: string | undefined;
  uid?: string | undefined;
  recipient?: string | undefined;
};

/** A keyword is an application number or a whole address, since only these have an index. */
function selected({ state, keyword = '', appraisalId, uid, recipient }: MailSelection) {
  const number = parseAppraisalId(keyword);
  return and(
    state && eq(outboxMails.state, state),
    keyword === ''
      ? undefined
      : number
        ? eq(outboxMails.appraisalId, number)
        : eq(outboxMails.recipient, normaliseEmail(keyword)),
    appraisalId ? eq(outboxMails.appraisalId, appraisalId) : undefined,
    uid ? eq(outboxMails.uid, uid) : undefined,
    recipient ? eq(outboxMails.recipient, normaliseEmail(recipient)) : undefined,
  );
}

const isOfAll = ({ keyword = '', appraisalId, uid, recipient }: MailSelection) =>
  keyword === '' && !appraisalId && !uid && !recipient;

const mails: AuditedList<MailSelection, Row, AdminMail> = {
  name: 'mails',
  subjectType: 'mails',
  subjectId: (selection) =>
    isOfAll(selection) ? (selection.state ?? 'all') : (selection.appraisalId ?? 'search'),
  pageSize: adminMailsPageSize,
  keys: () => [{ by: outboxMails.id, direction: 'desc', type: 'bigint' }],
  valuesOf: (row) => [row.id],
  idOf: (row) => row.id,
  read: (db, selection, part) =>
    db
      .select()
      .from(outboxMails)
      .where(and(selected(selection), part.where))
      .orderBy(...part.orderBy)
      .limit(part.limit),
  total: async (db, selection) =>
    isOfAll(selection)
      ? exactTotal((await readSum(db, 'mails', selection.state)).count)
      : countRows(db, outboxMails, selected(selection)),
  toItems: (_db, rows) => rows.map(toMail),
};

/** Outbox for the operator. Every read is audited, since mails are personal data. */
export const mail = ({
  db,
  clock,
  publicUrl,
  hasMailServer,
  allowSampleSignIns,
  ...secrets
}: Secrets &
  Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'hasMailServer' | 'allowSampleSignIns'>) => ({
  /** Mails, the newest first. */
  mailList: auditedList({ db, clock }, mails),

  /** Counts mails by state. */
  async counts(): Promise<Record<MailState, number>> {
    const sums = await readSums(db, 'mails');
    return Object.fromEntries(
      mailStates.map((state) => [state, sums.get(state)?.count ?? 0]),
    ) as Record<MailState, number>;
  },

  /**
   * A mail as rendered. Secret links are blank, except on sample data without a mail server, where they cannot be
   * read elsewhere.
   */
  async find(operator: Person, id: number): Promise<AdminMailDetail | undefined> {
    return transaction(db, async (tx) => {
      const [row] = await tx.select().from(outboxMails).where(eq(outboxMails.id, id));
      if (!row) return undefined;
      await audit(tx, operator, 'mails.read', ['mail', String(id)], { at: clock() });
      const content = row.content as MailContent;
      const mayOpen = allowSampleSignIns && !hasMailServer;
      const opened = mayOpen ? openLinks(content, secrets, row.dedupeKey) : undefined;
      return {
        ...toMail(row),
        text: renderText(opened?.content ?? hideLinks(content, hiddenLink), publicUrl),
        html: renderHtml(opened?.content ?? hideLinks(content, '#'), publicUrl),
        ...(await resendFacts(tx, row)),
      };
    });
  },

  /** Counts mails that were given up. */
  async adminFacts(): Promise<{ deadMails: number }> {
    const { count: deadMails } = await readSum(db, 'mails', 'dead');
    return { deadMails };
  },

  /** Retries a mail that was given up or is on hold; refuses any other. */
  async retry(operator: Person, id: number): Promise<AdminMail> {
    return transaction(db, async (tx) => {
      const [row] = await tx
        .update(outboxMails)
        .set({ state: 'waiting', attempts: 0, availableAt: sql`now()` })
        .where(and(eq(outboxMails.id, id), inArray(outboxMails.state, ['dead', 'held'])))
        .returning();
      if (!row) {
        const [other] = await tx
          .select({ id: outboxMails.id })
          .from(outboxMails)
          .where(eq(outboxMails.id, id));
        if (!other) throw notFound('メール');
        throw refuse(
          'Conflict',
          '送り直せるのは、送信できなかったメールと保留中のメールだけです。',
        );
      }
      await audit(tx, operator, 'mails.retry', ['mail', String(id)], { at: clock() });
      return toMail(row);
    });
  },
});
