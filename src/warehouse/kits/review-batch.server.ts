import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { type FrozenEntry, readEntries, readWaiting } from './batch-entries.server.ts';
import { recipientOf } from './freeze-kits.server.ts';
import type { KitReview } from './kit-batch.ts';
import { changedFields } from './kit-recipient.ts';
import { storedOptions } from './sender.server.ts';
import { sagawaSlip, yamatoSlip } from './slips.server.ts';

/** State of a batch's applications since the freeze. */
export type Reviewed = {
  /** Unchanged in everything that matters. */
  ready: FrozenEntry[];
  changed: { entry: FrozenEntry; changes: ReturnType<typeof changedFields>; version: number }[];
  /** Their kits must not leave: cancelled or otherwise ended. */
  cancelled: FrozenEntry[];
  sentByHand: FrozenEntry[];
  /** Digest of the review, by which a stale page is detected. */
  seen: string;
};

export async function reviewEntries(
  source: Database | Transaction,
  entries: readonly FrozenEntry[],
): Promise<Reviewed> {
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const found = await selectApplications(
    source,
    inArray(
      applications.appraisalId,
      waiting.map(({ appraisalId }) => appraisalId),
    ),
  );
  const rowOf = new Map(found.map(toRow).map((row) => [row.appraisalId, row]));
  const reviewed: Omit<Reviewed, 'seen'> = {
    ready: [],
    changed: [],
    cancelled: [],
    sentByHand: [],
  };
  for (const entry of waiting) {
    const row = rowOf.get(entry.appraisalId);
    if (!row || row.state === 'cancelled') reviewed.cancelled.push(entry);
    else if (row.state !== 'applied') reviewed.sentByHand.push(entry);
    else {
      const changes =
        row.version === entry.applicationVersion
          ? []
          : changedFields(entry.recipient, recipientOf(row));
      if (changes.length === 0) reviewed.ready.push(entry);
      else reviewed.changed.push({ entry, changes, version: row.version });
    }
  }
  return { ...reviewed, seen: digest(reviewed) };
}

/** Describes what changed in applications since their kits were frozen; leaves out unchanged ones. */
export async function changeMessagesSinceFreeze(
  source: Database | Transaction,
  appraisalIds: readonly string[],
): Promise<Map<string, string>> {
  const entries = await readWaiting(source, appraisalIds);
  if (entries.length === 0) return new Map();
  const { changed, cancelled } = await reviewEntries(source, entries);
  return new Map([
    ...changed.map(({ entry, changes }) => {
      const labels = changes.map(({ label }) => label).join('・');
      const words = `束にしたあとで、${labels}が変わっています。箱は前の内容で発送されています。`;
      return [entry.appraisalId, words] as const;
    }),
    ...cancelled.map(({ appraisalId }) => {
      const words =
        '束にしたあとで取り消されています。箱を止められるか、運送会社にご確認ください。';
      return [appraisalId, words] as const;
    }),
  ]);
}

const digest = ({ changed, cancelled, sentByHand }: Omit<Reviewed, 'seen'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        changed.map(({ entry, version }) => [entry.position, version]),
        cancelled.map(({ position }) => position),
        sentByHand.map(({ position }) => position),
      ]),
    )
    .digest('base64url');

const named = ({ appraisalId, recipient }: FrozenEntry) => ({
  appraisalId,
  name: `${recipient.lastName} ${recipient.firstName}`,
});

/** Review for the page of a batch. */
export async function reviewBatch(
  source: Database | Transaction,
  batchId: string,
): Promise<KitReview> {
  const entries = await readEntries(source, batchId);
  const { seen, ready, changed, cancelled, sentByHand } = await reviewEntries(source, entries);
  const { sagawaEncoding } = await storedOptions(source);
  const left = entries.filter(({ state }) => state !== 'left-out');
  const countOf = (hasProblems: (entry: FrozenEntry) => boolean) => left.filter(hasProblems).length;
  return {
    seen,
    ready: ready.length,
    changed: changed.map(({ entry, changes }) => ({ ...named(entry), changes })),
    cancelled: cancelled.map((entry) => ({ ...named(entry), state: entry.applicationState })),
    sentByHand: sentByHand.map(named),
    toMend: {
      yamato: countOf(({ recipient, split }) => yamatoSlip(recipient, split).problems.length > 0),
      sagawa: countOf(
        ({ recipient, split }) =>
          sagawaSlip(recipient, split, sagawaEncoding === 'cp932').problems.length > 0,
      ),
    },
  };
}
