import { and, eq, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { readGiftsOfApplications } from '#giving/donations/gift-sums.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { jstDay } from '#kit/values/timestamp.ts';
import { readTermsOn } from '#money/ledger/terms.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMail, writeMails } from '#people/mail/outbox.server.ts';
import { readParcels, readParcelsOf } from '#warehouse/tracking/parcels.server.ts';
import type { ApplicationRow } from './application-row.server.ts';
import type { ApplicationState } from './application-state.ts';
import { claimUrl, issueTokens, statusUrl } from './application-tokens.server.ts';
import type { DeliverySlot } from './delivery.ts';
import { type Changes, mailedChanges } from './edited-fields.ts';
import type { ProductKind } from './goods.ts';
import { takeBackMinutes } from './take-back.ts';

type Mailing = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret'>;

/** Mails by state, for states with a mail of their own. */
const stepMails = {
  'kit-sent': 'kit-sent',
  'goods-received': 'goods-received',
  cancelled: 'application-cancelled',
  returned: 'application-returned',
  unpriced: 'application-unpriced',
} as const satisfies Partial<Record<ApplicationState, string>>;

const hasStepMail = (state: ApplicationState): state is keyof typeof stepMails =>
  state in stepMails;

/** Recipient and shared data of each mail about an application. */
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

/** Confirms a new application; a guest also gets the claim link. */
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

/** Returns the papers of an identity check, with the reason; `row` is the application afterwards. */
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

/**
 * Notifies the donor of the state that `row` has just entered by hand, if it has a mail, after the time for undoing it.
 */
export async function mailStep(
  tx: Transaction,
  row: ApplicationRow,
  dependencies: Mailing,
  waitsMinutes = 0,
): Promise<void> {
  const state = row.state as ApplicationState;
  if (!hasStepMail(state)) return;
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
 * Deletes unsent mails about entering a state since then. Returns whether the donor knows anyway: a mail sent or being
 * sent cannot be recalled.
 */
export async function dropStepMails(
  tx: Transaction,
  { appraisalId }: Pick<ApplicationRow, 'appraisalId'>,
  { state, since }: { state: ApplicationState; since: Date },
  dependencies: Pick<Dependencies, 'clock'>,
): Promise<{ isKnown: boolean }> {
  if (!hasStepMail(state)) return { isKnown: false };
  const kind = stepMails[state];
  const ofThese = and(eq(outboxMails.appraisalId, appraisalId), gte(outboxMails.createdAt, since));
  const unsent = await tx
    .delete(outboxMails)
    .where(
      and(
        ofThese,
        // Together with the mail of tracking numbers.
        inArray(outboxMails.kind, kind === 'kit-sent' ? [kind, 'kit-tracking'] : [kind]),
        eq(outboxMails.state, 'waiting'),
        // A tried mail that is not due again may be in progress.
        or(eq(outboxMails.attempts, 0), lte(outboxMails.availableAt, sql`now()`)),
      ),
    )
    .returning({ kind: outboxMails.kind });
  if (unsent.some((mail) => mail.kind === kind)) return { isKnown: false };
  // Mails are deleted after some time: of an older step the donor knows.
  const isLongAgo = dependencies.clock().getTime() - since.getTime() > takeBackMinutes * 60_000;
  const told = and(ofThese, eq(outboxMails.kind, kind));
  return { isKnown: isLongAgo || (await tx.$count(outboxMails, told)) > 0 };
}

/** Tells a donor who knows of a step that it was undone, and the current state; `row` is the application afterwards. */
export async function mailUndoneStep(
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

/** The same for a step corrected later; `words` are the operator's own, or ''. */
export async function mailCorrectedStep(
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

/** Reports an edit to the current address, and to the former one without links and values. */
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

/** Notifies donors of many applications that their kits left, after the time for undoing it. */
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

/** Notifies donors that their gifts reached the recipients, after the time for undoing it. */
export async function mailRemitted(
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
