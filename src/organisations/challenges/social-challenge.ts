/** The 18 social challenges, in the order of all lists. */
export const socialChallengeIds = [
  'international',
  'child',
  'child-education',
  'disabilities',
  'employment',
  'human-rights',
  'woman',
  'local-community',
  'local-industry',
  'social-education',
  'health',
  'environment',
  'animal',
  'culture',
  'economic-development',
  'disaster',
  'non-profits-development',
  'others',
] as const;

export type SocialChallengeId = (typeof socialChallengeIds)[number];

/** A colour family of the design tokens. */
export type Tint = 'sky' | 'honey' | 'coral' | 'leaf' | 'sand' | 'plum';

/** The name and picture of a challenge; `emblem` names a picture of fluent-emoji-flat. */
export const socialChallenges = {
  international: { label: '国際協力', emblem: 'globe-showing-asia-australia', tint: 'sky' },
  child: { label: '子ども', emblem: 'teddy-bear', tint: 'honey' },
  'child-education': { label: '子どもの教育', emblem: 'books', tint: 'coral' },
  disabilities: { label: '障がい者支援', emblem: 'person-in-manual-wheelchair', tint: 'leaf' },
  employment: { label: '就労支援', emblem: 'briefcase', tint: 'sand' },
  'human-rights': { label: '人権', emblem: 'balance-scale', tint: 'sky' },
  woman: { label: '女性', emblem: 'bouquet', tint: 'coral' },
  'local-community': { label: '地域コミュニティ', emblem: 'houses', tint: 'leaf' },
  'local-industry': { label: '地域産業', emblem: 'sheaf-of-rice', tint: 'honey' },
  'social-education': { label: '社会教育', emblem: 'graduation-cap', tint: 'sky' },
  health: { label: '保健・医療', emblem: 'stethoscope', tint: 'coral' },
  environment: { label: '環境', emblem: 'deciduous-tree', tint: 'leaf' },
  animal: { label: '動物', emblem: 'cat-face', tint: 'honey' },
  culture: { label: '文化・芸術', emblem: 'performing-arts', tint: 'plum' },
  'economic-development': { label: '経済活性', emblem: 'chart-increasing', tint: 'sky' },
  disaster: { label: '災害支援', emblem: 'tent', tint: 'coral' },
  'non-profits-development': { label: 'NPO支援', emblem: 'handshake', tint: 'sand' },
  others: { label: 'その他', emblem: 'rainbow', tint: 'leaf' },
} as const satisfies Record<SocialChallengeId, { label: string; emblem: string; tint: Tint }>;
