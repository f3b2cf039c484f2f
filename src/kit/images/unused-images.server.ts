import { and, eq, inArray, isNotNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { images } from './image-tables.server.ts';

/** True for a picture that nothing refers to. Lists every column that refers to pictures. */
const isUnused = sql`
  not exists (select from users u where u.image_id = ${images.id})
  and not exists (select from users u where u.banner_image_id = ${images.id})
  and not exists (select from pledge_items p where p.image_id = ${images.id})
  and not exists (select from associates a where a.cover_image_id = ${images.id})
  and not exists (select from associate_visions v where v.image_id = ${images.id})
  and not exists (select from associate_activities a where a.image_id = ${images.id})
  and not exists (select from associate_thanks t where t.image_id = ${images.id})
  and not exists (select from use_report_editions e where e.image_id = ${images.id})
  and not exists (select from campaigns c where c.image_id = ${images.id})
  and not (${images.purpose} = 'appraisal-item' and (
    exists (select from appraisal_draft_items d where d.image_ids @> array[${images.id}])
    or exists (select from appraisal_items i where i.image_ids <> '{}' and i.image_ids @> array[${images.id}])))
  and not (${images.purpose} = 'box-exception'
    and exists (select from box_exceptions e where e.image_ids @> array[${images.id}]))
  and not exists (select from content_versions v where v.kind = 'associate' and v.key = ${images.associateId}
    and ${images.id} in (v.content ->> 'coverImageId', v.content -> 'vision' ->> 'imageId'))
  and not exists (select from content_versions v where ${images.associateId} is not null
    and v.kind in ('activity', 'thanks', 'use-report') and v.content ->> 'imageId' = ${images.id})
  and not exists (select from content_versions v where ${images.purpose} = 'campaign-cover'
    and v.kind = 'campaign' and v.content ->> 'imageId' = ${images.id})`;

/** Condition for the picture of this id, if unused. */
export const unusedImage = (id: string): SQL | undefined => and(eq(images.id, id), isUnused);

/**
 * Condition for unused uploads from before `moment`. Drawn pictures have no owner, nor have those of campaigns,
 * appraised items and boxes. Versions that can be restored keep their pictures, and receipts keep the seal they were
 * issued with.
 */
export const unusedSince = (moment: Date): SQL | undefined =>
  and(
    lt(images.createdAt, moment),
    or(
      isNotNull(images.ownerUid),
      isNotNull(images.associateId),
      inArray(images.purpose, ['campaign-cover', 'appraisal-item', 'box-exception']),
    ),
    ne(images.purpose, 'associate-seal'),
    isUnused,
  );
