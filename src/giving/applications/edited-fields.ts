import type { ApplicationState } from './application-state.ts';
import { type DeliverySlot, deliveryDateLabel, deliverySlotLabels } from './delivery.ts';
import { type ProductKind, productLabels } from './goods.ts';

/**
 * Groups of fields that are edited together: contact and address, goods and recipient, delivery of
 * the kit, the seller's legal data.
 */
export type EditPart = 'applicant' | 'goods' | 'delivery' | 'seller';

const contactOnly = ['applicant'] as const;
const untilAppraised = ['applicant', 'goods', 'seller'] as const;

/**
 * Parts that can be edited in each state: the wished day until the kit leaves, goods and recipient
 * until the appraisal, a seller's birth date and occupation until they are checked against the
 * papers, contact data always (docs/product.md, Editing an application).
 */
export const editablePartsOf: Record<ApplicationState, readonly EditPart[]> = {
  applied: ['applicant', 'goods', 'delivery', 'seller'],
  'kit-sent': untilAppraised,
  'goods-received': untilAppraised,
  appraised: ['applicant', 'seller'],
  donated: contactOnly,
  remitted: contactOnly,
  thanked: contactOnly,
  cancelled: contactOnly,
  returned: contactOnly,
  unpriced: contactOnly,
};

export type EditedValue = string | number | boolean | readonly string[] | null;
export type Changes = Readonly<Record<string, readonly [EditedValue, EditedValue]>>;

type Field = {
  label: string;
  /** Name in mails; the fields of a part share one. */
  mail: string;
  /** Personal data: a mail says that it changed, not the values, since the person who asked may be a stranger. */
  isPersonal?: true;
  words?: (value: EditedValue) => string;
};

const text = (value: EditedValue) => String(value ?? '');
const person = (label: string, mail: string): Field => ({ label, mail, isPersonal: true });

/** Fields that an edit changes, in the order of the form; recipient ids are shown as `targetName`. */
const fields: Readonly<Record<string, Field>> = {
  targetName: { label: '寄付先', mail: '寄付先' },
  kind: {
    label: '寄付の方法',
    mail: '寄付の方法',
    words: (kind) => (kind === 'fund' ? '買取して基金へ' : '団体へのご寄付'),
  },
  products: {
    label: 'お品物',
    mail: 'お品物',
    words: (kinds) =>
      ((kinds ?? []) as ProductKind[]).map((kind) => productLabels[kind] ?? kind).join('、'),
  },
  boxes: { label: '箱の数', mail: '箱の数', words: (count) => `${text(count)}箱` },
  frequency: {
    label: '回数',
    mail: 'お申し込みの回数',
    words: (value) => (value === 'recurring' ? '半年ごとにご案内' : '1回'),
  },
  needReceipt: {
    label: '受領証明書',
    mail: '受領証明書のご希望',
    words: (value) => (value ? '希望する' : '希望しない'),
  },
  lastName: person('姓', 'お名前'),
  firstName: person('名', 'お名前'),
  lastNameKana: person('姓（ふりがな）', 'お名前'),
  firstNameKana: person('名（ふりがな）', 'お名前'),
  email: person('メール', 'メールアドレス'),
  tel: person('電話番号', '電話番号'),
  birth: person('生年月日', '生年月日'),
  occupation: person('ご職業', 'ご職業'),
  zipcode: person('郵便番号', 'ご住所'),
  prefecture: person('都道府県', 'ご住所'),
  line1: person('市区町村・町名', 'ご住所'),
  line2: person('番地', 'ご住所'),
  building: person('建物名・部屋番号', 'ご住所'),
  needsKit: {
    label: '箱',
    mail: '箱のお届け',
    words: (value) => (value ? '箱をお届けする' : 'ご自分の箱で送る'),
  },
  deliveryDate: {
    label: 'お届け希望日',
    mail: 'お届け希望日',
    words: (day) => deliveryDateLabel(text(day)),
  },
  deliverySlot: {
    label: 'お届け時間帯',
    mail: 'お届け時間帯',
    words: (slot) => deliverySlotLabels[text(slot) as DeliverySlot],
  },
};

const changedFields = (changes: Changes) =>
  Object.entries(fields).flatMap(([name, field]) => {
    const pair = changes[name];
    return pair ? [{ field, pair }] : [];
  });

/** Changed fields with their values before and after, as the history shows them. */
export const changeLines = (changes: Changes) =>
  changedFields(changes).map(({ field: { label, words = text }, pair: [before, after] }) => ({
    label,
    before: words(before),
    after: words(after),
  }));

/** Short names of the changed fields: お名前、箱の数. */
export const changedLabels = (changes: Changes): string[] => [
  ...new Set(changedFields(changes).map(({ field }) => field.mail)),
];

/** Changes as a mail shows them, without the values of personal data. */
export function mailedChanges(changes: Changes): [label: string, words: string][] {
  const lines = changedFields(changes).map(
    ({ field: { mail, isPersonal, words = text }, pair: [before, after] }) =>
      [mail, isPersonal ? '変更しました' : `${words(before)} → ${words(after)}`] as const,
  );
  return [...new Map(lines)];
}

/** Whether the donor is mailed whatever the operator chose: the address or the recipient changed. */
export const mustNotifyDonor = (changes: Changes): boolean =>
  'email' in changes || 'targetName' in changes;
