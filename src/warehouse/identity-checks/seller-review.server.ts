import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Row } from '#giving/applications/application-row.server.ts';
import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { formErrorTitle } from '#kit/http/error-table.server.ts';
import { stale } from '#kit/http/versions.server.ts';
import { wholeAddress } from '#kit/values/postal/written-address.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { identityLetters } from '#warehouse/dealer-ledger/dealer-ledger-tables.server.ts';
import { findMissing } from '#warehouse/dealer-ledger/missing-facts.server.ts';
import { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { formerAddressOf, letterAddressOf } from './letter-address.server.ts';
import { usualMethod } from './methods.ts';
import type { LedgerItem, LetterFacts, SellerReview } from './seller-facts.ts';

type Source = Database | Transaction;
type Letter = typeof identityLetters.$inferSelect;

/** Everything that the decision needs; audits the read. Undefined for an unknown number. */
export async function reviewSeller(
  { db, clock }: Context,
  operator: Person,
  appraisalId: string,
): Promise<SellerReview | undefined> {
  return transaction(db, async (tx) => {
    const found = await readReview(tx, appraisalId);
    if (!found) return undefined;
    await audit(tx, operator, 'identity.review', ['application', appraisalId], { at: clock() });
    return found;
  });
}

/**
 * Replaces the items of an application on hold, at the given version. They must add up to its result. Other known
 * facts of an item are kept.
 */
export async function completeItems(
  { db, clock }: Context,
  operator: Person,
  appraisalId: string,
  items: readonly LedgerItem[],
  version: number,
): Promise<SellerReview> {
  return transaction(db, async (tx) => {
    const [application] = await tx
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, appraisalId))
      .for('update');
    if (!application) throw notFound('申込番号のお申し込み');
    const [result] = await tx.select().from(appraisals).where(standingResult(appraisalId));
    if (application.state !== 'appraised' || result?.outcome !== 'completed') {
      throw refuse('Conflict', 'このお申し込みは、本人確認を待っていません。');
    }
    if (version !== application.version) throw stale();
    refuseUnlessAddedUp(items, result);
    await replaceItems(tx, result.id, items);
    await tx
      .update(applications)
      .set({ version: application.version + 1 })
      .where(eq(applications.appraisalId, appraisalId));
    await audit(tx, operator, 'identity.items', ['application', appraisalId], {
      at: clock(),
      items: items.length,
    });
    return requireReview(await readReview(tx, appraisalId));
  });
}

/** Records how the identity is confirmed and the outcome of the letter, at the given version. */
export async function noteLetter(
  { db, clock }: Context,
  operator: Person,
  appraisalId: string,
  facts: LetterFacts,
  version: number,
): Promise<SellerReview> {
  return transaction(db, async (tx) => {
    const [application] = await tx
      .select()
      .from(applications)
      .where(eq(applications.appraisalId, appraisalId))
      .for('update');
    if (!application) throw notFound('申込番号のお申し込み');
    if (application.state !== 'appraised') {
      throw refuse('Conflict', 'このお申し込みは、本人確認を待っていません。');
    }
    const [before] = await tx
      .select()
      .from(identityLetters)
      .where(eq(identityLetters.appraisalId, appraisalId));
    if (version !== (before?.version ?? 0)) throw stale();
    const at = clock();
    refuseComingDays(facts, jstDay(at));
    const { method, letterNumber } = facts;
    const values = {
      method,
      letterNumber,
      address: facts.sentOn === '' ? '' : sentTo(application, letterNumber, before),
      sentOn: facts.sentOn || null,
      deliveredOn: facts.deliveredOn || null,
      returnedOn: facts.returnedOn || null,
      changedBy: operator.uid,
      changedAt: at,
      version: (before?.version ?? 0) + 1,
    };
    await tx
      .insert(identityLetters)
      .values({ appraisalId, ...values })
      .onConflictDoUpdate({ target: identityLetters.appraisalId, set: values });
    const { sentOn, deliveredOn, returnedOn } = values;
    await audit(tx, operator, 'identity.letter', ['application', appraisalId], {
      at,
      method,
      sentOn,
      deliveredOn,
      returnedOn,
    });
    return requireReview(await readReview(tx, appraisalId));
  });
}

function requireReview(review: SellerReview | undefined): SellerReview {
  if (!review) throw notFound('申込番号のお申し込み');
  return review;
}

/** A sent letter keeps its address; a letter with another number goes to the current one. */
const sentTo = (application: Row, letterNumber: string, before: Letter | undefined) =>
  before && before.sentOn !== null && before.letterNumber === letterNumber
    ? before.address
    : letterAddressOf(application);

const standingResult = (appraisalId: string) =>
  and(eq(appraisals.appraisalId, appraisalId), isNull(appraisals.reversedAt));

function refuseUnlessAddedUp(
  items: readonly LedgerItem[],
  { itemCount, appraisedYen }: { itemCount: number; appraisedYen: number },
): void {
  const yen = items.reduce((sum, { amountYen }) => sum + amountYen, 0);
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  if (yen === appraisedYen && count === itemCount) return;
  throw refuse(
    'ValidationError',
    `明細の合計が査定結果と一致しません（明細は${count}点・${formatYen(yen)}円、査定結果は${itemCount}点・${formatYen(appraisedYen)}円）。`,
  );
}

/** Refuses future dates. */
function refuseComingDays(facts: LetterFacts, today: string): void {
  const errors = (['sentOn', 'deliveredOn', 'returnedOn'] as const)
    .filter((path) => facts[path] > today)
    .map((path) => ({ path, message: '今日より先の日付は入力できません。' }));
  const [first] = errors;
  if (first) throw refuse('ValidationError', first.message, { title: formErrorTitle, errors });
}

async function replaceItems(
  tx: Transaction,
  appraisalRowId: string,
  items: readonly LedgerItem[],
): Promise<void> {
  const where = eq(appraisalItems.appraisalRowId, appraisalRowId);
  const before = await tx
    .select()
    .from(appraisalItems)
    .where(where)
    .orderBy(asc(appraisalItems.position));
  const known = knownOf(items, before);
  await tx.delete(appraisalItems).where(where);
  await insertAll(
    tx,
    appraisalItems,
    items.map((item, index) => ({
      ...known[index],
      ...item,
      appraisalRowId,
      position: index + 1,
    })),
  );
}

type IsOne = (stored: LedgerItem, item: LedgerItem) => boolean;
const isSameName: IsOne = (stored, item) => stored.name === item.name;
const isSame: IsOne = (stored, item) =>
  isSameName(stored, item) &&
  stored.quantity === item.quantity &&
  stored.amountYen === item.amountYen;

/** Known facts of each item: from the one with the same content, else the same name, else the same position. */
function knownOf<Stored extends LedgerItem>(
  items: readonly LedgerItem[],
  before: readonly Stored[],
): (Stored | undefined)[] {
  const left = new Set(before);
  const known: (Stored | undefined)[] = items.map(() => undefined);
  const find = (isOne: (stored: Stored, index: number) => boolean) => {
    for (const index of items.keys()) {
      const found = known[index] ? undefined : [...left].find((stored) => isOne(stored, index));
      if (found && left.delete(found)) known[index] = found;
    }
  };
  find((stored, index) => isSame(stored, items[index] as LedgerItem));
  find((stored, index) => isSameName(stored, items[index] as LedgerItem));
  find((stored, index) => stored === before[index]);
  return known;
}

async function readReview(source: Source, appraisalId: string): Promise<SellerReview | undefined> {
  const [found] = await source
    .select({ application: applications, result: appraisals, letter: identityLetters })
    .from(applications)
    .leftJoin(
      appraisals,
      and(eq(appraisals.appraisalId, applications.appraisalId), isNull(appraisals.reversedAt)),
    )
    .leftJoin(identityLetters, eq(identityLetters.appraisalId, applications.appraisalId))
    .where(eq(applications.appraisalId, appraisalId));
  if (!found) return undefined;
  const { application: a, result, letter } = found;
  const items = await source
    .select()
    .from(appraisalItems)
    .where(eq(appraisalItems.appraisalRowId, result?.id ?? ''))
    .orderBy(asc(appraisalItems.position));
  return {
    appraisalId,
    state: a.state,
    identity: a.identity as IdentityCheck,
    version: a.version,
    applicant: {
      name: `${a.lastName} ${a.firstName}`.trim(),
      kana: `${a.lastNameKana} ${a.firstNameKana}`.trim(),
      zipcode: a.zipcode,
      address: wholeAddress(a),
      birth: a.birth ?? '',
      occupation: a.occupation,
    },
    result: result && {
      itemCount: result.itemCount,
      appraisedYen: result.appraisedYen,
      donationYen: result.donationYen,
    },
    items: items.map(({ name, feature, quantity, amountYen }) => ({
      name,
      feature,
      quantity,
      amountYen,
    })),
    letter: {
      method: (letter?.method ?? usualMethod) as LetterFacts['method'],
      letterNumber: letter?.letterNumber ?? '',
      sentOn: letter?.sentOn ?? '',
      deliveredOn: letter?.deliveredOn ?? '',
      returnedOn: letter?.returnedOn ?? '',
    },
    letterVersion: letter?.version ?? 0,
    formerAddress: formerAddressOf(a, letter),
    missing: await findMissing(source, appraisalId),
  };
}
