import { type SQL, sql } from 'drizzle-orm';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Arrival } from './arrival.ts';

/** Arrival record of an application's boxes, as a column for selects of applications. */
export const arrivalColumn: SQL<Arrival> = sql<Arrival>`json_build_object(
  'came', coalesce((
    select json_agg(b.number order by b.number) from boxes b
    where b.appraisal_id = ${applications.appraisalId} and b.received_at is not null), '[]'),
  'onWay', coalesce((
    select json_agg(json_build_object('number', b.number, 'state', b.kit_state) order by b.number)
    from boxes b where b.appraisal_id = ${applications.appraisalId} and b.received_at is null
      and b.kit_state in ('returned', 'inquiry', 'lost', 'damaged')), '[]'),
  'shelved', coalesce((
    select json_agg(e.box_number) from box_exceptions e
    where e.appraisal_id = ${applications.appraisalId} and e.state = 'open'
      and e.kind in ('damaged', 'not-accepted', 'other')), '[]'),
  'sentBack', coalesce((
    select json_agg(e.box_number) from box_exceptions e
    where e.appraisal_id = ${applications.appraisalId} and e.ending = 'returned'), '[]'),
  'isRecorded', exists (
    select from boxes b where b.received_at > ${applications.createdAt}))`;
