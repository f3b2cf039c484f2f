import { deliveredAcceptance, type Offer } from '#domain/acceptance/acceptance.ts';

const { weekdays: _w, closesOnHolidays: _h, ...accepted } = deliveredAcceptance;

/** What the form offers where the operator published nothing. */
export const deliveredOffer: Offer = {
  ...accepted,
  productNotes: {},
  closedDays: [],
  termsVersion: 0,
};
