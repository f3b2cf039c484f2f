import { createHmac } from 'node:crypto';
import { and, asc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens, statusUrl } from '#giving/applications/application-tokens.server.ts';
import { donations, donationThanks } from '#giving/donations/donation-tables.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import { tryLock } from '#kit/db/locks/lock.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { addDays, jstDay, startOfJstDay } from '#kit/values/timestamp.ts';
import { associates, associateThanks } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { mailPreferences, outboxMails } from '#people/mail/mail-tables.server.ts';
import { type Mail, writeMails } from '#people/mail/outbox.server.ts';
import { guestsWithoutThanks } from '#people/mail/preferences.server.ts';
import { filledLine } from './thanks.ts';

const rowsAtOnce = 200;
/** Letters named in a mail; the others are beside them on the page. */
const mostLetters = 10;
const morningMs = 9 * 60 * 60 * 1000;

type MailingDeps = Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>;
export type ThanksMailing = ReturnType<typeof thanksMailing>;

/** Mails donors about thanks, at most once a day; later ones wait for the next morning. */
export const thanksMailing = (dependencies: MailingDeps) => {
  const { db, clock } = dependencies;

  return {
    /** Writes some of the due mails; false if there are none or another process is at it. */
    writeNext: (): Promise<boolean> =>
      transaction(db, async (tx) => {
        if (!(await tryLock(tx, 'thanks-mails'))) return false;
        const now = clock();
        const due = await selectDue(tx, now);
        if (due.length === 0) return false;
        await writeMailsTo(tx, due, now, dependencies);
        return true;
      }),
  };
};

const selectDue = (tx: Transaction, now: Date) =>
  tx
    .select({
      donationId: donationThanks.donationId,
      thanksId: donationThanks.thanksId,
      title: associateThanks.title,
      withdrawnAt: associateThanks.withdrawnAt,
      associateName: associates.name,
      appraisalId: donations.appraisalId,
      uid: donations.uid,
      reversedAt: donations.reversedAt,
      // A member's current address, a guest's from the application.
      email: sql<string>`coalesce(${users.email}, ${applications.email})`,
      lastName: applications.lastName,
      firstName: applications.firstName,
      linkGeneration: applications.linkGeneration,
    })
    .from(donationThanks)
    .innerJoin(associateThanks, eq(associateThanks.id, donationThanks.thanksId))
    .innerJoin(associates, eq(associates.id, associateThanks.associateId))
    .innerJoin(donations, eq(donations.id, donationThanks.donationId))
    .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
    .leftJoin(users, eq(users.uid, donations.uid))
    .where(
      and(
        isNotNull(donationThanks.notifyAt),
        lte(donationThanks.notifyAt, now),
        // Only after complete delivery, so that a donor with many donations is not mailed repeatedly about the same
        // thanks.
        or(isNotNull(associateThanks.deliveredAt), isNotNull(associateThanks.withdrawnAt)),
      ),
    )
    .orderBy(
      asc(donationThanks.notifyAt),
      asc(donationThanks.donationId),
      asc(donationThanks.thanksId),
    )
    .limit(rowsAtOnce);
type Due = Awaited<ReturnType<typeof selectDue>>[number];

async function writeMailsTo(
  tx: Transaction,
  due: readonly Due[],
  now: Date,
  dependencies: MailingDeps,
) {
  const today = jstDay(now);
  const unwanted = await unwantedBy(tx, due);
  const guestEmails = due.flatMap(({ uid, email }) => (uid === null ? [email] : []));
  const stopped = await guestsWithoutThanks(tx, guestEmails);
  const wanted = due.filter(
    ({ withdrawnAt, reversedAt, email, uid }) =>
      withdrawnAt === null &&
      reversedAt === null &&
      email !== '' &&
      !(uid === null ? stopped.has(email) : unwanted.has(uid)),
  );
  const byReader = Map.groupBy(wanted, (row) => readerKey(row, today, dependencies.secret));
  const written = await tx
    .select({ key: outboxMails.dedupeKey })
    .from(outboxMails)
    .where(inArray(outboxMails.dedupeKey, [...byReader.keys()]));
  const later = written.flatMap(({ key }) => byReader.get(key) ?? []);
  for (const { key } of written) byReader.delete(key);
  const mails = [...byReader].map(([key, letters]) => mailOf(key, letters, dependencies));
  const guests = [...byReader.values()].flat().filter(({ uid }) => uid === null);
  await issueTokens(tx, dependencies, 'status', [
    ...new Map(guests.map((row) => [row.appraisalId, row])).values(),
  ]);
  await writeMails(tx, mails, dependencies);
  await setNotifyAt(tx, later, new Date(startOfJstDay(addDays(today, 1)).getTime() + morningMs));
  await setNotifyAt(
    tx,
    due.filter((row) => !later.includes(row)),
    null,
  );
  await markNotified(tx, [...byReader.values()].flat(), now);
}

/**
 * Marks the same thanks for all other donations of a reader as notified. The offsets keep the plan to one reader at a
 * time, and for guests to applications before donations, by index: without statistics the planner's choice may be a
 * hundred times slower.
 */
async function markNotified(tx: Transaction, told: readonly Due[], now: Date): Promise<void> {
  const readers = new Map(
    told.map(({ uid, email, thanksId }) => [
      `${uid ?? email} ${thanksId}`,
      { t: thanksId, u: uid, e: uid === null ? email : null },
    ]),
  );
  if (readers.size === 0) return;
  await tx.execute(sql`
    with told as (
      select * from json_to_recordset(${JSON.stringify([...readers.values()])}::json) as r(t text, u text, e text)
    ), theirs as (
      select d.id, r.t from told r cross join lateral (
        select id from ${donations} where uid = r.u offset 0
      ) d
      union all
      select d.id, r.t from told r cross join lateral (
        select appraisal_id from ${applications} where email = r.e offset 0
      ) a cross join lateral (
        select id from ${donations}
        where appraisal_id = a.appraisal_id and uid is null and reversed_at is null offset 0
      ) d
    )
    update ${donationThanks} g set notify_at = null from theirs
    where g.donation_id = theirs.id and g.thanks_id = theirs.t
      and g.notify_at <= ${now.toISOString()}::timestamptz`);
}

/** Members who switched these mails off. */
async function unwantedBy(tx: Transaction, due: readonly Due[]): Promise<Set<string>> {
  const uids = [...new Set(due.flatMap(({ uid }) => (uid === null ? [] : [uid])))];
  if (uids.length === 0) return new Set();
  const rows = await tx
    .select({ uid: mailPreferences.uid })
    .from(mailPreferences)
    .where(
      and(
        inArray(mailPreferences.uid, uids),
        eq(mailPreferences.kind, 'thanks'),
        eq(mailPreferences.isWanted, false),
      ),
    );
  return new Set(rows.map(({ uid }) => uid));
}

/** One per person and day. A guest is identified by the address, as a keyed hash. */
function readerKey({ uid, email }: Due, today: string, secret: string): string {
  const reader =
    uid ?? createHmac('sha256', secret).update(`thanks to ${email}`).digest('base64url');
  return `thanks:${reader}:${today}`;
}

function mailOf(dedupeKey: string, rows: readonly Due[], { publicUrl, secret }: MailingDeps): Mail {
  const [first] = rows as [Due, ...Due[]];
  const distinct = [...new Map(rows.map((row) => [row.thanksId, row])).values()];
  const letters = distinct.slice(0, mostLetters).map((row) => ({
    associateName: row.associateName,
    title: filledLine(row.title, { donorName: '', associateName: row.associateName }),
    url:
      row.uid === null
        ? statusUrl({ publicUrl, secret }, row)
        : `${publicUrl}/mypage/donation-history/${row.appraisalId}`,
    isSecret: row.uid === null,
  }));
  return {
    kind: 'thanks',
    dedupeKey,
    to: first.email,
    uid: first.uid ?? undefined,
    appraisalId: first.appraisalId,
    data: {
      name: `${first.lastName} ${first.firstName}`,
      letters,
      moreCount: distinct.length - letters.length,
    },
  };
}

async function setNotifyAt(tx: Transaction, rows: readonly Due[], at: Date | null): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ donationId, thanksId }) => ({ d: donationId, t: thanksId }));
  await tx.execute(sql`
    update ${donationThanks} g set notify_at = ${at?.toISOString() ?? null}::timestamptz
    from json_to_recordset(${JSON.stringify(keys)}::json) as r(d text, t text)
    where g.donation_id = r.d and g.thanks_id = r.t`);
}
