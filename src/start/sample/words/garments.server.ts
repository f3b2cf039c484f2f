/** A piece of clothing drawn on a field of 400 × 300, in two colours, with matching words. */
export type Garment = {
  kind: string;
  draw: (cloth: string, trim: string) => string;
  names: readonly string[];
  comments: readonly string[];
};

const line = 'stroke="#3A2E28" stroke-width="5" stroke-linejoin="round" stroke-linecap="round"';
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}" ${line}/>`;
const thread = (d: string) =>
  `<path d="${d}" fill="none" stroke="#3A2E28" stroke-width="3.5" stroke-linecap="round" stroke-dasharray="9 8"/>`;
const dot = (x: number, y: number, fill: string, radius = 7) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="#3A2E28" stroke-width="4"/>`;

export const garments: readonly Garment[] = [
  {
    kind: 'dress',
    draw: (cloth, trim) =>
      shape(
        'M165 50 L185 66 H215 L235 50 L248 96 L228 132 L282 262 H118 L172 132 L152 96 Z',
        cloth,
      ) +
      shape('M172 126 H228 V146 H172 Z', trim) +
      thread('M128 244 H272'),
    names: ['ワンピース', '花柄のワンピース', 'よそゆきのワンピース'],
    comments: [
      '姉の結婚式で着ました。',
      '裾の広がりがお気に入りでした。',
      '夏の思い出が詰まっています。',
    ],
  },
  {
    kind: 'shirt',
    draw: (cloth, trim) =>
      shape(
        'M150 54 L180 44 L200 64 L220 44 L250 54 L300 112 L268 140 L252 122 V258 H148 V122 L132 140 L100 112 Z',
        cloth,
      ) +
      shape('M180 44 L200 64 L220 44 L230 76 L200 92 L170 76 Z', trim) +
      thread('M200 96 V250') +
      dot(200, 130, trim) +
      dot(200, 176, trim) +
      dot(200, 222, trim),
    names: ['綿のシャツ', '縞のシャツ', '仕事用のシャツ'],
    comments: [
      '襟がまだきれいです。',
      '毎週アイロンをかけていました。',
      'はじめての出勤日に着た一枚です。',
    ],
  },
  {
    kind: 'coat',
    draw: (cloth, trim) =>
      shape(
        'M148 46 L252 46 L312 190 L278 206 L258 140 L268 270 H132 L142 140 L122 206 L88 190 Z',
        cloth,
      ) +
      shape('M168 46 L200 130 L232 46 L246 84 L206 160 H194 L154 84 Z', trim) +
      thread('M200 164 V264') +
      dot(222, 186, trim) +
      dot(222, 226, trim),
    names: ['ウールのコート', '冬のコート', 'ダッフルコート'],
    comments: [
      '十年の冬を一緒に越えました。',
      '軽くて暖かい一着です。',
      'サイズが合わなくなりました。',
    ],
  },
  {
    kind: 'sweater',
    draw: (cloth, trim) =>
      shape(
        'M160 66 H240 L292 104 L304 226 L268 232 L254 150 V252 H146 V150 L132 232 L96 226 L108 104 Z',
        cloth,
      ) +
      shape('M166 60 Q200 88 234 60 L240 74 Q200 106 160 74 Z', trim) +
      thread('M150 132 H250') +
      thread('M150 166 H250') +
      thread('M150 200 H250') +
      shape('M146 236 H254 V254 H146 Z', trim),
    names: ['手編みのセーター', '毛糸のセーター', '丸首のセーター'],
    comments: [
      '祖母が編んでくれたものです。',
      'ふわふわのまま保管していました。',
      '袖口をつくろって着ていました。',
    ],
  },
  {
    kind: 'skirt',
    draw: (cloth, trim) =>
      shape('M152 86 H248 L290 250 H110 Z', cloth) +
      shape('M148 66 H252 V92 H148 Z', trim) +
      thread('M176 100 L152 244') +
      thread('M200 100 V244') +
      thread('M224 100 L248 244'),
    names: ['ひだスカート', '長めのスカート', '秋色のスカート'],
    comments: [
      'くるりと回るのが好きでした。',
      'クリーニングに出してあります。',
      '色違いで二枚持っていました。',
    ],
  },
  {
    kind: 'bag',
    draw: (cloth, trim) =>
      `<path d="M150 132 V96 Q150 52 200 52 Q250 52 250 96 V132" fill="none" ${line}/>` +
      shape('M110 126 H290 L306 254 H94 Z', cloth) +
      shape('M104 172 H296 L300 204 H100 Z', trim) +
      dot(200, 188, '#FFF9F1', 11) +
      thread('M104 242 H296'),
    names: ['革のバッグ', '手提げかばん', '通勤のバッグ'],
    comments: [
      '毎日一緒に通勤しました。',
      '角を磨いてからお送りしました。',
      '旅先で見つけたバッグです。',
    ],
  },
  {
    kind: 'shoes',
    draw: (cloth, trim) =>
      shape('M78 196 Q84 132 128 132 L146 158 L196 178 Q212 186 208 214 H78 Z', cloth) +
      shape('M74 214 H212 V234 H74 Z', trim) +
      shape('M218 164 Q224 100 268 100 L286 126 L336 146 Q352 154 348 182 H218 Z', cloth) +
      shape('M214 182 H352 V202 H214 Z', trim) +
      thread('M132 152 L160 174') +
      thread('M272 120 L300 142'),
    names: ['スニーカー', '子どもの運動靴', '散歩の靴'],
    comments: [
      'ほとんど履かないうちに大きくなりました。',
      'たくさん歩いた靴です。',
      'ひもを新しくしました。',
    ],
  },
  {
    kind: 'hat',
    draw: (cloth, trim) =>
      `<ellipse cx="200" cy="206" rx="138" ry="34" fill="${cloth}" ${line}/>` +
      shape('M128 200 Q130 84 200 84 Q270 84 272 200 Q200 222 128 200 Z', cloth) +
      shape('M127 176 Q200 202 273 176 L272 202 Q200 224 128 202 Z', trim) +
      dot(268, 188, '#FFF9F1', 10),
    names: ['麦わら帽子', 'フェルトの帽子', 'つば広の帽子'],
    comments: [
      '海に行くときの相棒でした。',
      '箱に入れて大切にしていました。',
      '形をととのえてあります。',
    ],
  },
];

/** Ground, cloth and trim, all from the site's own colours. */
export const palettes = [
  { ground: '#FDE7DF', pattern: '#F7CFC1', cloth: '#C8452E', trim: '#F5B83D' },
  { ground: '#E0F2EA', pattern: '#C4E3D6', cloth: '#1F7A5C', trim: '#FFF2D0' },
  { ground: '#FFF2D0', pattern: '#F9DF9F', cloth: '#2F6DA8', trim: '#FFF9F1' },
] as const;
