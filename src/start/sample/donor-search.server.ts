import { sql } from 'drizzle-orm';
import type { Transaction } from '#kit/db/database.server.ts';

/** The same limit as the triggers: of more applications only the newest are searched. */
const numbersOfOne = 200;

/**
 * Indexes the sample's donors and guests for search, like the triggers on users and applications; existing rows stay
 * unchanged. One statement for all: folds each spelling of a name once and looks up no applications one by one.
 */
export async function fillDonorSearch(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into donor_search (id, uid, email, created_at, folded)
    with boxes as (
      select uid, case when uid is null then email end as guest, appraisal_id, email, tel, created_at,
        last_name || first_name as name, last_name_kana || first_name_kana as kana,
        row_number() over (partition by uid, case when uid is null then email end
          order by created_at desc, appraisal_id desc) as place
      from applications where is_sample and (uid is not null or email <> '')
    ), numbers as (
      select coalesce(uid, guest) as whose, fold_search(string_agg(appraisal_id, '|' order by place)) as folded
      from boxes where place <= ${numbersOfOne} group by 1
    ), people as materialized (
      select uid as id, uid, uid as whose, email, tel, created_at,
        last_name || first_name as name, last_name_kana || first_name_kana as kana
      from users where is_sample
      union all
      select appraisal_id, null, guest, email, tel, created_at, name, kana
      from boxes where guest is not null and place = 1
    ), words as materialized (
      select word, fold_search(word) as folded
      from (select name as word from people union select kana from people) as distinct_words
    )
    select p.id, p.uid, p.email, p.created_at, concat_ws('|', fold_search(p.tel || '|' || p.email),
      names.folded, kanas.folded, numbers.folded)
    from people p
    join words names on names.word = p.name
    join words kanas on kanas.word = p.kana
    left join numbers on numbers.whose = p.whose
    where not exists (select from donor_search s where s.id = p.id)
      and not exists (select from donor_search s where s.email = p.email and s.uid is null and p.uid is null)`);
}
