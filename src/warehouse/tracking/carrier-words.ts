/**
 * States of a parcel: under way, delivered, on its way back; or under inquiry, lost, damaged, which
 * need attention.
 */
export const parcelStates = [
  'sent',
  'delivered',
  'returned',
  'inquiry',
  'lost',
  'damaged',
] as const;
export type ParcelState = (typeof parcelStates)[number];

export const parcelStateLabels: Record<ParcelState, string> = {
  sent: '発送済み',
  delivered: '配達済み',
  returned: '戻ってきた',
  inquiry: '調査中',
  lost: '紛失',
  damaged: '破損',
};

/** States in words for the donor. */
export const parcelWords: Record<ParcelState, string> = {
  sent: 'お届けに向かっています',
  delivered: 'お届け済みです',
  returned: 'お届けできず、こちらに戻っています',
  inquiry: '運送会社で調べています',
  lost: '運送会社で見つからなくなっています',
  damaged: '運送の途中で傷みました',
};

/** States that need attention. */
export const troubleStates = ['inquiry', 'lost', 'damaged'] as const satisfies ParcelState[];
export type TroubleState = (typeof troubleStates)[number];
export const isTrouble = (state: string): state is TroubleState =>
  (troubleStates as readonly string[]).includes(state);

const plain = (text: string) => text.normalize('NFKC').replace(/[\s。、・]/g, '');

/** Negations and plans say nothing about the state. */
const notHappened = /未(?:配|完|着)|予定|できず|できません|不可|不能|なし$|依頼(?!主)|希望|申込/;

/** Words for trouble that is ruled out or over. */
const ruledOut = /なし|ありません|発見|見つか|解除/;

/** Checked in order: 「調査の結果、紛失」 is lost, 「破損のため返送」 is damaged. */
const statePatterns: readonly (readonly [RegExp, ParcelState])[] = [
  [/紛失|亡失|遺失|滅失|行方不明|荷物不明/, 'lost'],
  [/破損|汚損|毀損|濡損|水濡|全損|中身漏/, 'damaged'],
  [/調査|捜索|捜査|荷物事故|貨物事故/, 'inquiry'],
  [/返送|返品|返却|返戻|受取拒否|受取辞退|受取拒絶|差出人に戻/, 'returned'],
  [
    /配達完了|配達済|配完|お届け済|お届け完了|受取済|受取完了|受領済|投函完了|投函済|引渡済|引渡完了|お渡し済/,
    'delivered',
  ],
];

/** Words for a parcel under way; after 持戻 (nobody at home) it is delivered another day. */
const underWay = new Set(
  [
    '荷物受付 受付 受付済 引受 集荷 集荷済 集荷完了 登録済 出荷 出荷済 出荷済み 発送 発送済 発送済み',
    '作業店通過 中継 中継センター 中継店通過 通過 輸送中 配送中 移動中 到着 配達店到着 営業所到着 着店到着 到着済',
    '配達準備中 配達中 持出 持出中 持出し中 持ち出し中 配達持出中 お届け中',
    '持戻 持戻り 持ち戻り 持戻り保管 不在 ご不在 不在持戻 不在持戻り ご不在のため持ち戻り 不在通知',
    '保管 保管中 営業所保管 営業所保管中 お預かり お預かり中 店頭保管中 再配達受付 再配達中 転送 転送中',
    '配達日指定 日時指定 配達日時指定 お届け日指定 配達日調整中 休業 休業日 休業中',
  ].flatMap((line) => line.split(' ')),
);

/** A state word without its bracketed reason. */
const withoutBrackets = (words: string) => (words.split('(')[0] ?? '').replace(/中です$/, '中');

/**
 * The state meant by a carrier's word; undefined for an unknown one, which a person has to judge.
 * An empty one means under way.
 */
export function parcelStateOf(text: string): ParcelState | undefined {
  const words = plain(text.slice(0, 200));
  if (words === '') return 'sent';
  const found = statePatterns.find(([pattern]) => pattern.test(words));
  const denied = found && isTrouble(found[1]) ? ruledOut : notHappened;
  if (found && !denied.test(words)) return found[1];
  if (underWay.has(withoutBrackets(words))) return 'sent';
  return undefined;
}
