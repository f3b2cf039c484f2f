import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';
import { publishUnreported } from '#organisations/use-reports/unreported.server.ts';
import { sampleUids } from '#start/sample/sign-ins.server.ts';
import { useWords } from '#start/sample/words/use-words.server.ts';

/**
 * Writes confirmations of most transfers that arrived, and reports on the older gifts of most organisations. The public
 * book gets no entry of these: the sample can be removed, its entries could not.
 */
export async function writeUses(tx: Transaction, now: Date): Promise<void> {
  const moment = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into transfer_confirmations (remittance_id, number, associate_id, is_taken_back, confirmed_by, confirmed_at)
    select r.id, 1, r.associate_id, false, ${sampleUids.staff}, at
    from remittances r join associates a on a.id = r.associate_id and a.is_sample
    cross join lateral (select (r.received_on + 1 + abs(hashtext(r.id)) % 5)::timestamp at time zone 'Asia/Tokyo'
      + interval '10 hours' as at) t
    where r.state = 'confirmed' and r.id like 'sample-%' and at < ${moment}
      and (at < ${moment} - interval '40 days' or abs(hashtext(r.id)) % 2 = 0)`);
  const words = Object.entries(useWords).flatMap(([challenge, both]) =>
    both.map(([title, body], place) => ({ challenge, place: place + 1, title, body })),
  );
  // A report a year, up to two months ago.
  await tx.execute(sql`
    create temporary table sample_uses on commit drop as
    select d.associate_id, d.appraisal_id, d.received_on, d.amount_yen - d.fee_yen - d.handling_yen as yen,
      extract(year from d.received_on)::int as year
    from donations d join associates a on a.id = d.associate_id and a.is_sample and a.state <> 'draft'
    where d.reversed_at is null and d.received_on < (${moment} - interval '60 days')::date
      and d.amount_yen > d.fee_yen + d.handling_yen and abs(hashtext(d.associate_id)) % 6 <> 0`);
  await tx.execute(sql`
    insert into use_reports (id, associate_id, edition, period_from, period_to, title, body, image_id, yen, gifts, published_at)
    select 'sample-report-' || u.associate_id || '-' || u.year, u.associate_id, 1, u.first, u.last, u.year || '年の' || w.title,
      w.body, case when u.year % 2 = 0 then (select v.image_id from associate_activities v
        where v.associate_id = u.associate_id and v.image_id is not null order by v.published_at limit 1) end,
      u.yen, u.gifts, least(${moment}, (u.last + 12)::timestamp at time zone 'Asia/Tokyo' + interval '11 hours')
    from (select associate_id, year, min(received_on) as first, max(received_on) as last, sum(yen) as yen, count(*) as gifts
      from sample_uses group by 1, 2) u
    join lateral (select social_challenge_id from associate_challenges c where c.associate_id = u.associate_id
      order by position limit 1) c on true
    join json_to_recordset(${JSON.stringify(words)}::json) as w (challenge text, place int, title text, body text)
      on w.challenge = c.social_challenge_id and w.place = 1 + (u.year + abs(hashtext(u.associate_id))) % 2`);
  await tx.execute(sql`
    insert into use_report_editions (report_id, edition, period_from, period_to, title, body, image_id, yen, gifts,
      text_hash, published_by, published_at)
    select id, 1, period_from, period_to, title, body, image_id, yen, gifts,
      encode(sha256(convert_to(title || E'\n\n' || body, 'UTF8')), 'hex'), ${sampleUids.staff}, published_at
    from use_reports where id like 'sample-report-%'`);
  await tx.execute(sql`
    insert into use_report_gifts (report_id, appraisal_id, yen, at)
    select r.id, u.appraisal_id, u.yen, r.published_at
    from sample_uses u join use_reports r on r.id = 'sample-report-' || u.associate_id || '-' || u.year
    order by r.id, u.received_on, u.appraisal_id`);
  await tx.execute(sql`
    insert into use_report_deliveries (report_id, ended_at)
    select id, published_at from use_reports where id like 'sample-report-%'`);
  await publishUnreported(tx, now);
}
