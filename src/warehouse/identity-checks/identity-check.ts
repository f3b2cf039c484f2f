import type { IdentityCheck } from '#giving/applications/application-state.ts';
import { identityCheckFromYen } from '#giving/applications/identity-limit.ts';
import { formatYen } from '#kit/values/yen.ts';

/**
 * Papers that identify a seller who is not present (古物営業法施行規則 15条3項): two different ones, at least
 * one of them an identity paper; then a non-forwardable letter must reach the address on them.
 * Change accepted papers here only.
 */
export const paperKinds = [
  'driving-licence',
  'my-number-card',
  'residence-card',
  'health-certificate',
  'disability-handbook',
  'resident-record',
  'seal-certificate',
  'utility-receipt',
  'tax-receipt',
  'insurance-receipt',
] as const;
export type PaperKind = (typeof paperKinds)[number];

export type PaperFacts = {
  label: string;
  /** True for public identity papers; others only confirm the address beside one. */
  isIdentityPaper: boolean;
  /** Whether the back may show a change of address. Never accept the back of a マイナンバーカード. */
  hasBack: boolean;
  /** Advice on photographing it. */
  note: string;
};

const recent = '6か月以内に発行されたものをお送りください。';
const currentAddress = '裏面に住所などの変更があるときは、裏面もお送りください。';
const receipt = 'お名前とご住所、日付（6か月以内）が写るようにお撮りください。';

export const paperFacts: Record<PaperKind, PaperFacts> = {
  'driving-licence': {
    label: '運転免許証・運転経歴証明書',
    isIdentityPaper: true,
    hasBack: true,
    note: currentAddress,
  },
  'my-number-card': {
    label: 'マイナンバーカード（表面だけ）',
    isIdentityPaper: true,
    hasBack: false,
    note: '裏面の個人番号は、法律によりお預かりできません。表面だけをお送りください。',
  },
  'residence-card': {
    label: '在留カード・特別永住者証明書',
    isIdentityPaper: true,
    hasBack: true,
    note: currentAddress,
  },
  'health-certificate': {
    label: '健康保険の資格確認書',
    isIdentityPaper: true,
    hasBack: true,
    note: '記号・番号・保険者番号・QRコードは、紙などで隠してお撮りください。',
  },
  'disability-handbook': {
    label: '障害者手帳',
    isIdentityPaper: true,
    hasBack: true,
    note: 'お名前、生年月日、ご住所のページをお送りください。',
  },
  'resident-record': {
    label: '住民票の写し',
    isIdentityPaper: true,
    hasBack: false,
    note: `個人番号の記載がないもので、${recent}`,
  },
  'seal-certificate': {
    label: '印鑑登録証明書',
    isIdentityPaper: true,
    hasBack: false,
    note: recent,
  },
  'utility-receipt': {
    label: '公共料金の領収証書（電気・ガス・水道・固定電話）',
    isIdentityPaper: false,
    hasBack: false,
    note: receipt,
  },
  'tax-receipt': {
    label: '税金の領収証書・納税証明書',
    isIdentityPaper: false,
    hasBack: false,
    note: receipt,
  },
  'insurance-receipt': {
    label: '社会保険料の領収証書',
    isIdentityPaper: false,
    hasBack: false,
    note: receipt,
  },
};

/** Required papers, each with one or two files (front and back). */
export const papersAsked = 2;
export const maxPaperFiles = 2 * papersAsked;

export const sameKindMessage = '1点目とは違う種類の書類を選んでください。';

/** Labels of the states of a check for its donor. */
export const identityLabels: Record<IdentityCheck, string> = {
  'not-needed': '必要ありません',
  due: '未提出',
  submitted: '確認中',
  approved: '確認済み',
  rejected: '差し戻し',
};

/** Messages of an application on hold, by state of its check. */
export const onHoldMessages: Partial<Record<IdentityCheck, string>> = {
  submitted:
    '本人確認の書類をお預かりしました。ただいま確認していますので、寄付まで少しお待ちください。',
  rejected: '本人確認の書類を確認できませんでした。お手数ですが、もう一度お送りください。',
};

/** Events of the check on the timeline of an appraised application. */
export const paperEvents = {
  sent: { label: '本人確認の書類の提出', message: '本人確認の書類をお預かりしました。' },
  returned: { label: '本人確認の書類の差し戻し' },
} as const;

export const whyIdentity = `中古品の買取が合計${formatYen(identityCheckFromYen)}円以上になると、売り主がご本人であることを確かめるよう、古物営業法で定められています。`;
