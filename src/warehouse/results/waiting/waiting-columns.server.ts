import type { Column } from '#kit/http/list-route.server.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import { appraisalOutcomes } from '#warehouse/results/appraisal-result.ts';
import type { WaitingRow } from '#warehouse/results/waiting-result.ts';

/** File columns of a waiting batch's rows. */
export const waitingColumns: readonly Column<WaitingRow>[] = [
  ['行', ({ row }) => String(row)],
  ['申込番号', ({ appraisalId }) => appraisalId],
  ['寄付先', ({ targetName }) => targetName],
  ['受付日', ({ receivedOn }) => formatDate(receivedOn)],
  ['査定完了日', ({ appraisedOn }) => formatDate(appraisedOn)],
  ['結果区分', ({ outcome }) => appraisalOutcomes[outcome].label],
  ['点数', ({ itemCount }) => String(itemCount)],
  ['買取点数', ({ pricedCount }) => String(pricedCount)],
  ['査定金額', ({ appraisedYen }) => String(appraisedYen)],
  ['加算額', ({ bonusYen }) => String(bonusYen)],
  ['寄付金額', ({ donationYen }) => String(donationYen)],
  ['備考', ({ note }) => note],
  ['確かめること', ({ flags }) => flags.map(({ message }) => message).join('／')],
  ['確かめた理由', ({ overrideReason }) => overrideReason],
  ['外した理由', ({ takenOut }) => takenOut?.reason ?? ''],
];
