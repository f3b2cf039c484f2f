import type { acceptance } from '#giving/acceptance/acceptance.server.ts';
import { auditedList } from '#kit/audit/audited-list.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { arrangedPickups } from './arrange-pickups.server.ts';
import { carrierAnswers } from './import-answer.server.ts';
import { outBoxes } from './out-boxes.server.ts';
import { ownParcels } from './own-parcels.server.ts';
import { pickupFiles } from './pickup-files.server.ts';
import { pickupList } from './pickup-list.server.ts';

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
