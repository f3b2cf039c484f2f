import type { acceptance } from '#server/acceptance/acceptance.ts';
import { auditedList } from '#server/audit/audited-list.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { arrangedPickups } from './arrange-pickups.ts';
import { carrierAnswers } from './import-answer.ts';
import { outBoxes } from './out-boxes.ts';
import { ownParcels } from './own-parcels.ts';
import { pickupFiles } from './pickup-files.ts';
import { pickupList } from './pickup-list.ts';

type TrackingDeps = Dependencies & { acceptance: Pick<ReturnType<typeof acceptance>, 'offer'> };

/** Parcels: kits to donors, by carriers' reports, and pick-ups of packed boxes. */
export const tracking = (dependencies: TrackingDeps) => ({
  ...carrierAnswers(dependencies),
  ...outBoxes(dependencies),
  ...ownParcels(dependencies),
  ...pickupFiles(dependencies),
  ...arrangedPickups(dependencies),

  /** Pick-ups by day, open or arranged. */
  pickupList: auditedList(dependencies, pickupList),
});
