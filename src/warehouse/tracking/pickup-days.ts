import type { ApplicationState } from '#giving/applications/application-state.ts';
import {
  type DeliveryDays,
  deliveryDateLabel,
  deliveryDateOptions,
} from '#giving/applications/delivery.ts';

/** Days on which a pick-up can be booked on `today`: the delivery days of kits, without closed days. */
export const pickupDays = (today: string, days: DeliveryDays): string[] =>
  deliveryDateOptions(today, days)
    .map(({ value }) => value)
    .filter((day) => day !== '' && !days.closedDays.includes(day));

export const pickupDayOptions = (today: string, days: DeliveryDays) =>
  pickupDays(today, days).map((value) => ({ value, label: deliveryDateLabel(value) }));

/**
 * Pick-ups can be booked once boxes can be packed: after the kit has left, or at once with the
 * donor's own carton.
 */
export const canAskPickup = (application: { state: ApplicationState; needsKit: boolean }) =>
  application.state === (application.needsKit ? 'kit-sent' : 'applied');

/** Labels are for the donor's own carton, until it has arrived. */
export const canPrintLabel = (application: { state: ApplicationState; needsKit: boolean }) =>
  !application.needsKit && application.state === 'applied';
