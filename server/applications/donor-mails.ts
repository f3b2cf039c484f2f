import { and, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { ApplicationState } from '#domain/applications/application-state.ts';
import type { DeliverySlot } from '#domain/applications/delivery.ts';
import { type Changes, mailedChanges } from '#domain/applications/edited-fields.ts';
import type { ProductKind } from '#domain/applications/goods.ts';
import { takeBackMinutes } from '#domain/applications/take-back.ts';
import { jstDay } from '#domain/values/timestamp.ts';
import type { Transaction } from '#server/db/database.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readGiftsOfApplications } from '#server/donations/gift-sums.ts';
import { readTermsOn } from '#server/ledger/terms.ts';
import { writeMail, writeMails } from '#server/mail/outbox.ts';
import { readParcels, readParcelsOf } from '#server/tracking/parcels.ts';
import type { ApplicationRow } from './application-row.ts';
import { claimUrl, issueTokens, statusUrl } from './application-tokens.ts';

type Mailing = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;

/** The mail that tells a donor of a state, where entering it is told by a mail of its own. */
const stepMails = {
  'kit-sent': 'kit-sent',
  'goods-received': 'goods-received',
  cancelled: 'application-cancelled',
  returned: 'application-returned',
  unpriced: 'application-unpriced',
} as const satisfies Partial<Record<ApplicationState, string>>;

const isTold = (state: ApplicationState): state is keyof typeof stepMails => state in stepMails;

/** What each mail about an application says, and to whom it goes. */
export const envelope = (row: ApplicationRow, dependencies: Mailing) => ({
  to: row.email,
  uid: row.uid ?? undefined,
  appraisalId: row.appraisalId,
  data: {
    name: `${row.lastName} ${row.firstName}`,
    appraisalId: row.appraisalId,
    targetName: row.targetName,
    statusUrl: statusUrl(dependencies, row),
  },
});

/** Confirms a new application; a guest is handed the claim link with it. */
export async function mailReceived(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  await issueTokens(tx, dependencies, 'status', [row]);
  if (row.uid === null) await issueTokens(tx, dependencies, 'claim', [row]);
  const applied = {
    ...data,
    products: row.products as ProductKind[],
    boxes: row.boxes,
    claimUrl: row.uid === null ? claimUrl(dependencies, row) : undefined,
    terms: await readTermsOn(tx, {
      associateId: row.associateId,
      day: jstDay(dependencies.clock()),
    }),
    recipient: row.associateId === null ? ('基金' as const) : ('団体' as const),
  };
  if (!row.needsKit) {
    const dedupeKey = `own-carton-received:${row.appraisalId}`;
    const mail = { ...to, kind: 'own-carton-received', dedupeKey, data: applied } as const;
    await writeMail(tx, mail, dependencies);
    return;
  }
  await writeMail(
    tx,
    {
      ...to,
      kind: 'application-received',
      dedupeKey: `application-received:${row.appraisalId}`,
      data: {
        ...applied,
        deliveryDate: row.deliveryDate ?? '',
        deliverySlot: row.deliverySlot as DeliverySlot,
      },
    },
    dependencies,
  );
}

/** Confirms a correction; `row` is the corrected application. */
export async function mailCorrected(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  if (!row.needsKit) {
    const dedupeKey = `own-carton-corrected:${row.appraisalId}:${row.version}`;
    await writeMail(tx, { ...to, kind: 'own-carton-corrected', dedupeKey, data }, dependencies);
    return;
  }
  await writeMail(
    tx,
    {
      ...to,
      kind: 'application-corrected',
      dedupeKey: `application-corrected:${row.appraisalId}:${row.version}`,
      data: {
        ...data,
        deliveryDate: row.deliveryDate ?? '',
        deliverySlot: row.deliverySlot as DeliverySlot,
      },
    },
    dependencies,
  );
}

/** Gives the papers of an identity check back, with the reason; `row` is the application afterwards. */
export async function mailPapersReturned(
  tx: Transaction,
  row: ApplicationRow,
  reason: string,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  await issueTokens(tx, dependencies, 'status', [row]);
  await writeMail(
    tx,
    {
      ...to,
      kind: 'identity-returned',
      dedupeKey: `identity-returned:${row.appraisalId}:${row.version}`,
      data: { ...data, reason },
    },
    dependencies,
  );
}

/** Tells the donor of the state that `row` has just entered by hand, if that state is told, once it cannot be taken back. */
export async function mailStep(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
  waitsMinutes = 0,
): Promise<void> {
  const state = row.state as ApplicationState;
  if (!isTold(state)) return;
  await issueTokens(tx, dependencies, 'status', [row]);
  const kind = stepMails[state];
  const { data, ...to } = envelope(row, dependencies);
  const parcels = kind === 'kit-sent' ? await readParcels(tx, row.appraisalId) : undefined;
  await writeMail(
    tx,
    {
      ...to,
      data: { ...data, ...(parcels && { parcels }) },
      kind,
      dedupeKey: `${kind}:${row.appraisalId}:${row.version}`,
      waitsMinutes,
    },
    dependencies,
  );
}

/**
 * Deletes what was written of entering a state since then and has not begun to leave. Whether the donor knows of it
 * all the same: a mail that was sent, or is being sent, cannot be fetched back.
 */
export async function unwriteStep(
  tx: Transaction,
  { appraisalId }: Pick<ApplicationRow, 'appraisalId'>,
  { state, since }: { state: ApplicationState; since: Date },
  dependencies: Pick<Dependencies, 'clock'>,
): Promise<{ isKnown: boolean }> {
  if (!isTold(state)) return { isKnown: false };
  const kind = stepMails[state];
  const ofThese = and(eq(outboxMails.appraisalId, appraisalId), gte(outboxMails.createdAt, since));
  const unsent = await tx
    .delete(outboxMails)
    .where(
      and(
        ofThese,
        // The numbers of kits that left go with them.
        inArray(outboxMails.kind, kind === 'kit-sent' ? [kind, 'kit-tracking'] : [kind]),
        eq(outboxMails.state, 'waiting'),
        // One that was tried and is not due again may be under way.
        or(eq(outboxMails.attempts, 0), lte(outboxMails.availableAt, sql`now()`)),
      ),
    )
    .returning({ kind: outboxMails.kind });
  if (unsent.some((mail) => mail.kind === kind)) return { isKnown: false };
  // Mails do not stay for ever: of what was long ago, the donor knows.
  const isLongAgo = dependencies.clock().getTime() - since.getTime() > takeBackMinutes * 60_000;
  const told = and(ofThese, eq(outboxMails.kind, kind));
  return { isKnown: isLongAgo || (await tx.$count(outboxMails, told)) > 0 };
}

/** Tells a donor who knows of a step that it was taken back, and what holds; `row` is the application afterwards. */
export async function mailTakenBack(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  await issueTokens(tx, dependencies, 'status', [row]);
  await writeMail(
    tx,
    {
      ...to,
      kind: 'step-taken-back',
      dedupeKey: `step-taken-back:${row.appraisalId}:${row.version}`,
      data: { ...data, state: row.state as ApplicationState },
    },
    dependencies,
  );
}

/** As above, of a step that was set right later; the words are the operator's own, or ''. */
export async function mailSetRight(
  tx: Transaction,
  row: ApplicationRow,
  words: string,
  dependencies: Mailing,
): Promise<void> {
  const { data, ...to } = envelope(row, dependencies);
  await issueTokens(tx, dependencies, 'status', [row]);
  await writeMail(
    tx,
    {
      ...to,
      kind: 'step-corrected',
      dedupeKey: `step-corrected:${row.appraisalId}:${row.version}`,
      data: { ...data, state: row.state as ApplicationState, words },
    },
    dependencies,
  );
}

/** Tells of an edit, at the address that holds now and at the one before, which gets neither link nor values. */
export async function mailChanged(
  tx: Transaction,
  { before, after, changes }: { before: ApplicationRow; after: ApplicationRow; changes: Changes },
  dependencies: Mailing,
): Promise<void> {
  await issueTokens(tx, dependencies, 'status', [after]);
  const isNewAddress = before.email !== after.email;
  const lines = mailedChanges(changes);
  const one = (row: ApplicationRow, isFormer: boolean) => {
    const { data, ...to } = envelope(row, dependencies);
    return writeMail(
      tx,
      {
        ...to,
        kind: 'application-changed',
        dedupeKey: `application-changed:${row.appraisalId}:${after.version}${isFormer ? ':former' : ''}`,
        data: {
          ...data,
          changes: isFormer ? lines.map(([label]) => [label, '変更しました']) : lines,
          isFormer,
          claimUrl: isNewAddress && row.uid === null ? claimUrl(dependencies, row) : undefined,
        },
      },
      dependencies,
    );
  };
  await one(after, false);
  if (isNewAddress) await one(before, true);
}

/** Tells the donors of many applications at once that their kits left, once that may not be taken back any more. */
export async function mailKitsSent(
  tx: Transaction,
  rows: readonly ApplicationRow[],
  dependencies: Mailing & Pick<Dependencies, 'mailDelayMinutes'>,
): Promise<void> {
  const numbers = rows.map(({ appraisalId }) => appraisalId);
  await issueTokens(tx, dependencies, 'status', rows);
  const parcelsOf = await readParcelsOf(tx, numbers);
  await writeMails(
    tx,
    rows.map((row) => {
      const { data, ...to } = envelope(row, dependencies);
      return {
        ...to,
        kind: 'kit-sent' as const,
        data: { ...data, parcels: parcelsOf.get(row.appraisalId) ?? [] },
        dedupeKey: `kit-sent:${row.appraisalId}:${row.version}`,
        waitsMinutes: dependencies.mailDelayMinutes,
      };
    }),
    dependencies,
  );
}

/** Tells donors that their gifts arrived where they were meant to go, once that may not be taken back any more. */
export async function mailSentOn(
  tx: Transaction,
  rows: readonly ApplicationRow[],
  dependencies: Mailing & Pick<Dependencies, 'mailDelayMinutes'>,
): Promise<void> {
  await issueTokens(tx, dependencies, 'status', rows);
  const gifts = await readGiftsOfApplications(
    tx,
    rows.map(({ appraisalId }) => appraisalId),
  );
  await writeMails(
    tx,
    rows.map((row) => {
      const { data, ...to } = envelope(row, dependencies);
      return {
        ...to,
        kind: 'remitted' as const,
        data: { ...data, gift: gifts.get(row.appraisalId) },
        dedupeKey: `remitted:${row.appraisalId}:${row.version}`,
        waitsMinutes: dependencies.mailDelayMinutes,
      };
    }),
    dependencies,
  );
}
