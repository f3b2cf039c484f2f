import { and, eq, type SQL } from 'drizzle-orm';
import { donations } from '#giving/donations/donation-tables.server.ts';
import { lockDonations, lockPerson } from '#giving/donations/lock-donations.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { lockNumbers } from '#kit/numbers/numbers.server.ts';
import { someOf } from '#kit/values/text/some-of.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { hasSampleData } from '#organisations/associates/sample-associates.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import {
  countedGifts,
  type Gift,
  paperOnDonation,
  paperOnYear,
  readGifts,
  withinYear,
} from './gifts.server.ts';
import {
  issuePaper,
  ofPerson,
  type PaperRecord,
  readPapers,
  toReceipt,
  validPapersOn,
} from './paper-record.server.ts';
import { type Receipt, type ReceiptRequest, type ReissueRequest, writtenDonor } from './receipt.ts';
import { receipts } from './receipt-tables.server.ts';

/**
 * Runs `work` with the person's standing donations that match `which`, while no other receipt of this year is
 * issued and no such donation is reversed. A reversal under way is waited for. `issuedAt` is taken after that, so
 * that a paper issued at the turn of a year gets a number of its year.
 */
const withLockedGifts = <T>(
  { db, clock }: Context,
  uid: string,
  which: SQL | undefined,
  work: (tx: Transaction, gifts: Gift[], issuedAt: Date) => Promise<T>,
): Promise<T> =>
  transaction(db, async (tx) => {
    // Before the numbers, so that waiting for a reversal delays no other receipt.
    await lockPerson(tx, uid);
    await lockDonations(tx, and(eq(donations.uid, uid), which));
    const issuedAt = clock();
    const today = jstDay(issuedAt);
    await lockNumbers(tx, 'receipt', Number(today.slice(0, 4)));
    return work(tx, await readGifts(tx, { uid, today }, which), issuedAt);
  });

/** Whether sample data is loaded or the person belongs to it: papers say so, and are deleted with it. */
async function isOfSample({ db }: Context, uid: string): Promise<boolean> {
  const [person] = await db
    .select({ isSample: users.isSample })
    .from(users)
    .where(eq(users.uid, uid));
  return person?.isSample === true || hasSampleData(db);
}

/**
 * Issues the paper on a donation or year, replacing the valid papers on the same gifts that the request names.
 * Returns an existing paper that states the same. Refuses (Conflict) with the reason if none can be issued, and
 * with the numbers of papers that would end unnamed.
 */
export async function issueReceipt(
  ctx: Context,
  { uid }: Pick<Person, 'uid'>,
  request: ReceiptRequest,
): Promise<Receipt> {
  const which =
    request.kind === 'donation'
      ? eq(donations.appraisalId, request.appraisalId)
      : withinYear(request);
  const ofSample = await isOfSample(ctx, uid);
  return withLockedGifts(ctx, uid, which, async (tx, gifts, issuedAt) => {
    const [first] = gifts;
    if (!first) throw notFound('寄付');
    const counted = request.kind === 'donation' ? [first] : countedGifts(gifts);
    const holding = await readPapers(
      tx,
      and(ofPerson(uid), validPapersOn(counted.map(({ appraisalId }) => appraisalId))),
    );
    const donor = writtenDonor(request.donor);
    const samePaper = holding.find((paper) => statesAll(paper, request.kind, counted));
    if (samePaper && holding.length === 1) return toReceipt(demandDonor(samePaper, donor));
    const paper =
      request.kind === 'donation' ? paperOnDonation(first) : paperOnYear(gifts, jstDay(issuedAt));
    if (paper.reason !== undefined) throw refuse('Conflict', paper.reason);
    const replaces = holding.map(({ number }) => number).toSorted();
    demandNamed(replaces, request.replaces);
    const isSubstitute = replaces.length > 0 && { isSubstitute: true as const };
    const issued = await issuePaper(
      tx,
      {
        ...donor,
        kind: request.kind,
        uid,
        associateId: first.associateId,
        year: paper.year,
        lines: paper.lines,
        stated: { ...paper.stated, ...isSubstitute },
        isSample: ofSample,
        issuedAt,
        replaces,
        reason: '同じ寄付の新しい証明書に替わったため',
        actorUid: null,
      },
      ctx,
    );
    return toReceipt(issued);
  });
}

/**
 * Reissues a person's receipt in place of the named one, with another name or address if given. Everything else
 * stays the same. Refuses if the named one is not valid.
 */
export async function reissueReceipt(
  ctx: Context,
  person: Pick<Person, 'uid'>,
  number: string,
  { donor }: ReissueRequest,
): Promise<Receipt> {
  const { uid } = person;
  await countTry(attempts(ctx), [['re-issue by donor', uid]]);
  const ofSample = await isOfSample(ctx, uid);
  return withLockedGifts(ctx, uid, undefined, async (tx, _all, issuedAt) => {
    const [old] = await readPapers(tx, and(eq(receipts.number, number), ofPerson(uid)));
    if (!old) throw notFound('受領証明書');
    demandHolding(old);
    const holding = await readPapers(
      tx,
      validPapersOn(old.lines.map(({ appraisalId }) => appraisalId)),
    );
    if (holding.length > 1) throw refuse('Conflict', doubleMessage);
    const { isSubstitute: _, ...stated } = old.stated;
    const issued = await issuePaper(
      tx,
      {
        ...old,
        ...(donor && writtenDonor(donor)),
        stated,
        isSample: ofSample,
        issuedAt,
        replaces: [number],
        reason: donor ? 'お名前・ご住所を訂正したため' : '再発行したため',
        actorUid: null,
      },
      ctx,
    );
    return toReceipt(issued);
  });
}

const doubleMessage =
  'この証明書と同じ寄付に、ほかの証明書も発行されています。どちらをお使いいただくかをお確かめしますので、お問い合わせください。';

/** Refuses (Conflict, Gone) a paper that has ended, with the reason. */
export function demandHolding(paper: PaperRecord, code: 'Conflict' | 'Gone' = 'Conflict'): void {
  const { ending } = paper;
  if (!ending) return;
  const next =
    ending.replacedBy === null
      ? 'マイページの「受領証明書」で、新しく発行できるかをお確かめください。'
      : `番号${ending.replacedBy}の証明書をお使いください。`;
  throw refuse(code, `この証明書は、${ending.reason}、お使いになれません。${next}`);
}

/** Whether a paper of this kind names all of these gifts. */
const statesAll = (
  paper: PaperRecord,
  kind: PaperRecord['kind'],
  gifts: readonly Gift[],
): boolean =>
  paper.kind === kind &&
  gifts.every((gift) => paper.lines.some(({ appraisalId }) => appraisalId === gift.appraisalId));

function demandDonor(
  paper: PaperRecord,
  { donorName, donorAddress }: Pick<PaperRecord, 'donorName' | 'donorAddress'>,
): PaperRecord {
  if (paper.donorName === donorName && paper.donorAddress === donorAddress) return paper;
  throw refuse(
    'Conflict',
    `番号${paper.number}で、すでに発行されています。お名前・ご住所は、その証明書の「お名前・ご住所の訂正」から直せます。`,
  );
}

/** Refuses (Conflict) unless the request names exactly the papers that it would end. */
function demandNamed(holding: readonly string[], named: readonly string[]): void {
  const isSame =
    holding.length === new Set(named).size && holding.every((one) => named.includes(one));
  if (isSame) return;
  if (holding.length === 0) {
    throw refuse(
      'Conflict',
      '前の証明書の状態が変わっています。画面を読み込み直してから、もう一度お試しください。',
    );
  }
  const numbers = someOf(holding, (count) => `ほか${count}件`);
  throw refuse(
    'Conflict',
    `同じ寄付に、有効な証明書（${numbers}）があります。新しく発行すると、そちらは無効になります。よろしければ、画面を読み込み直してから、もう一度お手続きください。`,
  );
}
