import type { Column } from '#kit/http/list-route.server.ts';
import { formatPhone } from '#kit/values/phone.ts';
import { formatDate } from '#kit/values/timestamp.ts';
import type { AdminApplication } from './admin-application.ts';
import { applicationStateFacts } from './application-state.ts';
import { deliverySlotLabels } from './delivery.ts';

/** CSV columns of the operator's list of applications. */
export const applicationColumns: readonly Column<AdminApplication>[] = [
  ['申込番号', ({ appraisalId }) => appraisalId],
  ['申込日', ({ createdAt }) => formatDate(createdAt)],
  ['状態', ({ state }) => applicationStateFacts[state].admin],
  ['お名前', ({ name }) => name],
  ['お名前（かな）', ({ nameKana }) => nameKana],
  ['電話番号', ({ tel }) => formatPhone(tel)],
  ['会員', ({ isGuest }) => (isGuest ? '' : '会員')],
  ['寄付先', ({ targetName }) => targetName],
  ['寄付先の種類', ({ kind }) => (kind === 'fund' ? '基金' : '団体')],
  ['箱の数', ({ boxes }) => String(boxes)],
  ['お届け希望日', ({ deliveryDate }) => (deliveryDate === '' ? '' : formatDate(deliveryDate))],
  ['お届け時間帯', ({ deliverySlot }) => deliverySlotLabels[deliverySlot]],
  ['キットの発送日', ({ kitSentOn }) => (kitSentOn === '' ? '' : formatDate(kitSentOn))],
  ['寄付金額（円）', ({ amountYen }) => (amountYen === null ? '' : String(amountYen))],
  ['お約束の日', ({ promisedOn }) => (promisedOn === '' ? '' : formatDate(promisedOn))],
  ['経過日数', ({ elapsedDays }) => String(elapsedDays)],
];
