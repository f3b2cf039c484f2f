import { type Acceptance, type Weekday, weekdays } from '#giving/acceptance/acceptance.ts';
import { giftAgeText } from '#giving/acceptance/acceptance-words.ts';
import { productKinds, productLabels } from '#giving/applications/goods.ts';
import { promisedStepLabels, promisedSteps } from '#giving/promised-days/promised-days.ts';
import type { ShownField } from '#kit/versions/version-history.tsx';

export const weekdayLabels: Record<Weekday, string> = {
  sun: '日',
  mon: '月',
  tue: '火',
  wed: '水',
  thu: '木',
  fri: '金',
  sat: '土',
};

/** What is accepted, as text for comparing versions. */
export const acceptanceInWords = (accepted: Acceptance): readonly ShownField[] => [
  {
    label: 'お引き受けするお品物',
    value: productKinds
      .filter((kind) => accepted.products.includes(kind))
      .map((kind) => productLabels[kind])
      .join('、'),
  },
  {
    label: 'お品物へのひとこと',
    value: productKinds
      .filter((kind) => accepted.productNotes[kind] !== '')
      .map((kind) => `${productLabels[kind]}：${accepted.productNotes[kind]}`)
      .join('\n'),
  },
  { label: '箱の数', value: `${accepted.maxBoxes}箱まで` },
  {
    label: '買取寄付',
    value: accepted.offersBuyBack ? `受け付ける（${accepted.sellerAge}歳以上）` : '受け付けない',
  },
  { label: '団体への寄付', value: giftAgeText(accepted.giftAge) },
  { label: 'お届けできない都道府県', value: accepted.unservedPrefectures.join('、') },
  {
    label: 'お届けできない郵便番号',
    value: accepted.unservedPostalCodes.filter((code) => code !== '').join('、'),
  },
  { label: 'お届けできない方への言葉', value: accepted.unservedMessage },
  { label: 'お届け希望日', value: `${accepted.firstDay}日後から${accepted.lastDay}日後まで` },
  {
    label: '箱を発送する曜日',
    value: weekdays
      .filter((weekday) => accepted.weekdays.includes(weekday))
      .map((weekday) => weekdayLabels[weekday])
      .join('、'),
  },
  { label: '祝日', value: accepted.closesOnHolidays ? '発送しない' : '発送する' },
  {
    label: '休業日',
    value: accepted.closedDays
      .map(({ day, reason }) => `${day.replaceAll('-', '/')} ${reason}`)
      .join('\n'),
  },
  {
    label: 'お約束の日数',
    value: promisedSteps
      .map((step) => `${promisedStepLabels[step]}まで${accepted.promisedDays[step]}日`)
      .join('、'),
  },
];
