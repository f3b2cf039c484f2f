import { sql } from 'drizzle-orm';
import { owedDifferences } from '#money/sums/check-owed.server.ts';
import { differences, repairSums } from '#money/sums/check-sums.server.ts';
import { type Check, failing, maxDetails, ok } from './finding.server.ts';

const sums: Check = {
  check: 'sums',
  label: '集計',
  async examine({ db }) {
    const wrong = await differences(db);
    if (wrong.length === 0) return ok('すべて記録と一致しています。');
    return failing(
      `${wrong.length}件の集計が、記録と違っています。`,
      'npm run doctor -- --repair で、記録に合わせられます。',
      wrong.map(({ name, key, kept, counted }) => `${name} ${key}：${kept}、記録は${counted}`),
    );
  },
  async repair({ db }) {
    const wrong = await repairSums(db);
    return wrong.length > 0 ? `${wrong.length}件の集計を、記録に合わせました。` : undefined;
  },
};

const owed: Check = {
  check: 'owed',
  label: '未送金の帳簿と明細',
  async examine({ db }) {
    const wrong = await owedDifferences(db);
    if (wrong.length === 0) return ok('一致しています。');
    return failing(
      `${wrong.length}か所で、帳簿の未送金が明細と違っています。`,
      '自動では直せません。経理の方と、その団体の帳簿の行をご確認ください。送金はそれまでお待ちください。',
      wrong.map(({ account, booked, open }) => `${account}：帳簿${booked}円、明細${open}円`),
    );
  },
};

const postings: Check = {
  check: 'postings',
  label: '帳簿の貸借',
  async examine({ db }) {
    const { rows } = await db.execute<{ id: string; yen: number }>(sql`
      select posting_id as id, sum(amount_yen)::float8 as yen from ledger_lines
      group by 1 having sum(amount_yen) <> 0 order by 1 limit ${maxDetails}`);
    if (rows.length === 0) return ok('すべての仕訳で、借方と貸方が一致しています。');
    return failing(
      '借方と貸方の合わない仕訳があります。',
      'バックアップの同じ仕訳と比べてください。行は追加だけされるもので、直すことはできません。',
      rows.map(({ id, yen }) => `${id}：${yen}円`),
    );
  },
};

const papers: Check = {
  check: 'papers',
  label: '受領証明書と明細書',
  async examine({ db }) {
    const { rows } = await db.execute<{ number: string; says: string }>(sql`
      select number, says from (
        select r.number, format('合計%s円、明細%s円', r.amount_yen, coalesce(sum(g.amount_yen), 0)) as says
        from receipts r left join receipt_gifts g on g.receipt_number = r.number
        group by r.number having r.amount_yen <> coalesce(sum(g.amount_yen), 0)
        union all
        select r.number, '発行の記録がありません' from receipts r
        where not exists (select from receipt_events e where e.receipt_number = r.number and e.kind = 'issued')
        union all
        select coalesce(statement_number, id), '明細の合計が違います' from remittances
        where amount_yen <> opening_yen + gift_yen - fee_yen - handling_yen + correction_yen + payout_yen
      ) as wrong order by number limit ${maxDetails}`);
    if (rows.length === 0) return ok('どれも、合計が明細と一致しています。');
    return failing(
      '合計と明細の合わない証明書や明細書があります。',
      '経理の方にお知らせください。渡した書類は変えずに、訂正の手続きで出し直します。',
      rows.map(({ number, says }) => `${number}：${says}`),
    );
  },
};

export const bookChecks = [postings, owed, sums, papers];
