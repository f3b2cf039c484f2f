import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import type { ReceiptCheck, ReceiptVerdict } from '#giving/receipts/receipt.ts';
import type { Day, Fault } from './day.ts';
import { printedPapers } from './printed.ts';

/** Fewer than an address may ask for in an hour. */
const askedByAddress = 50;

type Fate = { number: string; state: string; replacedBy: string };
/** What became of papers, by the gifts that they stand for and the papers that name them. */
const fates = sql`
  select r.number, case when g.stands then 'valid' when n.number is null then 'void' else 'replaced' end as state,
    case when g.stands then '' else coalesce(n.number, '') end as "replacedBy"
  from receipts r
  cross join lateral (select bool_and(stands) as stands from receipt_gifts where receipt_number = r.number) g
  left join receipts n on r.number = any(n.replaces)`;

/**
 * Faults of what /verify answers whoever holds a paper. `every`: all papers are asked about, else some, others each time.
 */
export async function verifyFaults(day: Day, every: boolean): Promise<Fault[]> {
  const { house, papers, lost, checks } = day;
  const faults: Fault[] = [];
  let asked = 0;
  async function verify(payload: ReceiptCheck): Promise<ReceiptVerdict> {
    const address = Math.floor(asked / askedByAddress);
    asked += 1;
    const reply = await house.app.inject({
      ...{ method: 'POST', url: '/api/receipts/verify', payload },
      remoteAddress: `10.${checks % 100}.0.${address}`,
    });
    return reply.json();
  }
  const some = <One>(all: readonly One[], most: number): One[] =>
    every || all.length <= most
      ? [...all]
      : Array.from({ length: most }, (_, n) => all[(checks * most + n) % all.length] as One);

  const { rows } = await house.db.execute<Fate>(fates);
  const fateOf = new Map(rows.map((row) => [row.number, row]));
  // The newest is the one that the step was about.
  const onRecord = [...papers.values()].sort((a, b) => (a.number < b.number ? 1 : -1));
  const looked = new Set([...onRecord.slice(0, 1), ...some(onRecord, 3)]);
  const printed = await printedPapers(
    day,
    [...looked].map(({ number }) => number),
  );
  for (const { number, code, said, text } of looked) {
    if (printed.get(number)?.text !== text) {
      faults.push({ what: 'a paper prints something else', about: number, is: 1, should: 0 });
    }
    const verdict = await verify({ number, code });
    const { state = '', replacedBy = '' } = fateOf.get(number) ?? {};
    const hasEnding = state !== 'valid';
    const is =
      verdict.verdict === 'known'
        ? { ...verdict, endedAt: verdict.endedAt !== '', endReason: verdict.endReason !== '' }
        : verdict;
    const should = { ...said, state, replacedBy, endedAt: hasEnding, endReason: hasEnding };
    if (!isDeepStrictEqual(is, should)) {
      faults.push({
        ...{ what: 'what is answered of a paper', about: number },
        ...{ is: JSON.stringify(is), should: JSON.stringify(should) },
      });
    }
  }
  async function demandUnknown(what: string, payload: ReceiptCheck) {
    const { verdict } = await verify(payload);
    if (verdict === 'unknown') return;
    faults.push({ what, about: payload.number, is: verdict, should: 'unknown' });
  }
  for (const [index, { number, code }] of some(lost, 2).entries()) {
    await demandUnknown('a paper that is not on record is confirmed', { number, code });
    const other = onRecord[(checks + index) % onRecord.length];
    if (!other) continue;
    await demandUnknown('an old code confirms another paper', { number: other.number, code });
    await demandUnknown('a code confirms an old number', { number, code: other.code });
  }
  return faults;
}
