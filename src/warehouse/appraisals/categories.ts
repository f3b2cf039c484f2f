import type { ProductKind } from '#giving/applications/goods.ts';

type CategoryFacts = {
  label: string;
  /** Kind on the donor's form. */
  product: ProductKind;
  /**
   * Recorded in the dealer's ledger whatever the sum: article 16 of the Enforcement Regulations of
   * the Secondhand Articles Dealer Act (古物営業法施行規則16条) excludes these from the exemption below
   * ¥10,000.
   */
  isAlwaysRecorded?: true;
};

/** Categories of appraised items, in the order of the table's options. */
export const itemCategories = {
  tops: { label: 'トップス', product: 'clothes' },
  bottoms: { label: 'ボトムス', product: 'clothes' },
  outerwear: { label: 'アウター', product: 'clothes' },
  dresses: { label: 'ワンピース', product: 'clothes' },
  suits: { label: 'スーツ', product: 'clothes' },
  sportswear: { label: 'スポーツウェア', product: 'clothes' },
  kids: { label: '子ども服', product: 'clothes' },
  kimono: { label: '着物・和装', product: 'clothes' },
  'other-clothes': { label: 'ほかの衣類', product: 'clothes' },
  bags: { label: 'バッグ', product: 'bags' },
  wallets: { label: '財布・小物', product: 'accessories' },
  shoes: { label: '靴', product: 'shoes' },
  accessories: { label: 'アクセサリー', product: 'accessories' },
  watches: { label: '腕時計', product: 'watches' },
  jewelry: { label: 'ジュエリー', product: 'jewelry' },
  gold: { label: '金・貴金属', product: 'gold' },
  games: { label: 'ゲーム', product: 'other', isAlwaysRecorded: true },
  discs: { label: 'CD・DVD', product: 'other', isAlwaysRecorded: true },
  books: { label: '本', product: 'other', isAlwaysRecorded: true },
  motorcycles: { label: 'バイク・部品', product: 'other', isAlwaysRecorded: true },
  'outdoor-units': { label: 'エアコン室外機', product: 'other', isAlwaysRecorded: true },
  'heat-pumps': { label: 'ヒートポンプ', product: 'other', isAlwaysRecorded: true },
  wires: { label: '電線', product: 'other', isAlwaysRecorded: true },
  gratings: { label: '金属のふた', product: 'other', isAlwaysRecorded: true },
  other: { label: 'そのほか', product: 'other' },
} as const satisfies Record<string, CategoryFacts>;
export type ItemCategory = keyof typeof itemCategories;

export const itemCategoryKeys = Object.keys(itemCategories) as ItemCategory[];

const isCategory = (key: string): key is ItemCategory => Object.hasOwn(itemCategories, key);

/** Label of a stored category; an unknown one is shown as stored. */
export const categoryLabel = (key: string): string =>
  isCategory(key) ? itemCategories[key].label : key;

const plain = (words: string): string => words.normalize('NFKC').trim().toLowerCase();
const byWords = new Map(
  itemCategoryKeys.flatMap((key) => [
    [plain(key), key],
    [plain(itemCategories[key].label), key],
  ]),
);

/** Category for the words in a file, in any width and case; unknown words are kept. */
export const categoryOf = (written: string): string => byWords.get(plain(written)) ?? written;

/** Whether such goods are recorded in the dealer's ledger whatever the sum. */
export const isAlwaysRecorded = (key: string): boolean =>
  isCategory(key) && 'isAlwaysRecorded' in itemCategories[key];

/** Suggested brands until the shop has appraised some of its own. */
export const commonBrands: Readonly<Partial<Record<ItemCategory, readonly string[]>>> = {
  tops: ['ユニクロ', '無印良品', 'GU', 'ラルフ ローレン', 'ビームス'],
  bottoms: ['ユニクロ', 'GU', 'リーバイス', '無印良品', 'ザラ'],
  outerwear: ['ユニクロ', 'ザ・ノース・フェイス', 'モンクレール', 'バーバリー', 'モンベル'],
  dresses: ['ザラ', 'ビームス', 'イエナ', 'トゥモローランド'],
  suits: ['青山', 'AOKI', 'ポール・スミス', 'バーバリー'],
  sportswear: ['ナイキ', 'アディダス', 'ミズノ', 'アシックス'],
  kids: ['ミキハウス', '西松屋', 'ファミリア', 'ユニクロ'],
  bags: ['コーチ', 'ルイ・ヴィトン', 'グッチ', 'プラダ', 'ケイト・スペード'],
  wallets: ['コーチ', 'ルイ・ヴィトン', 'グッチ', 'ポーター'],
  shoes: ['ナイキ', 'アディダス', 'ニューバランス', 'リーガル', 'コンバース'],
  accessories: ['スワロフスキー', 'ティファニー', '4℃'],
  watches: ['セイコー', 'カシオ', 'シチズン', 'オメガ', 'ロレックス'],
  jewelry: ['ティファニー', 'カルティエ', 'ミキモト', '4℃'],
  games: ['任天堂', 'ソニー'],
};
