import * as z from 'zod/mini';
import { formatYen } from '#kit/values/yen.ts';
import { destinationOf, destinations, destinationWords } from './destinations.ts';

/** Explanation for the donor of goods that brought nothing: reasons, destinations, hints for next time. */
export const NothingGained = z.object({
  reasons: z.array(z.string()),
  goods: z.array(z.string()),
  /** What became of each thing, for mails; the first ones of a long list. */
  things: z.array(z.string()),
  hints: z.array(z.string()),
});
export type NothingGained = z.infer<typeof NothingGained>;

type Piece = { name: string; quantity: number; destination: string; reason: string };

const maxReasons = 3;
const maxThings = 10;

/** Summarises the items of a result that brought nothing; without a list of items, in general terms. */
export function nothingGained(items: readonly Piece[]): NothingGained {
  const reasons = countBy(items, ({ reason }) => plainReason(reason)).slice(0, maxReasons);
  const goods = countBy(items, ({ destination }) => destinationOf(destination) ?? destination);
  const hints = hintTable.filter(({ about }) => reasons.some(([reason]) => about.test(reason)));
  return {
    reasons:
      reasons.length > 0
        ? reasons.map(([reason, count]) => `${reason}（${formatYen(count)}点）`)
        : ['査定した日の相場では、販売できる金額に届きませんでした。'],
    goods: goods.map(([where, count]) => `${formatYen(count)}点${whereWords(where)}。`),
    things: thingsOf(items),
    hints: (hints.length > 0 ? hints : usualHints).map(({ words }) => words),
  };
}

function thingsOf(items: readonly Piece[]): string[] {
  const told = items.filter(({ destination }) => destination !== '');
  const things = told
    .slice(0, maxThings)
    .map(({ name, destination }) => `${name}：${destinationWords(destination)}`);
  const more = told.length - things.length;
  return more > 0
    ? [...things, `ほか${formatYen(more)}件は、次のページでご覧いただけます`]
    : things;
}

const whereWords = (where: string) => {
  const known = destinationOf(where);
  return known === undefined ? `の行き先：${where}` : destinations[known].after;
};

/** The first sentence: the rest is about returning or discarding, which `goods` covers. */
const plainReason = (reason: string) => reason.split('。')[0]?.trim() ?? '';

function countBy(items: readonly Piece[], keyOf: (item: Piece) => string): [string, number][] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== '') counts.set(key, (counts.get(key) ?? 0) + item.quantity);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

const hintTable = [
  {
    about: /汚れ|しみ|シミ|傷|毛玉|黄ばみ|におい/,
    words: 'お送りになる前に、お洗濯をして、えり・そで・わきの汚れや毛玉をお確かめください。',
  },
  {
    about: /動作|故障|壊/,
    words: '電池で動くものは、動くことをお確かめのうえお送りください。',
  },
  {
    about: /季節|流行|古い/,
    words: 'これからの季節にお使いいただけるものは、お求めになる方が見つかりやすくなります。',
  },
  {
    about: /求め|需要|少ない/,
    words: 'お買い求めから5年以内のものや、ブランドのわかるものは、値段がつきやすくなります。',
  },
  {
    about: /付属|片方|不足|欠け/,
    words: 'ひも・箱・保証書など、そろいのものは一緒にお入れください。',
  },
  {
    about: /引き受け|対象外/,
    words: 'お引き受けできるお品物は、お申し込みのページでご覧いただけます。',
  },
] as const;
const usualHints = [hintTable[0], hintTable[2], hintTable[3]];
