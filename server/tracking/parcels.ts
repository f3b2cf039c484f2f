import { and, asc, eq, ne } from 'drizzle-orm';
import type { Parcel, ParcelCarrier } from '#domain/tracking/parcel.ts';
import type { Database, Transaction } from '#server/db/database.ts';
import { boxes } from '#server/db/schema/warehouse/kits.ts';

/** The kits of an application that left under a number. */
export async function readParcels(
  source: Database | Transaction,
  appraisalId: string,
): Promise<Parcel[]> {
  const rows = await source
    .select({
      number: boxes.number,
      carrier: boxes.carrier,
      trackingNumber: boxes.trackingNumber,
    })
    .from(boxes)
    .where(and(eq(boxes.appraisalId, appraisalId), ne(boxes.trackingNumber, '')))
    .orderBy(asc(boxes.number));
  return rows.map((row) => ({ ...row, carrier: row.carrier as ParcelCarrier }));
}
