import { defaultAcceptance, type Offer } from '#giving/acceptance/acceptance.ts';

const { weekdays: _w, closesOnHolidays: _h, ...accepted } = defaultAcceptance;

/** The form's offer if the operator has published nothing. */
export const deliveredOffer: Offer = {
  ...accepted,
  productNotes: {},
  closedDays: [],
  termsVersion: 0,
};
