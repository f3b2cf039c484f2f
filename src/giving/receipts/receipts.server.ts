import { and, eq } from 'drizzle-orm';
import { type TaxRelief, taxReliefOf } from '#giving/tax-deduction/deduction.ts';
import type { Person } from '#kit/actor.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { countedAddress } from '#kit/limits/client-address.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import {
  certificationOf,
  countedGifts,
  type Gift,
  paperOnYear,
  readGifts,
  sumYen,
} from './gifts.server.ts';
import { demandHolding } from './issuing.server.ts';
import {
  hashOfCode,
  ofPerson,
  paperStatusOf,
  readPapers,
  toReceipt,
} from './paper-record.server.ts';
import { printedPaper } from './printed-paper.server.ts';
import {
  type Receipt,
  type ReceiptCheck,
  type ReceiptGroup,
  type ReceiptVerdict,
  whyNoReceipt,
} from './receipt.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';
import { receipts as receiptsTable } from './receipt-tables.server.ts';

/** A paper takes some 50 ms; the first, with its thread and fonts, longer on a busy machine. */
const drawingLimitMs = 10_000;

/** The person's receipts, the newest first. */
export const ownReceipts = async (
  { db }: Context,
  { uid }: Pick<Person, 'uid'>,
): Promise<Receipt[]> => (await readPapers(db, ofPerson(uid))).map(toReceipt);

/** Gifts of the person by year and recipient, the newest first, with the receipts they can get. */
export async function possibleReceipts(
  { clock, db }: Context,
  { uid }: Pick<Person, 'uid'>,
): Promise<ReceiptGroup[]> {
  const today = jstDay(clock());
  const groups = Map.groupBy(
    await readGifts(db, { uid, today }),
    (gift) => `${gift.year} ${gift.associateId || gift.associateName}`,
  );
  return [...groups.values()]
    .map((gifts) => groupOf(gifts, today))
    .sort((a, b) => yearFirst(b) - yearFirst(a) || (newestOf(a) < newestOf(b) ? 1 : -1));
}

/**
 * Content of one of the person's papers, from its record only; undefined for another person's number. Refuses
 * (Gone) once it has ended.
 */
export async function ownPaper(
  ctx: Context,
  { uid }: Pick<Person, 'uid'>,
  number: string,
): Promise<ReceiptPaper | undefined> {
  const { db } = ctx;
  const [record] = await readPapers(db, and(eq(receiptsTable.number, number), ofPerson(uid)));
  if (!record) return undefined;
  await countTry(attempts(ctx), [['receipt as PDF', uid]]);
  demandHolding(record, 'Gone');
  return printedPaper(ctx, record);
}

/** Draws the paper as PDF. Refuses (ServiceUnavailable) while too many are being drawn. */
export const drawPaper = ({ threads }: Context, paper: ReceiptPaper) =>
  threads.run('drawReceipt', paper, { limitMs: drawingLimitMs });

/** Verdict on a number and code. Counts tries by client address. */
export async function verifyReceipt(
  ctx: Context,
  address: string,
  { number, code }: ReceiptCheck,
): Promise<ReceiptVerdict> {
  const { db } = ctx;
  await countTry(attempts(ctx), [['verifying by address', countedAddress(address)]]);
  const [paper] = await readPapers(
    db,
    and(
      eq(receiptsTable.number, number),
      eq(receiptsTable.verifyCodeHash, hashOfCode(number, code)),
    ),
  );
  if (!paper) return { verdict: 'unknown' };
  return {
    verdict: 'known',
    number,
    kind: paper.kind,
    associateName: paper.stated.name,
    year: paper.year,
    amountYen: paper.amountYen,
    issuedAt: toTimestamp(paper.issuedAt),
    replaces: paper.replaces,
    ...paperStatusOf(paper),
  };
}

/** Gifts that have not arrived come before all years. */
const yearFirst = ({ year }: ReceiptGroup) => year ?? Number.MAX_SAFE_INTEGER;
const newestOf = ({ donations }: ReceiptGroup) => donations[0]?.donatedAt ?? '';

/** One recipient's gifts of a year, the oldest first, for the donor. */
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
