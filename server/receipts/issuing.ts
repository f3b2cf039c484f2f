import { and, eq, type SQL } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import type { Receipt, ReceiptRequest } from '#domain/receipts/receipt.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { countTry } from '#server/auth/account-messages.ts';
import { type Transaction, transaction } from '#server/db/database.ts';
import { donations } from '#server/db/schema/donations.ts';
import { receipts } from '#server/db/schema/receipts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { lockDonations, lockPerson } from '#server/donations/lock-donations.ts';
import { attempts } from '#server/limits/attempts.ts';
import { type Gift, paperOnDonation, paperOnYear, readGifts } from './gifts.ts';
import { isVoid, readIssued, toReceipt, withinYear } from './issued.ts';
import { lockNumbers, writeReceipt } from './write-receipt.ts';

const noDonation = 'お探しの寄付は見つかりませんでした。';
const noReceipt = 'お探しの受領証明書は見つかりませんでした。';

/** Issues receipts, one after another in the order of their numbers. */
export const issuing = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'secret'>) => {
  const { db, clock, secret } = dependencies;

  /**
   * Runs `work` with the person's standing donations that `which` says, while nobody else issues in this
   * year and none of them is taken back: one that is being taken back is waited for, and is not among them.
   * The moment that it is told is that of the lock: a year that turns meanwhile gives no number of another year.
   */
  const alone = <T>(
    uid: string,
    which: SQL | undefined,
    work: (tx: Transaction, gifts: Gift[], issuedAt: Date) => Promise<T>,
  ): Promise<T> =>
    transaction(db, async (tx) => {
      // Before the numbers: who waits for a reversal holds up nobody else's receipt.
      await lockPerson(tx, uid);
      await lockDonations(tx, and(eq(donations.uid, uid), which));
      const issuedAt = clock();
      await lockNumbers(tx, issuedAt);
      return work(tx, await readGifts(tx, { uid, today: jstDay(issuedAt) }, which), issuedAt);
    });

  return {
    /**
     * Issues the paper on a donation or a year of the person's; the one that stands already is
     * answered again. Refuses (Conflict) with the reason why there is none.
     */
    issue({ uid }: Pick<Person, 'uid'>, request: ReceiptRequest): Promise<Receipt> {
      const which =
        request.kind === 'donation'
          ? eq(donations.appraisalId, request.appraisalId)
          : withinYear(request);
      return alone(uid, which, async (tx, gifts, issuedAt) => {
        const [first] = gifts;
        if (!first) throw refuse('NotFound', noDonation);
        const standing = await standingReceipt(tx, uid, request.kind, gifts);
        if (standing) return standing;
        const paper =
          request.kind === 'donation'
            ? paperOnDonation(first)
            : paperOnYear(gifts, jstDay(issuedAt));
        if (paper.reason !== undefined) throw refuse('Conflict', paper.reason);
        const { reason: _, ...facts } = paper;
        if (first.year === undefined) throw new Error('a receipt without a year');
        return writeReceipt(tx, secret, {
          ...facts,
          kind: request.kind,
          uid,
          associateId: first.associateId,
          donationId: request.kind === 'donation' ? first.donationId : null,
          year: first.year,
          issuedAt,
        });
      });
    },

    /**
     * Issues a receipt of the person's once more, marked with the number it repeats; what it states
     * stays. Refuses where it was taken back or repeated before.
     */
    async reissue(person: Pick<Person, 'uid'>, number: string): Promise<Receipt> {
      const { uid } = person;
      await countTry(attempts(dependencies), [['re-issue by donor', uid]]);
      return alone(uid, undefined, async (tx, all, issuedAt) => {
        const [old] = await readIssued(tx, and(eq(receipts.number, number), eq(receipts.uid, uid)));
        if (!old) throw refuse('NotFound', noReceipt);
        if (old.reissuedAs !== null) {
          throw refuse(
            'Conflict',
            `この証明書は、番号${old.reissuedAs}で再発行されています。そちらをお使いください。`,
          );
        }
        if (isVoid(old, all)) throw refuse('Conflict', voidMessage);
        const { kind, associateId, donationId, year, amountYen } = old;
        const { donorName, donorAddress, stated } = old;
        return writeReceipt(tx, secret, {
          ...{ kind, uid, associateId, donationId, year, amountYen },
          ...{ donorName, donorAddress, stated },
          reissueOf: number,
          issuedAt,
        });
      });
    },
  };
};

export const voidMessage =
  'もとになった寄付の記録が変わったため、この証明書はお使いになれません。新しく発行してください。';

/** The receipt on the same gifts that stands and was not repeated by another. */
async function standingReceipt(
  tx: Transaction,
  uid: string,
  kind: ReceiptRequest['kind'],
  gifts: readonly Gift[],
): Promise<Receipt | undefined> {
  const [first] = gifts;
  if (!first) return undefined;
  const issued = await readIssued(
    tx,
    and(
      eq(receipts.uid, uid),
      eq(receipts.kind, kind),
      kind === 'donation'
        ? eq(receipts.donationId, first.donationId)
        : and(eq(receipts.associateId, first.associateId), eq(receipts.year, first.year ?? 0)),
    ),
  );
  const standing = issued.find((one) => one.reissuedAs === null && !isVoid(one, gifts));
  return standing && toReceipt(standing, false);
}
