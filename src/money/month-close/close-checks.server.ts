import { and, asc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import { monthInWords } from '#kit/values/days/month.ts';
import {
  addDays,
  addMonths,
  formatDate,
  startOfJstMonth,
  toTimestamp,
} from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { remittanceRuns } from '#money/remittances/remittance-tables.server.ts';
import { monthDifferences } from '#money/sums/check-month.server.ts';
import { identityLabels } from '#warehouse/identity-checks/identity-check.ts';
import {
  type CloseCheck,
  type HeldApplication,
  type MonthFigures,
  maxShownItems,
  mostExplainedHolds,
} from './month-close.ts';

type Source = Database | Transaction;

/**
 * Applications appraised before the month's end that still wait for their identity check; reads one more than may be
 * explained.
 */
export async function readHeld(db: Source, month: string): Promise<HeldApplication[]> {
  const rows = await db
    .select({
      appraisalId: applications.appraisalId,
      identity: applications.identity,
      since: applications.stateChangedAt,
    })
    .from(applications)
    .where(
      and(
        eq(applications.state, 'appraised'),
        ne(applications.identity, 'not-needed'),
        lt(applications.stateChangedAt, startOfJstMonth(addMonths(month, 1))),
      ),
    )
    .orderBy(asc(applications.stateChangedAt), asc(applications.appraisalId))
    .limit(mostExplainedHolds + 1);
  return rows.map(({ appraisalId, identity, since }) => ({
    appraisalId,
    identity: identityLabels[identity as IdentityCheck],
    since: toTimestamp(since),
  }));
}

export function checkHeld(held: readonly HeldApplication[]): CloseCheck {
  const check = { key: 'holds', path: '/admin/identity-checks', items: [] } as const;
  if (held.length === 0) {
    return { ...check, items: [], state: 'ok', message: '保留のままのものはありません。' };
  }
  if (held.length > mostExplainedHolds) {
    const message = `${mostExplainedHolds}件を超えています。本人確認を進めて、${mostExplainedHolds}件以下にしてから締めてください。`;
    return { ...check, items: [], state: 'to-mend', message };
  }
  const message = `${held.length}件が、月末の前から本人確認を待っています。1件ずつ、保留の理由を書いてください。`;
  return { ...check, items: [], state: 'to-explain', message };
}

const runStateLabels: Record<string, string> = {
  draft: '下書き',
  approved: '承認済み',
  filed: 'ファイル作成済み',
  sent: '着金の確認待ち',
};

export async function checkRuns(db: Source, month: string): Promise<CloseCheck> {
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1);
  const rows = await db
    .select({
      number: remittanceRuns.number,
      state: remittanceRuns.state,
      transferOn: remittanceRuns.transferOn,
    })
    .from(remittanceRuns)
    .where(
      and(
        inArray(remittanceRuns.state, Object.keys(runStateLabels)),
        lte(remittanceRuns.transferOn, lastDay),
      ),
    )
    .orderBy(asc(remittanceRuns.transferOn))
    .limit(maxShownItems);
  const check = { key: 'runs', path: '/admin/remittances' } as const;
  if (rows.length === 0) {
    return { ...check, state: 'ok', message: '確認を待つ送金はありません。', items: [] };
  }
  return {
    ...check,
    state: 'to-mend',
    message: `${monthInWords(month)}までに振り込む送金に、結果の確認が済んでいないものがあります。`,
    items: rows.map(
      ({ number, state, transferOn }) =>
        `${number}（${formatDate(transferOn)}の振込、${runStateLabels[state] ?? state}）`,
    ),
  };
}

export function checkBalance({ debitYen, creditYen, balances }: MonthFigures): CloseCheck {
  const total = balances.reduce((sum, { balanceYen }) => sum + balanceYen, 0);
  const check = { key: 'balance', path: '', items: [] } as const;
  if (debitYen === creditYen && total === 0) {
    const message = `この月の借方と貸方は、どちらも${formatYen(debitYen)}円です。通算でも一致しています。`;
    return { ...check, items: [], state: 'ok', message };
  }
  const message = `この月は借方${formatYen(debitYen)}円・貸方${formatYen(creditYen)}円、通算の差は${formatYen(total)}円です。開発の担当者にご連絡ください。`;
  return { ...check, items: [], state: 'to-mend', message };
}

export async function checkCounters(db: Source, month: string): Promise<CloseCheck> {
  const differences = await monthDifferences(db, month);
  const check = { key: 'counters', path: '' } as const;
  if (differences.length === 0) {
    const message = 'この月の帳簿と寄付の集計は、記録の1件ずつの合計と一致しています。';
    return { ...check, state: 'ok', message, items: [] };
  }
  return {
    ...check,
    state: 'to-mend',
    message: `${differences.length}個の集計が、記録と違っています。サーバーで npm run sums -- --repair を実行して直してください。`,
    items: differences
      .slice(0, maxShownItems)
      .map(({ name, key, kept, counted }) => `${name} ${key}：集計 ${kept}、記録 ${counted}`),
  };
}

/** Reports goods that are only partly sold; they never keep a month open. */
export async function checkSales(
  db: Source,
  month: string,
  { balances }: MonthFigures,
): Promise<CloseCheck> {
  const proceeds = balances.find(({ code }) => code === 'proceeds')?.balanceYen ?? 0;
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select appraisal_id from goods_sales where reversed_at is null and sold_on <= ${lastDay}::date
      group by appraisal_id having not bool_or(is_last)) as sold_in_part`);
  const inPart = rows[0]?.count ?? 0;
  return {
    key: 'sales',
    path: '/admin/sales',
    state: proceeds === 0 && inPart === 0 ? 'ok' : 'told',
    message: `まだ売却の記録がないお品物の査定額は、月末で${formatYen(proceeds)}円です。一部だけ売れた箱は${formatYen(inPart)}件です。`,
    items: [],
  };
}
