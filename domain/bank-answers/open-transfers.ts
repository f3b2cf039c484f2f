import { holderIndex, lettersOf } from './holder-index.ts';

/** A transfer that the bank was told of. */
export type OpenTransfer = {
  remittanceId: string;
  amountYen: number;
  /** In the letters of a transfer. */
  holder: string;
  /** YYYY-MM-DD on which it leaves at the earliest. */
  sentOn: string;
  runId: string;
};

export type OpenRun = { runId: string; totalYen: number; transferOn: string; count: number };

/** So many that fit a row are named. */
export const mostIds = 20;

/** Items by a key, of a key in the order in which they came in; taken out in one step. */
class Shelf<Key, Item> {
  readonly #byKey = new Map<Key, Set<Item>>();

  add(key: Key, item: Item) {
    const items = this.#byKey.get(key) ?? new Set<Item>();
    this.#byKey.set(key, items.add(item));
  }

  take(key: Key, item: Item) {
    this.#byKey.get(key)?.delete(item);
  }

  /** The first that are no later than a day; one more than is named, to know that there are more. */
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

/** What may still leave or come back, found by amount and holder without looking through all of it. */
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

  /** Of the holders that a description has, a name inside another one is a part of it and not meant. */
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

  /** A run of which something left or came back by itself does not leave as one sum any more. */
  function withoutTotal({ runId }: OpenTransfer) {
    const run = runById.get(runId);
    if (run) runsByTotal.take(run.totalYen, run);
  }

  const leave = (transfer: OpenTransfer) => {
    leavingByName.take(nameKey(transfer), transfer);
    withoutTotal(transfer);
  };

  return {
    /** What may have left with an amount by a day, by the holder whom the description names. */
    leaving: (amountYen: number, day: string, descriptionKana: string) =>
      named(leavingByName, amountYen, day, descriptionKana),
    leavingRuns: (totalYen: number, day: string) => runsByTotal.upTo(totalYen, day, transferOn),
    /** What may have come back: by the holder whom the description names or, without one, by the amount. */
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
