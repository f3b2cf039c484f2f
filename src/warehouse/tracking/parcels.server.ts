import { and, asc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { boxes } from '#warehouse/kits/kit-tables.server.ts';
import { parcelStates, troubleStates } from './carrier-words.ts';
import type { OwnParcels } from './own-parcels.ts';
import type { Parcel, ParcelCarrier } from './parcel.ts';

/** Deletes the mail that a pick-up is arranged, unless it may be under way; returns whether there was one. */
export async function unwriteArranged(
  tx: Transaction,
  { appraisalId }: { appraisalId: string },
): Promise<boolean> {
  const unsent = await tx
    .delete(outboxMails)
    .where(
      and(
        eq(outboxMails.appraisalId, appraisalId),
        eq(outboxMails.kind, 'pickup-arranged'),
        eq(outboxMails.state, 'waiting'),
        // A mail that was tried and is not due again may be under way.
        or(eq(outboxMails.attempts, 0), lte(outboxMails.availableAt, sql`now()`)),
      ),
    )
    .returning({ id: outboxMails.id });
  return unsent.length > 0;
}

/** Numbered kits of an application that left. */
export const readParcels = async (
  source: Database | Transaction,
  appraisalId: string,
): Promise<Parcel[]> => (await readParcelsOf(source, [appraisalId])).get(appraisalId) ?? [];

/** Parcels for the donor: with states, and including one without a number that is being traced. */
export async function readOwnParcels(
  source: Database | Transaction,
  appraisalId: string,
): Promise<OwnParcels['parcels']> {
  const rows = await source
    .select({
      number: boxes.number,
      carrier: boxes.carrier,
      trackingNumber: boxes.trackingNumber,
      state: boxes.kitState,
    })
    .from(boxes)
    .where(
      and(
        eq(boxes.appraisalId, appraisalId),
        or(ne(boxes.trackingNumber, ''), inArray(boxes.kitState, [...troubleStates])),
      ),
    )
    .orderBy(asc(boxes.number));
  return rows.map(({ carrier, state, ...parcel }) => ({
    ...parcel,
    carrier: carrier as OwnParcels['parcels'][number]['carrier'],
    // A slip can be written before its kit is marked as sent.
    state: parcelStates.find((one) => one === state) ?? 'sent',
  }));
}

/** Parcels of many applications, by number. */
export async function readParcelsOf(
  source: Database | Transaction,
  appraisalIds: readonly string[],
): Promise<Map<string, Parcel[]>> {
  const rows = await source
    .select({
      appraisalId: boxes.appraisalId,
      number: boxes.number,
      carrier: boxes.carrier,
      trackingNumber: boxes.trackingNumber,
    })
    .from(boxes)
    .where(and(inArray(boxes.appraisalId, [...appraisalIds]), ne(boxes.trackingNumber, '')))
    .orderBy(asc(boxes.appraisalId), asc(boxes.number));
  const grouped = Map.groupBy(rows, ({ appraisalId }) => appraisalId);
  return new Map(
    [...grouped].map(([appraisalId, theirs]) => [
      appraisalId,
      theirs.map(({ appraisalId: _appraisalId, ...parcel }) => ({
        ...parcel,
        carrier: parcel.carrier as ParcelCarrier,
      })),
    ]),
  );
}
