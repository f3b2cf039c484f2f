import { sql } from 'drizzle-orm';
import { waitingResults } from '#server/db/schema/warehouse/appraising.ts';

const { flags, overrideReason, takenOutAt, releasedAt } = waitingResults;

/** A row of its batch still. */
export const isIn = sql`${takenOutAt} is null and ${releasedAt} is null`;

/** A row that stops the release: unlikely without a reason, or at odds with its application, which none explains. */
export const isFlagged = sql`(${flags} <> '[]'::jsonb
  and (${overrideReason} = '' or ${flags} @> '[{"code":"does-not-fit"}]'::jsonb) and ${isIn})`;
