import { deliveredAcceptance, type Offer } from '#domain/acceptance/acceptance.ts';

const { weekdays: _w, closesOnHolidays: _h, ...accepted } = deliveredAcceptance;

/** The form's offer if the operator has published nothing. */
export const deliveredOffer: Offer = {
  ...accepted,
  productNotes: {},
  closedDays: [],
  termsVersion: 0,
};
