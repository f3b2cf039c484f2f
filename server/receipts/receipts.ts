import { and, eq } from 'drizzle-orm';
import { refuse } from '#domain/errors/refusal.ts';
import {
  type Receipt,
  type ReceiptCheck,
  type ReceiptGroup,
  type ReceiptVerdict,
  whyNoReceipt,
} from '#domain/receipts/receipt.ts';
import { type TaxRelief, taxReliefOf } from '#domain/tax-deduction/deduction.ts';
import { jstDay, toTimestamp } from '#domain/values/timestamp.ts';
import type { Person } from '#server/actor.ts';
import { countTry } from '#server/auth/account-messages.ts';
import { receipts as receiptsTable } from '#server/db/schema/receipts.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { Secrets } from '#server/keys/secrets.ts';
import { attempts } from '#server/limits/attempts.ts';
import { countedAddress } from '#server/limits/client-address.ts';
import {
  certificationOf,
  countedGifts,
  type Gift,
  paperOnYear,
  readGifts,
  sumYen,
} from './gifts.ts';
import { giftsOn, isVoid, isVoidNow, readIssued, toReceipt } from './issued.ts';
import { issuing } from './issuing.ts';
import type { ReceiptPaper } from './receipt-paper.ts';
import { hashOfCode, printedCode } from './verify-code.ts';

type ReceiptsDeps = Secrets &
  Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'threads'> & {
    /** Whether sample data is loaded: papers say so. */
    isSample: () => Promise<boolean>;
    images: { read(id: string): Promise<{ bytes: Uint8Array } | undefined> };
  };

/** A paper takes some 50 ms; the first, with its thread and type, longer on a busy machine. */
const drawingLimitMs = 10_000;

/** 寄付金受領証明書: numbered papers in an organisation's name, which anybody can have confirmed. */
export const receipts = ({ isSample, images, ...dependencies }: ReceiptsDeps) => {
  const { db, clock, publicUrl, threads } = dependencies;
  const budgets = attempts(dependencies);
  /** The seal that a paper was issued with; one without keeps the place for it. */
  async function sealOf({ sealImageId }: ReceiptPaper['stated']) {
    return sealImageId === undefined ? undefined : (await images.read(sealImageId))?.bytes;
  }
  return {
    ...issuing(dependencies),

    /** The person's receipts, newest first. */
    async list({ uid }: Pick<Person, 'uid'>): Promise<Receipt[]> {
      const issued = await readIssued(db, eq(receiptsTable.uid, uid));
      const gifts = issued.length > 0 ? await readGifts(db, { uid }) : [];
      return issued.map((one) => toReceipt(one, isVoid(one, gifts)));
    },

    /** What the person gave by year and recipient, newest first, and what receipts can be had. */
    async possible({ uid }: Pick<Person, 'uid'>): Promise<ReceiptGroup[]> {
      const today = jstDay(clock());
      const groups = Map.groupBy(
        await readGifts(db, { uid, today }),
        (gift) => `${gift.year} ${gift.associateId || gift.associateName}`,
      );
      return [...groups.values()]
        .map((gifts) => groupOf(gifts, today))
        .sort((a, b) => yearFirst(b) - yearFirst(a) || (newestOf(a) < newestOf(b) ? 1 : -1));
    },

    /** What stands on a paper of the person's; undefined for a foreign number. */
    async paper({ uid }: Pick<Person, 'uid'>, number: string): Promise<ReceiptPaper | undefined> {
      const [issued] = await readIssued(
        db,
        and(eq(receiptsTable.number, number), eq(receiptsTable.uid, uid)),
      );
      if (!issued) return undefined;
      await countTry(budgets, [['receipt as PDF', uid]]);
      const gifts = await readGifts(db, { uid });
      const code = printedCode(issued, dependencies)?.code;
      // The SECRET that gave it is gone: a paper with another code could not be confirmed.
      if (code === undefined) {
        throw refuse('Conflict', '確認コードを作り直すため、この証明書を再発行してください。');
      }
      return {
        number,
        kind: issued.kind,
        year: issued.year,
        amountYen: issued.amountYen,
        donorName: issued.donorName,
        donorAddress: issued.donorAddress,
        issuedOn: jstDay(issued.issuedAt),
        reissueOf: issued.reissueOf ?? '',
        isVoid: isVoid(issued, gifts),
        gifts: giftsOn(issued, gifts).map(({ receivedOn, amountYen, appraisalId }) => ({
          receivedOn: receivedOn ?? '',
          amountYen,
          appraisalId,
        })),
        stated: issued.stated,
        seal: await sealOf(issued.stated),
        code,
        verifyUrl: `${publicUrl}/verify#${new URLSearchParams({ number, code })}`,
        isSample: await isSample(),
      };
    },

    /** The paper as PDF. Refused (ServiceUnavailable) while too many are drawn. */
    draw: (paper: ReceiptPaper) => threads.run('drawReceipt', paper, { limitMs: drawingLimitMs }),

    /** What a paper with this number and code is worth; tries are counted by the asker's address. */
    async verify(address: string, { number, code }: ReceiptCheck): Promise<ReceiptVerdict> {
      await countTry(budgets, [['verifying by address', countedAddress(address)]]);
      const [issued] = await readIssued(
        db,
        and(
          eq(receiptsTable.number, number),
          eq(receiptsTable.verifyCodeHash, hashOfCode(number, code)),
        ),
      );
      if (!issued) return { verdict: 'unknown' };
      return {
        verdict: (await isVoidNow(db, issued)) ? 'void' : 'valid',
        number,
        kind: issued.kind,
        associateName: issued.stated.name,
        year: issued.year,
        amountYen: issued.amountYen,
        issuedAt: toTimestamp(issued.issuedAt),
        reissueOf: issued.reissueOf ?? '',
        isReissued: issued.reissuedAs !== null,
      };
    },
  };
};

/** What has not arrived stands before all years. */
const yearFirst = ({ year }: ReceiptGroup) => year ?? Number.MAX_SAFE_INTEGER;
const newestOf = ({ donations }: ReceiptGroup) => donations[0]?.donatedAt ?? '';

/** One recipient's gifts of a year, oldest first, as the donor sees them. */
function groupOf(gifts: readonly Gift[], today: string): ReceiptGroup {
  const [first] = gifts;
  if (!first) throw new Error('a group without a gift');
  const counted = countedGifts(gifts);
  return {
    associateId: first.associateId,
    associateName: first.associateName,
    year: first.year ?? null,
    amountYen: sumYen(counted),
    relief: reliefOf(first, counted),
    reason: paperOnYear(gifts, today).reason ?? '',
    donations: gifts
      .map((gift) => ({
        appraisalId: gift.appraisalId,
        amountYen: gift.amountYen,
        donatedAt: toTimestamp(gift.donatedAt),
        receivedOn: gift.receivedOn ?? '',
        reason: whyNoReceipt(gift) ?? '',
      }))
      .reverse(),
  };
}

function reliefOf({ associate }: Gift, counted: readonly Gift[]): TaxRelief {
  if (!associate) return 'none';
  const hasTaxCredit = counted.every((gift) => certificationOf(gift)?.hasTaxCredit ?? false);
  return taxReliefOf(associate.classification, hasTaxCredit);
}
