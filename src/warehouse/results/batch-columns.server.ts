import type { Column } from '#kit/http/list-route.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { appraisalOutcomes } from './appraisal-result.ts';
import type { ResultBatch, ResultBatchRow } from './result-import.ts';

/** File columns of the list of uploads. */
export const batchColumns: readonly Column<ResultBatch>[] = [
  ['取り込みの番号', ({ id }) => id],
  ['取り込んだ日', ({ createdAt }) => formatDate(createdAt)],
  ['取り込んだ人', ({ uploadedBy }) => uploadedBy],
  ['ファイル', ({ fileName }) => fileName],
  ['品目のファイル', ({ itemFileName }) => itemFileName],
  ['文字コード', ({ encoding }) => encoding],
  ['行数', ({ rows }) => String(rows)],
  ['取り込んだ行', ({ accepted }) => String(accepted)],
  ['前と同じ行', ({ unchanged }) => String(unchanged)],
  ['寄付金額（円）', ({ donationYen }) => String(donationYen)],
  ['取り消した日', ({ reversedAt }) => (reversedAt === null ? '' : formatDate(reversedAt))],
  ['取り消した人', ({ reversedBy }) => reversedBy],
  ['取り消しの理由', ({ reversalReason }) => reversalReason],
  ['状態', stateOf],
  ['確定した日', ({ releasedAt }) => (releasedAt === null ? '' : formatDate(releasedAt))],
  ['確定した人', ({ releasedBy }) => releasedBy],
];

function stateOf({ state, reversedAt }: ResultBatch): string {
  if (state !== 'released') return state === 'waiting' ? '確定待ち' : '取りやめ';
  return reversedAt === null ? '確定済み' : '取り消し済み';
}

/** File columns of an upload's rows. */
export const batchRowColumns: readonly Column<ResultBatchRow>[] = [
  ['行', ({ row }) => String(row)],
  ['申込番号', ({ appraisalId }) => appraisalId],
  ['寄付先', ({ targetName }) => targetName],
  ['結果区分', ({ outcome }) => appraisalOutcomes[outcome].label],
  ['点数', ({ itemCount }) => String(itemCount)],
  ['買取点数', ({ pricedCount }) => String(pricedCount)],
  ['査定金額', ({ appraisedYen }) => String(appraisedYen)],
  ['加算額', ({ bonusYen }) => String(bonusYen)],
  ['寄付金額', ({ donationYen }) => String(donationYen)],
  ['備考', ({ note }) => note],
  [
    'いま',
    ({ isReversed, isDonated, isOnHold }) =>
      isReversed ? '取り消し済み' : isDonated ? '寄付' : isOnHold ? '本人確認待ち' : '',
  ],
];
