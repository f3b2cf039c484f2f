import { productKinds } from '#giving/applications/goods.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { cached } from '#kit/topics/cached.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import { addDays, jstDay } from '#kit/values/timestamp.ts';
import { versionsOf } from '#kit/versions/versions.server.ts';
import type { legal } from '#people/legal/legal.server.ts';
import type { Offer } from './acceptance.ts';
import { acceptanceKind } from './acceptance-kind.server.ts';
import type { Holiday } from './acceptance-schema.ts';
import { deliveryDaysFrom } from './delivery-days.server.ts';
import { holidayName } from './holidays.server.ts';
import { storedAcceptance } from './stored-acceptance.server.ts';

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
