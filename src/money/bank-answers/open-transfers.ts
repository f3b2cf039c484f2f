import { holderIndex, lettersOf } from './holder-index.ts';

/** A transfer that was sent to the bank. */
export type OpenTransfer = {
  remittanceId: string;
  amountYen: number;
  /** In bank kana. */
  holder: string;
  /** Earliest withdrawal day, YYYY-MM-DD. */
  sentOn: string;
  runId: string;
};

export type OpenRun = { runId: string; totalYen: number; transferOn: string; count: number };

/** Limit of listed candidates per row. */
export const mostIds = 20;

/** Items by key, in insertion order per key; removal is O(1). */
class Shelf<Key, Item> {
  readonly #byKey = new Map<Key, Set<Item>>();

  add(key: Key, item: Item) {
    const items = this.#byKey.get(key) ?? new Set<Item>();
    this.#byKey.set(key, items.add(item));
  }

  take(key: Key, item: Item) {
    this.#byKey.get(key)?.delete(item);
  }

  /** The first items not later than `day`; one more than `mostIds`, to show that there are more. */
  upTo(key: Key, day: string, dayOf: (item: Item) => string): Item[] {
    const found: Item[] = [];
    for (const item of this.#byKey.get(key) ?? []) {
      if (found.length > mostIds || dayOf(item) > day) break;
      found.push(item);
    }
    return found;
  }
}

const byDay = <Item>(items: readonly Item[], dayOf: (item: Item) => string): Item[] =>
  [...items].sort((one, other) =>
    dayOf(one) < dayOf(other) ? -1 : dayOf(one) > dayOf(other) ? 1 : 0,
  );

const sentOn = (transfer: OpenTransfer) => transfer.sentOn;
const transferOn = (run: OpenRun) => run.transferOn;

/** Transfers that may still be withdrawn or returned, indexed by amount and holder. */
export function openTransfers(
  transfers: readonly OpenTransfer[],
  settled: readonly OpenTransfer[],
  runs: readonly OpenRun[],
) {
  const leavingByName = new Shelf<string, OpenTransfer>();
  const returningByName = new Shelf<string, OpenTransfer>();
  const returningByAmount = new Shelf<number, OpenTransfer>();
  const runsByTotal = new Shelf<number, OpenRun>();
  const ofRun = Map.groupBy(transfers, ({ runId }) => runId);
  const runById = new Map(runs.map((run) => [run.runId, run]));
  const letters = new Map<OpenTransfer, string>();
  const keyOf = (amountYen: number, holder: string) => `${amountYen} ${holder}`;
  const nameKey = (transfer: OpenTransfer) =>
    keyOf(transfer.amountYen, letters.get(transfer) ?? '');

  const all = [...transfers, ...settled];
  for (const transfer of all) letters.set(transfer, lettersOf(transfer.holder));
  const holdersIn = holderIndex(letters.values());
  for (const transfer of byDay(transfers, sentOn)) leavingByName.add(nameKey(transfer), transfer);
  for (const transfer of byDay(all, sentOn)) {
    returningByName.add(nameKey(transfer), transfer);
    returningByAmount.add(transfer.amountYen, transfer);
  }
  for (const run of byDay(runs, transferOn)) runsByTotal.add(run.totalYen, run);

  /** Matches by holder; a holder that is part of a longer matching one is dropped. */
  function named(shelf: Shelf<string, OpenTransfer>, amountYen: number, day: string, kana: string) {
    const found = [...holdersIn(lettersOf(kana))]
      .map((holder) => ({ holder, items: shelf.upTo(keyOf(amountYen, holder), day, sentOn) }))
      .filter(({ items }) => items.length > 0);
    return found
      .filter(
        ({ holder }) =>
          !found.some((other) => other.holder !== holder && other.holder.includes(holder)),
      )
      .flatMap(({ items }) => items);
  }

  /** A run no longer counts as one sum after one of its transfers was withdrawn or returned separately. */
  function withoutTotal({ runId }: OpenTransfer) {
    const run = runById.get(runId);
    if (run) runsByTotal.take(run.totalYen, run);
  }

  const leave = (transfer: OpenTransfer) => {
    leavingByName.take(nameKey(transfer), transfer);
    withoutTotal(transfer);
  };

  return {
    /** Withdrawal candidates by amount, day and the holder in the description. */
    leaving: (amountYen: number, day: string, descriptionKana: string) =>
      named(leavingByName, amountYen, day, descriptionKana),
    leavingRuns: (totalYen: number, day: string) => runsByTotal.upTo(totalYen, day, transferOn),
    /** Return candidates: by the holder in the description or, without one, by amount. */
    returning: (amountYen: number, day: string, descriptionKana?: string) =>
      descriptionKana === undefined
        ? returningByAmount.upTo(amountYen, day, sentOn)
        : named(returningByName, amountYen, day, descriptionKana),
    leave,
    leaveAll(run: OpenRun) {
      runsByTotal.take(run.totalYen, run);
      for (const transfer of ofRun.get(run.runId) ?? []) leave(transfer);
    },
    comeBack(transfer: OpenTransfer) {
      returningByName.take(nameKey(transfer), transfer);
      returningByAmount.take(transfer.amountYen, transfer);
      leave(transfer);
    },
  };
}
