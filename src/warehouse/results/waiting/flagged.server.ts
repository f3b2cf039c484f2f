import { sql } from 'drizzle-orm';
import { waitingResults } from '#warehouse/appraisals/appraisal-tables.server.ts';

const { flags, overrideReason, takenOutAt, releasedAt } = waitingResults;

/** Still in its batch. */
export const isStillWaiting = sql`${takenOutAt} is null and ${releasedAt} is null`;

/** Blocks the release: unlikely without a reason, or a mismatch with its application, which no reason excuses. */
export const isFlagged = sql`(${flags} <> '[]'::jsonb
  and (${overrideReason} = '' or ${flags} @> '[{"code":"does-not-fit"}]'::jsonb) and ${isStillWaiting})`;
