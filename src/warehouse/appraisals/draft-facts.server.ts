import type { Person } from '#kit/actor.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { jstDay, toTimestamp } from '#kit/values/timestamp.ts';
import { type AppraisalDraft, type DraftState, presenceMs } from './appraisal-draft.ts';
import { bonusFor } from './bonus-rules.server.ts';
import {
  contentOf,
  type DraftRow,
  namesOf,
  readDraft,
  readItems,
  toItem,
} from './draft-rows.server.ts';
import { findFlags } from './find-flags.server.ts';
import { findReceived, hasWaitingResult, receivedBoxes, receivedDay } from './receiving.server.ts';
import { resultOf } from './tablet-result.server.ts';
import { totalsOf } from './totals.ts';

type Source = Database | Transaction;
type FactDeps = Pick<Dependencies, 'clock'> & { signed: (path: string) => string };

/** An on-site appraisal as its appraisers see it. Refuses if the goods have not been received. */
export async function readAppraisal(
  source: Source,
  person: Pick<Person, 'uid'>,
  appraisalId: string,
  { clock, signed }: FactDeps,
): Promise<AppraisalDraft> {
  // First: with a version newer than the items, an appraiser could finish items they never saw.
  const draft = await readDraft(source, appraisalId);
  const application = await findReceived(source, appraisalId);
  const items = await readItems(source, appraisalId);
  const boxes = await receivedBoxes(source, application);
  const at = clock();
  const contents = items.map(({ item }) => contentOf(item));
  const { appraisedYen } = totalsOf(contents);
  // A reopened draft ends on a later day.
  const isOver = draft !== undefined && draft.state !== 'open';
  const day = jstDay((isOver ? draft.finishedAt : null) ?? at);
  const bonus = await bonusFor(source, application, { appraisedYen, day });
  const isThrough = draft !== undefined && boxes.every((box) => draft.finishedBoxes.includes(box));
  const flags = isThrough
    ? await findFlags(
        source,
        resultOf(
          { application, draft, items: items.map(({ item }) => item) },
          {
            receivedOn: await receivedDay(source, application),
            day,
            bonusYen: bonus.yen,
          },
        ),
        { clock },
      )
    : [];
  const names = await namesOf(source, uidsOf(draft));
  const activeUids = new Set(
    items
      .filter(({ item }) => item.changedBy !== person.uid && isRecentlyActive(item.changedAt, at))
      .map(({ changedByName }) => changedByName),
  );
  if (draft && draft.changedBy !== person.uid && isRecentlyActive(draft.changedAt, at)) {
    activeUids.add(names.get(draft.changedBy) ?? '');
  }
  return {
    appraisalId,
    kind: application.kind === 'fund' ? 'fund' : 'direct',
    products: application.products,
    receivedOn: await receivedDay(source, application),
    state: (draft?.state ?? 'waiting') as DraftState,
    boxes,
    finishedBoxes: draft?.finishedBoxes ?? [],
    appliedBoxes: application.boxes,
    items: items.map((item) => toItem(item, signed)),
    note: draft?.note ?? '',
    overrideReason: draft?.overrideReason ?? '',
    sentBackNote: draft?.sentBackNote ?? '',
    bonus,
    flags,
    others: [...activeUids].filter((name) => name !== ''),
    finished: signature(names, draft?.finishedBy, draft?.finishedAt),
    reviewed: signature(names, draft?.reviewedBy, draft?.reviewedAt),
    canReopen: !(await hasWaitingResult(source, appraisalId)),
    version: draft?.version ?? 0,
  };
}

const isRecentlyActive = (changedAt: Date, at: Date) =>
  at.getTime() - changedAt.getTime() <= presenceMs;

const uidsOf = (draft: DraftRow | undefined): string[] =>
  [draft?.changedBy, draft?.finishedBy, draft?.reviewedBy].filter((uid) => typeof uid === 'string');

const signature = (
  names: ReadonlyMap<string, string>,
  uid: string | null | undefined,
  at: Date | null | undefined,
) => (uid && at ? { name: names.get(uid) ?? '', at: toTimestamp(at) } : null);
