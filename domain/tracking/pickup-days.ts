import type { ApplicationState } from '#domain/applications/application-state.ts';
import {
  type DeliveryDays,
  deliveryDateLabel,
  deliveryDateOptions,
} from '#domain/applications/delivery.ts';

/** The days on which packed boxes can be fetched that are asked for on `today`: as kits arrive, without closed days. */
export const pickupDays = (today: string, days: DeliveryDays): string[] =>
  deliveryDateOptions(today, days)
    .map(({ value }) => value)
    .filter((day) => day !== '' && !days.closedDays.includes(day));

export const pickupDayOptions = (today: string, days: DeliveryDays) =>
  pickupDays(today, days).map((value) => ({ value, label: deliveryDateLabel(value) }));

/** Boxes are fetched once they can be packed: when the kit has left, or at once in a carton of the donor's own. */
export const canAskPickup = (application: { state: ApplicationState; needsKit: boolean }) =>
  application.state === (application.needsKit ? 'kit-sent' : 'applied');

/** A label is printed at home for a carton of the donor's own, until it has come. */
export const canPrintLabel = (application: { state: ApplicationState; needsKit: boolean }) =>
  !application.needsKit && application.state === 'applied';
