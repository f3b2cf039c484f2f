import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { issueReceipt, reissueReceipt } from '#giving/receipts/issuing.server.ts';
import { receiptDonor } from '#test/factories/receipts.ts';
import { donor } from './people.ts';
import { arriveAll } from './run-steps.ts';
import { oneOf, step, which } from './steps.ts';

const name = fc.constantFrom('髙橋', '邊', '佐藤');
/** Whether the request names the papers that it ends, as a screen that is not stale does. */
const isSeen = fc.oneof({ arbitrary: fc.constant(true), weight: 4 }, fc.constant(false));

type Arrived = { number: string; to: string; year: number; replaces: string[]; ofYear: string[] };
/** Gifts of the donor that arrived, and the papers that hold on each and on those of its year. */
const received = sql`
  select d.appraisal_id as number, d.associate_id as to, extract(year from d.received_on)::int as year,
    array(select distinct r.receipt_number from receipt_gifts r where r.appraisal_id = d.appraisal_id and r.stands) as replaces,
    array(select distinct r.receipt_number from donations o join receipt_gifts r on r.appraisal_id = o.appraisal_id and r.stands
      where o.uid = d.uid and o.associate_id = d.associate_id and o.reversed_at is null
      and extract(year from o.received_on) = extract(year from d.received_on)) as "ofYear"
  from donations d where d.uid = ${donor.uid} and d.reversed_at is null and d.received_on is not null and d.associate_id is not null
  order by 1`;

/** A paper on a gift that arrived, or on its year, in the place of those that hold. */
export const askForPaper = step(
  'ask for a paper',
  fc.record({ which, name, isSeen, isYear: fc.constantFrom(false, false, true) }),
  async (day, { which, name, isSeen, isYear }, services) =>
    async () => {
      const find = () => oneOf<Arrived>(day, which, received);
      const before = await find();
      if (!before) await arriveAll(day, services);
      const found = before ?? (await find());
      if (!found) return;
      const { number, to, year } = found;
      const replaces = !isSeen ? [] : isYear ? found.ofYear : found.replaces;
      const asked = { donor: { ...receiptDonor, lastName: name }, replaces };
      await issueReceipt(
        services.ctx,
        donor,
        isYear
          ? { kind: 'year', year, associateId: to, ...asked }
          : { kind: 'donation', appraisalId: number, ...asked },
      );
    },
);

/** A paper once more, with another name on it or the same; mostly one that holds. */
export const repeatPaper = step(
  'repeat a paper',
  fc.record({ which, name: fc.option(name), isEnded: fc.constantFrom(false, false, false, true) }),
  async (day, { which, name, isEnded }, { ctx }) => {
    const found = await oneOf<{ number: string }>(
      day,
      which,
      sql`select number from receipts r where exists (
        select from receipt_events e where e.receipt_number = r.number and e.kind <> 'issued') = ${isEnded}
        order by 1`,
    );
    if (!found) return undefined;
    const asked = name === null ? {} : { donor: { ...receiptDonor, lastName: name } };
    return () => reissueReceipt(ctx, donor, found.number, asked);
  },
);
