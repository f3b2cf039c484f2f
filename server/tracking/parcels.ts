import { and, asc, inArray, ne } from 'drizzle-orm';
import type { Parcel, ParcelCarrier } from '#domain/tracking/parcel.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { boxes } from '#server/db/schema/warehouse/kits.ts';

/** The kits of an application that left under a number. */
export const readParcels = async (
  source: Database | Transaction,
  appraisalId: string,
): Promise<Parcel[]> => (await readParcelsOf(source, [appraisalId])).get(appraisalId) ?? [];

/** The same of many, by their numbers. */
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
