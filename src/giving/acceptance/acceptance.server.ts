import { productKinds } from '#giving/applications/goods.ts';
import type { Context } from '#kit/dependencies.server.ts';
import { kept } from '#kit/topics/kept.server.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { termsVersionsInForce } from '#people/legal/consents.server.ts';
import type { Offer } from './acceptance.ts';
import type { Holiday } from './acceptance-schema.ts';
import { deliveryDaysFrom, holidayName } from './delivery-days.server.ts';
import { storedAcceptance } from './stored-acceptance.server.ts';

/** Days shown by the operator's calendar. */
const calendarDays = 120;

/** Today's offer for the form. */
export const currentOffer = kept(['content'], async ({ db, clock }, today): Promise<Offer> => {
  const [accepted, { terms: termsVersion }] = await Promise.all([
    storedAcceptance(db, today),
    termsVersionsInForce(db, clock()),
  ]);
  const { productNotes, weekdays: _w, closesOnHolidays: _h, closedDays: _c, ...rest } = accepted;
  const noted = productKinds.filter((kind) => productNotes[kind] !== '');
  return {
    ...rest,
    ...deliveryDaysFrom(accepted, today),
    productNotes: Object.fromEntries(noted.map((kind) => [kind, productNotes[kind]])),
    termsVersion,
  };
});

/** Public holidays from today on, for the operator's calendar. */
export function comingHolidays({ clock }: Context): Holiday[] {
  const today = jstDay(clock());
  return Array.from({ length: calendarDays }, (_, index) => addDays(today, index)).flatMap(
    (day) => {
      const name = holidayName(day);
      return name === undefined ? [] : [{ day, name }];
    },
  );
}
