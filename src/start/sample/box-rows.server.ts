import {
  type ApplicationState,
  needsIdentityCheck,
} from '#giving/applications/application-state.ts';
import type {
  applicationEvents,
  applications,
} from '#giving/applications/application-tables.server.ts';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import { deliverySlots } from '#giving/applications/delivery.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import type { donations } from '#giving/donations/donation-tables.server.ts';
import { donationLines } from '#money/ledger/ledger.server.ts';
import type { owedItems } from '#money/ledger/owed-tables.server.ts';
import type { AppraisalOutcome, ResultRow } from '#warehouse/results/appraisal-result.ts';
import type { appraisalItems, appraisals } from '#warehouse/results/result-tables.server.ts';
import { hashOf } from '#warehouse/results/row-hash.server.ts';
import type { Box } from './boxes.server.ts';
import { dayAt } from './calendar.server.ts';
import { giftItem, type SaleRows, saleOf } from './money/gift-rows.server.ts';
import { boxCountOf, feesOfBox } from './money/sample-terms.server.ts';
import { inventPerson, personUid, signInDonor } from './people.server.ts';
import { type Random, randomOf } from './random.server.ts';
import { sampleUids } from './sign-ins.server.ts';
import { drawItems, drawProducts } from './words/box-goods.server.ts';

/** A numbered box: its index in the sample, its batch, its row in the batch's file. */
export type PlacedBox = { box: Box; index: number; batchId: string | null; rowNumber: number };

/**
 * Share of results that list their goods one by one, besides those of the donor who can sign in. Listing all would make
 * a large sample slow.
 */
const listedShare = 0.3;
const dayMs = 24 * 60 * 60 * 1000;
const step = 0x2_9d7f_4a7dn;

/** A 申込番号 per index: an odd step visits every 35-bit number once before one repeats. */
export function appraisalIdOf(seed: number, index: number): string {
  let rest = Number(BigInt.asUintN(35, BigInt(index + 1) * step + BigInt(seed) * 97_531n));
  const letters = new Uint8Array(7);
  for (let place = 0; place < letters.length; place++) {
    letters[place] = rest % 32;
    rest = Math.floor(rest / 32);
  }
  return makeAppraisalId(letters);
}

const outcomes: Partial<Record<ApplicationState, AppraisalOutcome>> = {
  unpriced: 'unpriced',
  returned: 'returned',
};

/** Parameters shared by all boxes of a sample. */
export type SampleWorld = {
  seed: number;
  /** Sells the goods of one in this many boxes. */
  sellsEvery: number;
  /**
   * First box written with all its steps and articles. Older boxes get only what lists need: their first and last step.
   */
  wholeFrom: number;
  now: Date;
};

/** All rows of one box. The same invariants hold as after a real import (src/warehouse/results). */
export function boxRows(
  { seed, sellsEvery, wholeFrom, now }: SampleWorld,
  { box, index, batchId, rowNumber }: PlacedBox,
) {
  const random = randomOf(seed, `box ${index}`);
  const appraisalId = appraisalIdOf(seed, index);
  const application = applicationRow(random, seed, appraisalId, { box, index });
  const isWhole = index >= wholeFrom || box.person === signInDonor;
  const rows = {
    application,
    events: eventRows(appraisalId, batchId, box).filter(
      (_, step, all) => isWhole || step === 0 || step === all.length - 1,
    ),
    appraisal: undefined as typeof appraisals.$inferInsert | undefined,
    items: [] as (typeof appraisalItems.$inferInsert)[],
    donation: undefined as typeof donations.$inferInsert | undefined,
    ledger: [] as ReturnType<typeof donationLines>,
    owed: undefined as typeof owedItems.$inferInsert | undefined,
    sold: undefined as SaleRows | undefined,
  };
  if (box.resultAt === undefined || batchId === null) return rows;

  const appraisalRowId = `sample-result-${index}`;
  const result = drawResult(random, appraisalId, box);
  const isListed = box.person === signInDonor || (random.chance(listedShare) && isWhole);
  const items =
    result.outcome !== 'returned' && isListed
      ? drawItems(random, application.products as ProductKind[], result)
      : [];
  const resultAt = new Date(box.resultAt);
  rows.items = items.map(({ appraisalId: _, ...item }, place) => ({
    ...item,
    appraisalRowId,
    position: place + 1,
    addedAt: resultAt,
  }));
  const rowHash = hashOf(
    { row: rowNumber, ...result },
    items.map((item) => ({ row: 0, ...item })),
  );
  const { associateId: _, ...values } = result;
  rows.appraisal = {
    ...values,
    id: appraisalRowId,
    batchId,
    rowNumber,
    rowHash,
    stateBefore: 'goods-received',
    createdAt: resultAt,
  };
  if (box.donatedAt === undefined) return rows;

  const target = {
    associateId: box.organisation?.id ?? null,
    socialChallengeId: box.fund ?? null,
  };
  const donationId = `sample-donation-${index}`;
  const donatedAt = new Date(box.donatedAt);
  const { feeYen, handlingYen, netYen } = feesOfBox(box, index);
  rows.donation = {
    id: donationId,
    appraisalId,
    appraisalRowId,
    uid: application.uid ?? null,
    ...target,
    amountYen: result.donationYen,
    needReceipt: application.needReceipt,
    donatedAt,
    feeYen,
    handlingYen,
    remittanceId: box.remittedAt === undefined ? null : (box.remittance?.id ?? null),
    receivedOn: box.remittedAt === undefined ? null : dayAt(box.remittedAt),
  };
  rows.ledger = donationLines({ ...result, ...target, donationId, feeYen, handlingYen }, donatedAt);
  rows.owed = giftItem({ ...target, donationId, appraisalId, netYen, donatedAt }, box);
  if (index % sellsEvery === 0) {
    rows.sold = saleOf({ appraisalId, donatedAt, appraisedYen: result.appraisedYen }, index, now);
  }
  return rows;
}

function applicationRow(
  random: Random,
  seed: number,
  appraisalId: string,
  { box, index }: Pick<PlacedBox, 'box' | 'index'>,
): typeof applications.$inferInsert {
  const { uid, email, tel, names, address, birth, occupation } = inventPerson(seed, box.person);
  const isFund = box.fund !== undefined;
  const isChecked = isFund && needsIdentityCheck('fund', box.amountYen);
  const moments = stepsOf(box);
  return {
    appraisalId,
    kind: isFund ? 'fund' : 'direct',
    associateId: box.organisation?.id ?? null,
    socialChallengeId: box.fund ?? null,
    uid: box.isGuest ? null : uid,
    frequency: random.chance(0.12) ? 'recurring' : 'once',
    products: drawProducts(random),
    boxes: boxCountOf(index),
    deliveryDate: random.chance(0.5) ? dayAt(box.appliedAt + random.int(3, 14) * dayMs) : null,
    deliverySlot: random.pick(deliverySlots),
    needReceipt: random.chance(0.35),
    birth: isFund ? birth : null,
    occupation: isFund ? occupation : '',
    ...names,
    email,
    tel,
    ...address,
    state: box.state,
    identity: isChecked ? (box.donatedAt === undefined ? 'due' : 'approved') : 'not-needed',
    version: moments.length,
    isSample: true,
    createdAt: new Date(box.appliedAt),
    stateChangedAt: new Date(moments.at(-1)?.at ?? box.appliedAt),
  };
}

function drawResult(random: Random, appraisalId: string, box: Box): Omit<ResultRow, 'row'> {
  const outcome = outcomes[box.state] ?? 'completed';
  const donationYen = box.amountYen;
  const itemCount = random.int(3, 14);
  const isPriced = outcome === 'completed';
  // In a campaign the operator adds a tenth.
  const bonusYen = isPriced && random.chance(0.06) ? Math.floor(donationYen / 11) : 0;
  const appraisedYen = donationYen - bonusYen;
  return {
    appraisalId,
    receivedOn: dayAt(box.receivedAt ?? box.appliedAt),
    appraisedOn: dayAt(box.resultAt ?? box.appliedAt),
    itemCount,
    pricedCount: isPriced ? drawPriced(random, itemCount, appraisedYen) : 0,
    appraisedYen,
    bonusYen,
    donationYen,
    associateId: box.organisation?.id ?? '',
    outcome,
    note: outcome === 'returned' ? 'ご本人のご希望により返送' : '',
  };
}

/** At least about half of the pieces, each worth ten yen or more. */
function drawPriced(random: Random, itemCount: number, appraisedYen: number): number {
  const most = Math.min(itemCount, Math.floor(appraisedYen / 10));
  return random.int(Math.min(most, Math.ceil(itemCount / 2)), most);
}

type Step = { state: ApplicationState; at: number; by: string; uid: string | null };

/** Steps that a box took, in order. */
function stepsOf(box: Box): Step[] {
  const admin = { by: 'operator', uid: sampleUids.operator };
  const donor = box.isGuest
    ? { by: 'guest', uid: null }
    : { by: 'donor', uid: personUid(box.person) };
  const steps: Step[] = [{ state: 'applied', at: box.appliedAt, ...donor }];
  const add = (
    state: ApplicationState,
    at: number | undefined,
    who: Pick<Step, 'by' | 'uid'> = admin,
  ) => {
    if (at !== undefined) steps.push({ state, at, ...who });
  };
  add('cancelled', box.cancelledAt, donor);
  add('kit-sent', box.kitAt);
  add('goods-received', box.receivedAt);
  if (box.state === 'unpriced' || box.state === 'returned') add(box.state, box.resultAt);
  else add('appraised', box.resultAt);
  add('donated', box.donatedAt);
  add('remitted', box.remittedAt);
  add('thanked', box.thankedAt, { by: 'system', uid: null });
  return steps;
}

function eventRows(
  appraisalId: string,
  batchId: string | null,
  box: Box,
): (typeof applicationEvents.$inferInsert)[] {
  const steps = stepsOf(box);
  return steps.map(({ state, at, by, uid }, index) => ({
    appraisalId,
    fromState: steps[index - 1]?.state ?? null,
    toState: state,
    doneBy: by,
    actorUid: uid,
    isSkipped: false,
    batchId: at === box.resultAt ? batchId : null,
    at: new Date(at),
  }));
}
