import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { streetOf } from '#domain/values/postal/written-address.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { users } from '#server/db/schema/accounts.ts';
import { applications } from '#server/db/schema/applications.ts';
import { donations } from '#server/db/schema/donations.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { lockDonations, lockPerson } from '#server/donations/lock-donations.ts';
import { paperOnDonation, paperOnYear, readGifts, withinYear } from '#server/receipts/gifts.ts';
import { holdingOn, issuePaper, type PaperRecord } from '#server/receipts/paper-record.ts';

type IssueDeps = Pick<Dependencies, 'clock' | 'secret'> & { isSample: boolean };

/** A donor's gift, whose donor and organisation a paper is for. */
type Named = {
  appraisalId: string;
  kind: 'donation' | 'year';
  /** Why papers on the same gifts end, for whoever holds them. */
  replacedBecause: string;
  actorUid: string;
  /** Leaves donors with papers on single gifts as they are. */
  keepsSingles?: boolean;
};

/** Outcome of issuing: a new paper with its donor's account, or why there is none. */
export type Issued =
  | { paper: PaperRecord; uid: string | null; reason?: undefined }
  | { reason: string };

/**
 * Issues the paper on a gift, or on its donor's gifts of the same year to the same organisation, in the name that they
 * have now. What holds on these gifts already is left: then there is nothing to issue.
 */
export async function issueFor(
  tx: Transaction,
  { appraisalId, kind, replacedBecause, actorUid, keepsSingles = false }: Named,
  { clock, secret, isSample }: IssueDeps,
): Promise<Issued> {
  const gift = await findGift(tx, appraisalId);
  if (!gift) return { reason: 'この寄付は取り消されています。' };
  const { uid, associateId, receivedOn } = gift;
  if (associateId === null || receivedOn === null) {
    return { reason: 'この寄付は、まだ団体に届いていません。' };
  }
  const whole = { associateId, year: Number(receivedOn.slice(0, 4)) };
  const which: SQL | undefined =
    kind === 'donation'
      ? eq(donations.appraisalId, appraisalId)
      : and(withinYear(whole), uid === null ? await sameGuest(tx, appraisalId) : undefined);
  if (uid !== null) await lockPerson(tx, uid);
  await lockDonations(tx, and(ofDonor(uid), which));
  const issuedAt = clock();
  const today = jstDay(issuedAt);
  const gifts = await readGifts(tx, { uid, today }, which);
  const [first] = gifts;
  if (!first) return { reason: 'この寄付は取り消されています。' };
  const paper = kind === 'donation' ? paperOnDonation(first) : paperOnYear(gifts, today);
  if (paper.reason !== undefined) return { reason: paper.reason };
  const { year, lines, stated } = paper;
  const held = await tx
    .select({ number: receipts.number, kind: receipts.kind, amountYen: receipts.amountYen })
    .from(receipts)
    .where(holdingOn(lines.map((line) => line.appraisalId)));
  const sum = lines.reduce((yen, { amountYen }) => yen + amountYen, 0);
  if (held.some((one) => one.kind === kind && one.amountYen === sum)) {
    return { reason: `有効な証明書（${held[0]?.number}）があります。` };
  }
  if (keepsSingles && held.some((one) => one.kind === 'donation')) {
    return { reason: '1件ずつの証明書が発行されました。' };
  }
  const donor = await writtenDonorOf(tx, uid, lines.map((line) => line.appraisalId));
  if (donor.donorName === '') return { reason: 'お名前の記録がありません。' };
  const issued = await issuePaper(
    tx,
    {
      ...{ kind, uid, associateId, year, lines, stated, isSample, issuedAt, actorUid },
      ...donor,
      replaces: held.map(({ number }) => number),
      reason: replacedBecause,
    },
    { secret },
  );
  return { paper: issued, uid };
}

const ofDonor = (uid: string | null): SQL =>
  uid === null ? isNull(donations.uid) : eq(donations.uid, uid);

async function findGift(tx: Transaction, appraisalId: string) {
  const [gift] = await tx
    .select({
      uid: donations.uid,
      associateId: donations.associateId,
      receivedOn: donations.receivedOn,
    })
    .from(donations)
    .where(and(eq(donations.appraisalId, appraisalId), isNull(donations.reversedAt)));
  return gift;
}

const { email, lastName, firstName, zipcode, prefecture, line1, line2, building } = applications;
const written = { lastName, firstName, zipcode, prefecture, line1, line2, building };

/** The gifts of a guest: those under one e-mail, name and address. */
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

/** Name and address of the account where it has both, else as the latest of these gifts was applied for. */
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
  const isWhole = account && account.lastName !== '' && account.zipcode !== '' && account.line1 !== '';
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
