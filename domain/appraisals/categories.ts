import type { ProductKind } from '#domain/applications/goods.ts';

type CategoryFacts = {
  label: string;
  /** What the donor's form calls such goods. */
  product: ProductKind;
  /**
   * Recorded in the dealer's ledger whatever the sum: 古物営業法施行規則16条 excepts these from the exemption of
   * dealings below ¥10,000.
   */
  isAlwaysRecorded?: true;
};

/** What an appraised item can be, in the order in which the table offers it. */
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

/** The name of a stored category; what is stored where the table does not know it. */
export const categoryLabel = (key: string): string =>
  isCategory(key) ? itemCategories[key].label : key;

const plain = (words: string): string => words.normalize('NFKC').trim().toLowerCase();
const byWords = new Map(
  itemCategoryKeys.flatMap((key) => [
    [plain(key), key],
    [plain(itemCategories[key].label), key],
  ]),
);

/** The category that a file means by its words, in whatever width and case; words of its own stay as they are. */
export const categoryOf = (written: string): string => byWords.get(plain(written)) ?? written;

/** Whether such goods stand in the dealer's ledger however small the sum. */
export const isAlwaysRecorded = (key: string): boolean =>
  isCategory(key) && 'isAlwaysRecorded' in itemCategories[key];

/** Brands that are offered before a shop has appraised any of its own. */
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
