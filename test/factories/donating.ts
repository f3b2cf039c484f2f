import { applications } from '#giving/applications/application-tables.server.ts';
import { makeAppraisalId } from '#giving/applications/appraisal-number.ts';
import type { Database } from '#kit/db/database.server.ts';
import { insertAll } from '#kit/db/insert-all.server.ts';
import { associates } from '#organisations/associates/associate-tables.server.ts';

type Application = typeof applications.$inferInsert;

/** Inserts an organisation with only an id and a name. */
export async function insertAssociate(db: Database, id: string, name = `見本の会 ${id}`) {
  await db
    .insert(associates)
    .values({ id, name, summary: '見本です。', classification: 'approved-npo' });
}

/** The n-th application number of the tests: valid and deterministic. */
export const numberOf = (n: number): string =>
  makeAppraisalId(Uint8Array.from({ length: 7 }, (_, index) => Math.floor(n / 32 ** index) % 32));

const moment = new Date('2026-11-01T09:00:00+09:00');
/** A year earlier, so that results come after it, whatever day the test's clock shows. */
const appliedAt = new Date('2025-11-01T09:00:00+09:00');

/** A visitor's application for the organisation `ao` whose goods have arrived. */
export function application(n: number, changes: Partial<Application> = {}): Application {
  const isFund = changes.kind === 'fund';
  return {
    appraisalId: numberOf(n),
    kind: 'direct',
    associateId: isFund ? null : 'ao',
    socialChallengeId: isFund ? 'animal' : null,
    uid: null,
    frequency: 'once',
    products: ['clothes'],
    boxes: 1,
    needReceipt: true,
    birth: isFund ? '1980-01-02' : null,
    lastName: '髙橋',
    firstName: '花子',
    lastNameKana: 'たかはし',
    firstNameKana: 'はなこ',
    email: `donor${n}@tasuki.example`,
    tel: '0312345678',
    zipcode: '1000001',
    prefecture: '東京都',
    line1: '見本町',
    state: 'goods-received',
    createdAt: appliedAt,
    stateChangedAt: moment,
    ...changes,
  };
}

export const insertApplications = (db: Database, rows: Application[]) =>
  insertAll(db, applications, rows);

export const resultHeader =
  '申込番号,受付日,査定完了日,点数,買取点数,査定金額,加算額,寄付金額,寄付先団体ID,結果区分,備考';

type ResultCells = {
  id: string;
  receivedOn: string;
  appraisedOn: string;
  appraised: string | number;
  bonus: string | number;
  donated: string | number;
  associate: string;
  outcome: string;
  note: string;
};

/** Line of a result file for the n-th application: ¥1,200 for the organisation `ao`. */
export function resultLine(n: number, changes: Partial<ResultCells> = {}): string {
  const cells = {
    id: numberOf(n),
    receivedOn: '2025/11/08',
    appraisedOn: '2025-11-10',
    appraised: 1200,
    bonus: 0,
    donated: changes.appraised ?? 1200,
    associate: 'ao',
    outcome: '成立',
    note: '',
    ...changes,
  };
  const { id, receivedOn, appraisedOn, appraised, bonus, donated, associate, outcome, note } =
    cells;
  return `${id},${receivedOn},${appraisedOn},3,2,${appraised},${bonus},${donated},${associate},${outcome},${note}`;
}

/** A result file in the form that spreadsheets write. */
export const resultFile = (...lines: string[]): string =>
  [resultHeader, ...lines].map((line) => `${line}\r\n`).join('');
