import type { StatusRequest } from '#giving/applications/application.ts';
import type { OwnParcels } from '#warehouse/tracking/own-parcels.ts';

/** A pick-up as shown, with the donor's credentials. */
export type PickupProps = {
  own: OwnParcels;
  proof: StatusRequest;
  boxes: number;
  onChange: (own: OwnParcels) => void;
  /** Called when it has changed meanwhile and must be reloaded. */
  onStale: () => void;
};
