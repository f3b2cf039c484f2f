import { addDays, jstDay } from '#kit/values/timestamp.ts';
import type { SocialChallengeId } from '#organisations/challenges/social-challenge.ts';
import type { PlacedBox } from '#start/sample/box-rows.server.ts';
import type { Box } from '#start/sample/boxes.server.ts';
import { dayAt, firstMonth } from '#start/sample/calendar.server.ts';
import type { SampleOrganisation } from '#start/sample/organisations.server.ts';
import { type CorrectedBox, correctionFor } from './correction.server.ts';
import { coverGifts, payoutsIn } from './payouts.server.ts';
import type {
  PlannedItem,
  PlannedPayout,
  PlannedRemittance,
  PlannedRun,
} from './planned.server.ts';
import { confirmedAt, runDays } from './run-days.server.ts';
import { feesOfBox, noon } from './sample-terms.server.ts';

/** All money of the sample except its gifts, whose boxes hold their remittance. */
export type MoneyPlan = {
  runs: PlannedRun[];
  items: PlannedItem[];
  payouts: PlannedPayout[];
  corrected: CorrectedBox | undefined;
};

/** What an organisation is owed: gifts and other items. */
type Open = {
  organisation: SampleOrganisation;
  gifts: PlacedBox[];
  items: PlannedItem[];
  lastPaid: PlacedBox | undefined;
};

/** Remits the sample's gifts, run by run, as the service would have; writes the remittances into the boxes. */
export function planMoney(
  seed: number,
  placed: readonly PlacedBox[],
  organisations: readonly SampleOrganisation[],
  now: Date,
): MoneyPlan {
  const given = placed.filter(({ box }) => box.donatedAt !== undefined);
  given.sort((a, b) => (a.box.donatedAt ?? 0) - (b.box.donatedAt ?? 0) || a.index - b.index);
  const plan: MoneyPlan = { runs: [], items: [], payouts: [], corrected: undefined };
  const opens = new Map<string, Open>();
  const funds = new Map<SocialChallengeId, PlacedBox[]>();
  const statements = new Map<string, number>();
  let next = 0;
  let periodFrom = `${firstMonth}-01`;

  const openOf = (organisation: SampleOrganisation): Open => {
    const known = opens.get(organisation.id);
    if (known) return known;
    const open = { organisation, gifts: [], items: [], lastPaid: undefined };
    opens.set(organisation.id, open);
    return open;
  };
  const owe = (item: PlannedItem) => {
    plan.items.push(item);
    openOf(item.organisation).items.push(item);
  };
  const takeGifts = (periodTo: string) => {
    for (let one = given[next]; one; one = given[++next]) {
      const { donatedAt = 0, organisation, fund } = one.box;
      if (dayAt(donatedAt) > periodTo) return;
      if (organisation) openOf(organisation).gifts.push(one);
      else if (fund) {
        const gifts = funds.get(fund);
        if (gifts) gifts.push(one);
        else funds.set(fund, [one]);
      }
    }
  };
  const confirm = (run: PlannedRun) => {
    const year = run.transferOn.slice(0, 4);
    for (const remittance of run.remittances) {
      const number = (statements.get(year) ?? 0) + 1;
      statements.set(year, number);
      remittance.state = 'confirmed';
      remittance.statementNumber = `S${year}-${String(number).padStart(6, '0')}`;
    }
    const arrived = plan.payouts.filter(({ item }) => item.remittance?.run === run);
    coverGifts(arrived, plan.payouts, funds);
  };

  for (const days of runDays(now)) {
    for (const payout of payoutsIn(days.month, {
      funds,
      earlier: [...plan.payouts],
      organisations,
      now,
    })) {
      plan.payouts.push(payout);
      owe(payout.item);
    }
    takeGifts(days.periodTo);
    if (days.state === 'draft') {
      plan.corrected = correctionFor(seed, [...opens.values()], noon(days.periodTo, -1));
      if (plan.corrected) owe(plan.corrected.item);
    }
    const year = jstDay(days.createdAt).slice(0, 4);
    const inYear = plan.runs.filter(({ number }) => number.startsWith(year)).length + 1;
    const run: PlannedRun = {
      ...days,
      id: `sample-run-${days.month}`,
      number: `${year}-${String(inYear).padStart(3, '0')}`,
      periodFrom,
      remittances: [],
      carried: [],
    };
    for (const open of opens.values()) remitOrCarryOver(run, open);
    if (run.remittances.length === 0) continue;
    run.remittances.sort((a, b) => (a.id < b.id ? -1 : 1));
    plan.runs.push(run);
    periodFrom = addDays(run.periodTo, 1);
    if (run.state === 'done') confirm(run);
    if (run.state === 'sent') {
      for (const remittance of run.remittances) remittance.state = 'sent';
      const back = run.remittances.length > 2 ? run.remittances[1] : undefined;
      if (back) owe(returnedItem(back, now));
    }
  }
  for (const { box } of given) confirmArrival(box);
  return plan;
}

/** Adds to a run what one organisation is owed, or carries it over to the next. */
function remitOrCarryOver(run: PlannedRun, open: Open): void {
  const { organisation } = open;
  const items = open.items.filter(({ at }) => jstDay(at) <= run.periodTo);
  if (open.gifts.length === 0 && items.length === 0) return;
  const remittance: PlannedRemittance = {
    id: `${run.id}:${organisation.id}`,
    run,
    organisation,
    state: 'prepared',
    ...{ openingYen: 0, giftCount: open.gifts.length, giftYen: 0, feeYen: 0, handlingYen: 0 },
    ...{ correctionYen: 0, payoutYen: 0, amountYen: 0, overpaidYen: 0, statementNumber: null },
  };
  for (const { box, index } of open.gifts) {
    const { feeYen, handlingYen, netYen } = feesOfBox(box, index);
    remittance.amountYen += netYen;
    if (netYen !== 0 && dayAt(box.donatedAt ?? 0) < run.periodFrom) remittance.openingYen += netYen;
    else {
      remittance.giftYen += box.amountYen;
      remittance.feeYen += feeYen;
      remittance.handlingYen += handlingYen;
    }
  }
  for (const { kind, amountYen } of items) {
    remittance.amountYen += amountYen;
    if (amountYen < 0) remittance.overpaidYen += amountYen;
    if (kind === 'payout') remittance.payoutYen += amountYen;
    if (kind === 'correction') remittance.correctionYen += amountYen;
    if (kind === 'return') remittance.openingYen += amountYen;
  }
  const { amountYen } = remittance;
  const isBlocked = open.items.some(({ kind }) => kind === 'return');
  if (amountYen <= 0 || amountYen < organisation.terms.minimumYen || isBlocked) {
    const reason = amountYen < organisation.terms.minimumYen ? 'below-minimum' : 'account-blocked';
    if (amountYen > 0) run.carried.push({ organisation, amountYen, reason });
    return;
  }
  for (const item of items) item.remittance = remittance;
  for (const { box } of open.gifts) box.remittance = remittance;
  if (run.state === 'done') open.lastPaid = open.gifts.at(-1) ?? open.lastPaid;
  run.remittances.push(remittance);
  open.gifts = [];
  open.items = open.items.filter((item) => !items.includes(item));
}

/** The bank returns a transfer some days later: its sum is owed again. */
function returnedItem(remittance: PlannedRemittance, now: Date): PlannedItem {
  const wanted = noon(addDays(remittance.run.transferOn, 3));
  const at = wanted > now ? now : wanted;
  remittance.state = 'returned';
  remittance.returnedAt = at;
  return {
    kind: 'return',
    organisation: remittance.organisation,
    amountYen: remittance.amountYen,
    at,
    postingId: `reopened-2:${remittance.id}`,
    returned: remittance,
  };
}

/** Marks a box whose money arrived as 送金済み, or お礼済み if its organisation has thanked since. */
function confirmArrival(box: Box): void {
  const { remittance, organisation } = box;
  if (remittance?.state !== 'confirmed') return;
  const at = confirmedAt(remittance.run.transferOn).getTime();
  box.remittedAt = at;
  box.state = 'remitted';
  const thankedAt = organisation?.thankedAt.find((moment) => moment > at);
  if (thankedAt === undefined) return;
  box.thankedAt = thankedAt;
  box.state = 'thanked';
}
