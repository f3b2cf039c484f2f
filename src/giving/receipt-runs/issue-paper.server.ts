import { and, between, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { lockDonations, lockPerson } from '#giving/donations/lock-donations.server.ts';
import {
  isGivenBy,
  paperOnDonation,
  paperOnYear,
  readGifts,
  withinYear,
} from '#giving/receipts/gifts.server.ts';
import {
  issuePaper,
  type PaperLine,
  type PaperRecord,
  readPapers,
  validPapersOn,
} from '#giving/receipts/paper-record.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { hasSampleData } from '#organisations/associates/sample-associates.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';

type IssueDeps = Pick<Dependencies, 'clock' | 'secret' | 'publicUrl'>;

/** Identifies the donor and organisation of a paper by a gift. */
type IssueInput = {
  appraisalId: string;
  kind: 'donation' | 'year';
  /** Reason that earlier papers on the same gifts end, shown to their holders. */
  replacedBecause: string;
  actorUid: string;
  /** Skips donors who have papers on single gifts. */
  keepsSingles?: boolean;
};

/** Outcome: a new paper and its donor's account, or the reason that none was issued. */
export type Issued =
  | { paper: PaperRecord; uid: string | null; reason?: undefined }
  | { reason: string };

/**
 * Issues the paper on a gift, or on all gifts of the same donor and year to the same organisation, in the donor's
 * current name. Issues nothing if a valid paper states the same.
 */
export async function issueFor(
  tx: Transaction,
  { appraisalId, kind, replacedBecause, actorUid, keepsSingles = false }: IssueInput,
  { clock, secret, publicUrl }: IssueDeps,
): Promise<Issued> {
  const gift = await findGift(tx, appraisalId);
  if (!gift) return { reason: 'この寄付は取り消されています。' };
  const { uid, associateId, receivedOn } = gift;
  if (associateId === null || receivedOn === null) {
    return { reason: 'この寄付は、まだ団体へ届いていません。' };
  }
  const whole = { associateId, year: Number(receivedOn.slice(0, 4)) };
  const giftCondition: SQL | undefined =
    kind === 'donation'
      ? eq(donations.appraisalId, appraisalId)
      : and(withinYear(whole), uid === null ? await sameGuest(tx, appraisalId) : undefined);
  if (uid !== null) await lockPerson(tx, uid);
  await lockDonations(tx, and(isGivenBy(uid), giftCondition));
  const issuedAt = clock();
  const today = jstDay(issuedAt);
  const gifts = await readGifts(tx, { uid, today }, giftCondition);
  const [first] = gifts;
  if (!first) return { reason: 'この寄付は取り消されています。' };
  const paper = kind === 'donation' ? paperOnDonation(first) : paperOnYear(gifts, today);
  if (paper.reason !== undefined) return { reason: paper.reason };
  const { year, lines, stated } = paper;
  const held = await readPapers(tx, validPapersOn(lines.map((line) => line.appraisalId)));
  const samePaper = held.find((one) => one.kind === kind && statesExactly(one, lines));
  if (samePaper) return { reason: `有効な証明書（${samePaper.number}）があります。` };
  if (keepsSingles && held.some((one) => one.kind === 'donation')) {
    return { reason: '1件ずつの証明書が発行されました。' };
  }
  const donor = await writtenDonorOf(
    tx,
    uid,
    lines.map((line) => line.appraisalId),
  );
  if (donor.donorName === '') return { reason: 'お名前の記録がありません。' };
  const issued = await issuePaper(
    tx,
    {
      ...{ kind, uid, associateId, year, lines, issuedAt, actorUid },
      // Papers of sample data are deleted with it.
      isSample: gift.isSample || (await hasSampleData(tx)),
      stated: { ...stated, ...(held.length > 0 && { isSubstitute: true }) },
      ...donor,
      replaces: held.map(({ number }) => number),
      reason: replacedBecause,
    },
    { secret, publicUrl },
  );
  return { paper: issued, uid };
}

/** Whether a paper states exactly these gifts, with their current amounts and days. */
const statesExactly = (paper: PaperRecord, lines: readonly PaperLine[]): boolean =>
  paper.lines.length === lines.length &&
  lines.every((line) =>
    paper.lines.some(
      (one) =>
        one.stands &&
        one.appraisalId === line.appraisalId &&
        one.amountYen === line.amountYen &&
        one.receivedOn === line.receivedOn,
    ),
  );

/**
 * Locks a donor's gifts of a year, to all organisations, before numbering the first of their papers, so that
 * concurrent issues wait and cannot deadlock.
 */
export async function lockDonor(tx: Transaction, appraisalId: string, year: number): Promise<void> {
  const gift = await findGift(tx, appraisalId);
  if (!gift) return;
  const { uid } = gift;
  if (uid !== null) await lockPerson(tx, uid);
  const theirs = uid === null ? await sameGuest(tx, appraisalId) : undefined;
  const days = between(donations.receivedOn, `${year}-01-01`, `${year}-12-31`);
  await lockDonations(tx, and(isGivenBy(uid), theirs, days));
}

async function findGift(tx: Transaction, appraisalId: string) {
  const [gift] = await tx
    .select({
      uid: donations.uid,
      associateId: donations.associateId,
      receivedOn: donations.receivedOn,
      isSample: applications.isSample,
    })
    .from(donations)
    .innerJoin(applications, eq(applications.appraisalId, donations.appraisalId))
    .where(and(eq(donations.appraisalId, appraisalId), isNull(donations.reversedAt)));
  return gift;
}

const { email, lastName, firstName, zipcode, prefecture, line1, line2, building } = applications;
const written = { lastName, firstName, zipcode, prefecture, line1, line2, building };

/** Condition for a guest's gifts: same e-mail, name and address. */
async function sameGuest(tx: Transaction, appraisalId: string): Promise<SQL> {
  const [one] = await tx
    .select({ email, ...written })
    .from(applications)
    .where(eq(applications.appraisalId, appraisalId));
  if (!one) throw new Error('a gift without an application');
  return inArray(
    donations.appraisalId,
    tx
      .select({ appraisalId: applications.appraisalId })
      .from(applications)
      .where(
        and(
          isNull(applications.uid),
          eq(sql`lower(${email})`, one.email.toLowerCase()),
          eq(lastName, one.lastName),
          eq(firstName, one.firstName),
          ...[eq(zipcode, one.zipcode), eq(prefecture, one.prefecture), eq(line1, one.line1)],
          ...[eq(line2, one.line2), eq(building, one.building)],
        ),
      ),
  );
}

/** Name and address from the account if it has both, else from the latest of these gifts. */
async function writtenDonorOf(tx: Transaction, uid: string | null, numbers: readonly string[]) {
  const [account] =
    uid === null
      ? []
      : await tx
          .select({
            lastName: users.lastName,
            firstName: users.firstName,
            zipcode: users.zipcode,
            prefecture: users.prefecture,
            line1: users.line1,
            line2: users.line2,
            building: users.building,
          })
          .from(users)
          .where(eq(users.uid, uid));
  const isWhole =
    account && account.lastName !== '' && account.zipcode !== '' && account.line1 !== '';
  const [applied] = isWhole
    ? [account]
    : await tx
        .select(written)
        .from(applications)
        .where(inArray(applications.appraisalId, [...numbers]))
        .orderBy(sql`${applications.createdAt} desc`)
        .limit(1);
  if (!applied) throw new Error('a gift without an application');
  const { zipcode: code } = applied;
  return {
    donorName: `${applied.lastName} ${applied.firstName}`.trim(),
    donorAddress: [`〒${code.slice(0, 3)}-${code.slice(3)}`, streetOf(applied), applied.building]
      .filter((part) => part !== '')
      .join(' '),
  };
}
