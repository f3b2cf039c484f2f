import type { Offer } from '#domain/acceptance/acceptance.ts';
import type { Holiday } from '#domain/acceptance/acceptance-schema.ts';
import { productKinds } from '#domain/applications/goods.ts';
import { addDays, jstDay } from '#domain/values/timestamp.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { legal } from '#server/legal/legal.ts';
import { cached } from '#server/topics/cached.ts';
import type { Topics } from '#server/topics/topics.ts';
import { versionsOf } from '#server/versions/versions.ts';
import { acceptanceKind } from './acceptance-kind.ts';
import { deliveryDaysFrom } from './delivery-days.ts';
import { holidayName } from './holidays.ts';
import { storedAcceptance } from './stored-acceptance.ts';

type AcceptanceDeps = Pick<Dependencies, 'db' | 'clock'> & {
  topics: Topics;
  legal: Pick<ReturnType<typeof legal>, 'termsVersion'>;
};

/** Days shown by the operator's calendar. */
const calendarDays = 120;

/** What the service accepts: for the form, and edited by the operator. */
export const acceptance = ({ db, clock, topics, legal }: AcceptanceDeps) => ({
  versions: versionsOf({ db, clock }, acceptanceKind),

  /** Today's offer for the form. */
  offer: cached({ topics, clock }, ['content'], async (today): Promise<Offer> => {
    const [accepted, termsVersion] = await Promise.all([
      storedAcceptance(db, today),
      legal.termsVersion(),
    ]);
    const { productNotes, weekdays: _w, closesOnHolidays: _h, closedDays: _c, ...rest } = accepted;
    const noted = productKinds.filter((kind) => productNotes[kind] !== '');
    return {
      ...rest,
      ...deliveryDaysFrom(accepted, today),
      productNotes: Object.fromEntries(noted.map((kind) => [kind, productNotes[kind]])),
      termsVersion,
    };
  }),

  /** Public holidays from today on, for the operator's calendar. */
  holidays(): Holiday[] {
    const today = jstDay(clock());
    return Array.from({ length: calendarDays }, (_, index) => addDays(today, index)).flatMap(
      (day) => {
        const name = holidayName(day);
        return name === undefined ? [] : [{ day, name }];
      },
    );
  },
});
