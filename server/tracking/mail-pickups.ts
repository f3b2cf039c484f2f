import { and, eq, inArray } from 'drizzle-orm';
import type { DeliverySlot } from '#domain/applications/delivery.ts';
import type { PickupCarrier } from '#domain/tracking/out-box.ts';
import { selectApplications, toRow } from '#server/applications/application-row.ts';
import { issueTokens } from '#server/applications/application-tokens.ts';
import { envelope } from '#server/applications/donor-mails.ts';
import type { Transaction } from '#server/db/database.ts';
import { applications } from '#server/db/schema/applications.ts';
import { outboxMails } from '#server/db/schema/mail.ts';
import type { pickups } from '#server/db/schema/warehouse/kits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeMails } from '#server/mail/outbox.ts';
import { unwriteArranged } from './unwrite-arranged.ts';

type Pickup = typeof pickups.$inferSelect;
type Mailing = Pick<Dependencies, 'clock' | 'publicUrl' | 'secret' | 'mailDelayMinutes'>;

async function mailDataOf(tx: Transaction, all: readonly Pickup[], dependencies: Mailing) {
  const ids = all.map(({ appraisalId }) => appraisalId);
  const found = await selectApplications(tx, inArray(applications.appraisalId, ids));
  // An erased donor has no address.
  const rows = found.map(toRow).filter(({ email }) => email !== '');
  await issueTokens(tx, dependencies, 'status', rows);
  const rowOf = new Map(rows.map((row) => [row.appraisalId, row]));
  return all.flatMap((pickup) => {
    const row = rowOf.get(pickup.appraisalId);
    if (!row) return [];
    const { data, ...to } = envelope(row, dependencies);
    const { day, slot, boxes } = pickup;
    return [{ pickup, ...to, data: { ...data, day, slot: slot as DeliverySlot, boxes } }];
  });
}

const keyOf = ({ appraisalId, version }: Pickup) => `${appraisalId}:${version}`;

/** Mails donors when their boxes are fetched, once per arrangement, after an undo could no longer go unnoticed. */
export async function mailArranged(
  tx: Transaction,
  arranged: readonly Pickup[],
  dependencies: Mailing,
): Promise<void> {
  if (arranged.length === 0) return;
  const mails = (await mailDataOf(tx, arranged, dependencies)).map(({ pickup, data, ...to }) => ({
    ...to,
    kind: 'pickup-arranged' as const,
    dedupeKey: `pickup-arranged:${keyOf(pickup)}`,
    waitsMinutes: dependencies.mailDelayMinutes,
    data: { ...data, carrier: pickup.exportedCarrier as PickupCarrier | '' },
  }));
  await writeMails(tx, mails, dependencies);
}

/** For an undone arrangement: deletes its unsent mail, or else mails the donor that it no longer holds. */
export async function mailPickupTakenBack(
  tx: Transaction,
  pickup: Pickup,
  dependencies: Mailing,
): Promise<void> {
  if (await unwriteArranged(tx, pickup)) return;
  const told = and(
    eq(outboxMails.appraisalId, pickup.appraisalId),
    eq(outboxMails.dedupeKey, `pickup-arranged:${keyOf(pickup)}`),
  );
  if ((await tx.$count(outboxMails, told)) === 0) return;
  const mails = (await mailDataOf(tx, [pickup], dependencies)).map(({ data, ...to }) => ({
    ...to,
    kind: 'pickup-taken-back' as const,
    dedupeKey: `pickup-taken-back:${keyOf(pickup)}`,
    data,
  }));
  await writeMails(tx, mails, dependencies);
}
