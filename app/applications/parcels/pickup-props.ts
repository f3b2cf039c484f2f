import type { StatusRequest } from '#domain/applications/application.ts';
import type { OwnParcels } from '#domain/tracking/own-parcels.ts';

/** A pick-up as it was seen, with who asks for it. */
export type PickupProps = {
  own: OwnParcels;
  proof: StatusRequest;
  boxes: number;
  onChange: (own: OwnParcels) => void;
  /** Called when it has changed meanwhile and must be asked for again. */
  onStale: () => void;
};
