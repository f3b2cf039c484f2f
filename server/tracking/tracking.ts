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

/** Parcels on their way: kits to donors by what carriers say of them, and packed boxes that are fetched. */
export const tracking = (dependencies: TrackingDeps) => ({
  ...carrierAnswers(dependencies),
  ...outBoxes(dependencies),
  ...ownParcels(dependencies),
  ...pickupFiles(dependencies),
  ...arrangedPickups(dependencies),

  /** Pick-ups by their day: those that the carrier was not asked for yet, or those that it was. */
  pickupList: auditedList(dependencies, pickupList),
});
