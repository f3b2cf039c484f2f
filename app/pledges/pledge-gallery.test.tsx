import { expect, test } from 'vitest';
import type { Pledge } from '#domain/pledges/pledge.ts';
import { renderedHtml } from '#test/rendered.ts';
import { PledgeGallery } from './pledge-gallery.tsx';

const item = {
  id: 'i',
  image: '/images/coat',
  width: 4,
  height: 3,
  widths: [480],
  name: '',
  comment: '',
};
const pledge: Pledge = {
  id: 'p',
  appraisalId: 'TS-0001',
  pledgedAt: '20261103090000000',
  text: '思い出の服です。',
  author: { uid: 'hanako', name: 'はなこ', image: '/images/face' },
  donation: { associateId: 'ao', socialChallengeId: '', associateName: '会', amount: null },
  items: [item],
  reply: '',
};

test('the pictures on the top page are asked for at once, behind what is in view, in frames of their size', () => {
  const html = renderedHtml(<PledgeGallery pledges={[pledge, { ...pledge, id: 'q' }]} />);
  const pictures = html.match(/<img [^>]*>/g) ?? [];
  expect(pictures).toHaveLength(4);
  for (const picture of pictures) {
    expect(picture).toMatch(/loading="eager"/);
    expect(picture).toMatch(/fetchPriority="low"/i);
    expect(picture).toMatch(/width="\d+" height="\d+"/);
  }
  // A hint in the head would let them compete with what is in view.
  expect(html).not.toContain('rel="preload"');
});
