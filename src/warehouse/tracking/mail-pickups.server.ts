import { and, eq, inArray } from 'drizzle-orm';
import { selectApplications, toRow } from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import { issueTokens } from '#giving/applications/application-tokens.server.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import { envelope } from '#giving/applications/donor-mails.server.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { writeMails } from '#people/mail/outbox.server.ts';
import type { pickups } from '#warehouse/kits/kit-tables.server.ts';
import type { PickupCarrier } from './out-box.ts';
import { unwriteArranged } from './unwrite-arranged.server.ts';

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
