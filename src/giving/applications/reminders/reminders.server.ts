import { and, eq, gt, inArray, lte, notExists, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens, statusUrl } from '#giving/applications/application-tokens.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { addDays, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import type { OptionalMailKind } from '#people/mail/mail-preference.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail } from '#people/mail/outbox.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { troubleStates } from '#warehouse/tracking/carrier-words.ts';

/** Days after which a box is overdue, and after which reminders stop. */
const overdueDays = 21;
const askedNoMoreDays = 60;
/** Half a year, and the grace period for an invitation missed while the product was down. */
const halfYearDays = 182;
const lateDays = 14;
const halfYears = Array.from({ length: 10 }, (_, index) => index + 1);
const rowsAtOnce = 200;

/** Time-based mails: the reminder of an overdue box, and the half-yearly invitation. */
export const reminders = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>,
) => {
  const { db, clock } = dependencies;
  const daysAgo = (days: number) => startOfJstDay(addDays(jstDay(clock()), -days));

  /**
   * Writes a mail per due application, in batches; the outbox drops duplicates. None is written for people who switched
   * them off: the outbox would drop it with its key, and it would be written again every hour.
   */
  async function writeEach(
    switchName: OptionalMailKind,
    due: ReturnType<typeof and>,
    keyPrefix: string,
    write: (tx: Transaction, row: ApplicationRow, dedupeKey: string) => Promise<void>,
  ): Promise<void> {
    const isUnwritten = notExists(
      db
        .select({ one: sql`1` })
        .from(outboxMails)
        .where(eq(outboxMails.dedupeKey, sql`${keyPrefix} || ${applications.appraisalId}`)),
    );
    const isWanted = notExists(
      db
        .select({ one: sql`1` })
        .from(mailPreferences)
        .where(
          and(
            eq(mailPreferences.uid, applications.uid),
            eq(mailPreferences.kind, switchName),
            eq(mailPreferences.isWanted, false),
          ),
        ),
    );
    for (;;) {
      const count = await transaction(db, async (tx) => {
        const rows = await selectApplications(tx, and(due, isWanted, isUnwritten)).limit(
          rowsAtOnce,
        );
        for (const row of rows.map(toRow)) await write(tx, row, `${keyPrefix}${row.appraisalId}`);
        return rows.length;
      });
      if (count < rowsAtOnce) return;
    }
  }

  /** Reminds once of a box whose kit left, or that a donor was to send in their own carton, three weeks ago. */
  async function askForBoxes(): Promise<void> {
    const isOverdue = and(
      lte(applications.stateChangedAt, daysAgo(overdueDays)),
      gt(applications.stateChangedAt, daysAgo(askedNoMoreDays)),
      sql`${applications.email} <> ''`,
      // No box to send: the kit was returned or is under inquiry.
      notExists(
        db
          .select({ one: sql`1` })
          .from(boxes)
          .where(
            and(
              eq(boxes.appraisalId, applications.appraisalId),
              inArray(boxes.kitState, ['returned', ...troubleStates]),
            ),
          ),
      ),
    );
    const hasKit = eq(applications.state, 'kit-sent');
    const isOwnCarton = and(eq(applications.state, 'applied'), eq(applications.needsKit, false));
    for (const [kind, isOut] of [
      ['kit-reminder', hasKit],
      ['own-carton-reminder', isOwnCarton],
    ] as const) {
      await writeEach('kit-reminder', and(isOut, isOverdue), `${kind}:`, async (tx, row, key) => {
        await issueTokens(tx, dependencies, 'status', [row]);
        const { appraisalId, targetName } = row;
        const data = {
          ...{ name: nameOf(row), appraisalId, targetName },
          statusUrl: statusUrl(dependencies, row),
        };
        await writeMail(tx, { ...envelope(row, key), kind, data }, dependencies);
      });
    }
  }

  /** Invites those who asked for it, each half-year after their latest application (docs/product.md, Mails). */
  async function invite(): Promise<void> {
    const later = alias(applications, 'later');
    const isLatest = notExists(
      db
        .select({ one: sql`1` })
        .from(later)
        .where(
          and(eq(later.email, applications.email), gt(later.createdAt, applications.createdAt)),
        ),
    );
    for (const count of halfYears) {
      await writeEach(
        'next-box',
        and(
          eq(applications.frequency, 'recurring'),
          lte(applications.createdAt, daysAgo(count * halfYearDays)),
          gt(applications.createdAt, daysAgo(count * halfYearDays + lateDays)),
          notInArray(applications.state, ['cancelled', 'returned']),
          sql`${applications.email} <> ''`,
          isLatest,
        ),
        `next-box-${count}:`,
        (tx, row, dedupeKey) =>
          writeMail(
            tx,
            {
              ...envelope(row, dedupeKey),
              kind: 'next-box',
              data: {
                name: nameOf(row),
                targetName: row.targetName,
                applyPath:
                  row.associateId === null ? '/appraisal' : `/associate/${row.associateId}`,
              },
            },
            dependencies,
          ),
      );
    }
  }

  return {
    /** Writes mails that are due. Idempotent; run hourly. */
    async write(): Promise<void> {
      await askForBoxes();
      await invite();
    },
  };
};

const nameOf = ({ lastName, firstName }: ApplicationRow) => `${lastName} ${firstName}`;
const envelope = ({ email, uid, appraisalId }: ApplicationRow, dedupeKey: string) => ({
  to: email,
  uid: uid ?? undefined,
  appraisalId,
  dedupeKey,
});
