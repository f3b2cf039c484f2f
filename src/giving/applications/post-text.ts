import type { ApplicationDraft } from './application.ts';
import { type ProductKind, productLabels } from './goods.ts';

/** What a donor can share: an application, or a pledge that they published. */
export type PostKind = 'donation' | 'mypledge';
type Frequency = ApplicationDraft['frequency'];

const texts: Record<PostKind, Record<Frequency, string>> = {
  donation: {
    once: 'たすきで、{product}の寄付を申し込みました。使わなくなったものが、誰かの力になります。',
    recurring: '半年ごとの寄付を、たすきで。今回は、{product}の寄付を申し込みました。',
  },
  mypledge: {
    once: 'たすきで{product}を寄付して、その思いを #mypledge に書きました。',
    recurring: '半年ごとの寄付を、たすきで。{product}に込めた思いを #mypledge に書きました。',
  },
};

const maxNamedKinds = 3;

/** Text of a post on another site: names the kinds of goods and nothing that identifies the donor. */
export function postText(
  kind: PostKind,
  frequency: Frequency,
  products: readonly ProductKind[],
): string {
  return texts[kind][frequency].replace('{product}', () => productText(products));
}

function productText(products: readonly ProductKind[]): string {
  const named = products.filter((kind) => kind !== 'other').map((kind) => productLabels[kind]);
  if (named.length === 0) return 'お品物';
  const hasMore = named.length > maxNamedKinds || products.includes('other');
  return named.slice(0, maxNamedKinds).join('、') + (hasMore ? 'など' : '');
}
