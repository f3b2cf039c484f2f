import type { ParcelCarrier } from './parcel.ts';

export const answerLayouts = ['b2cloud', 'e-hiden3', 'headings'] as const;
export type AnswerLayout = (typeof answerLayouts)[number];

export const answerLayoutLabels: Record<AnswerLayout, string> = {
  b2cloud: 'ヤマト B2クラウド',
  'e-hiden3': '佐川 e飛伝III',
  headings: '見出しから読み取った列',
};

/** Column indexes in a carrier's file, from 0: box, slip number, state. */
export type AnswerColumns = {
  layout: AnswerLayout;
  hasHeader: boolean;
  box: number;
  slip: number;
  state: number | undefined;
  carrier: number | undefined;
};

/**
 * Possible headings; the first one present wins, so a column of box numbers precedes one of
 * application numbers.
 */
const headings = {
  box: [
    'お客様管理番号',
    'お客様管理No.',
    'お客様側管理番号',
    '箱のコード',
    '箱の番号',
    '申込番号',
  ],
  slip: [
    '送り状番号',
    '伝票番号',
    'お問い合せ送り状No.',
    'お問い合わせ送り状No.',
    'お問い合せ送り状番号',
    'お問い合わせ番号',
  ],
  state: [
    '状態',
    '配達状況',
    '配送状況',
    'お届け状況',
    '荷物状況',
    '貨物状況',
    'お荷物の状況',
    '最新状況',
    'ステータス',
  ],
  carrier: ['運送会社', '配送業者'],
};

/** The carriers' own files, recognised by their width (docs/decisions/0020). */
const layouts = [
  { layout: 'b2cloud', width: 95, box: 0, slip: 3 },
  { layout: 'e-hiden3', width: 74, box: 9, slip: 61 },
] as const;

const plain = (text: string) => text.normalize('NFKC').replace(/\s/g, '');

/**
 * Finds the columns by the headings in the first row or, without headings, by the width of a
 * carrier's own file. Undefined if box or slip number is missing.
 */
export function findAnswerColumns(first: readonly string[]): AnswerColumns | undefined {
  const cells = first.map(plain);
  const at = (names: readonly string[]) => {
    const found = names.map((name) => cells.indexOf(plain(name)));
    return found.find((index) => index >= 0);
  };
  const [box, slip] = [at(headings.box), at(headings.slip)];
  const own = layouts.find(({ width }) => width === first.length);
  if (box !== undefined && slip !== undefined) {
    const layout = own && own.box === box && own.slip === slip ? own.layout : 'headings';
    const [state, carrier] = [at(headings.state), at(headings.carrier)];
    return { layout, hasHeader: true, box, slip, state, carrier };
  }
  return own && box === undefined && slip === undefined
    ? { ...own, hasHeader: false, state: undefined, carrier: undefined }
    : undefined;
}

/** Carrier named by a file or row: 'other' for an unknown name, undefined without one. */
export function carrierOf(layout: AnswerLayout, name: string): ParcelCarrier | undefined {
  const words = plain(name);
  if (layout === 'b2cloud' || /ヤマト|クロネコ|yamato/i.test(words)) return 'yamato';
  if (layout === 'e-hiden3' || /佐川|sagawa/i.test(words)) return 'sagawa';
  return words === '' ? undefined : 'other';
}
