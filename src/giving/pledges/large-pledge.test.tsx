import { expect, test } from 'vitest';
import { renderedHtml } from '#test/rendered.ts';
import { LargePledge } from './large-pledge.tsx';
import type { Pledge } from './pledge.ts';

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

test('the picture on the top page is asked for at once, behind what is in view, in a frame of its size', () => {
  const html = renderedHtml(<LargePledge pledge={pledge} />);
  const [picture, ...more] = html.match(/<img [^>]*>/g) ?? [];
  expect(more).toEqual([]);
  expect(picture).toMatch(/loading="eager"/);
  expect(picture).toMatch(/fetchPriority="low"/i);
  expect(picture).toMatch(/width="\d+" height="\d+"/);
  // A preload hint would make it compete with the content in view.
  expect(html).not.toContain('rel="preload"');
});

test('without any pledge there is nothing, without a picture a drawn letter', () => {
  expect(renderedHtml(<LargePledge pledge={undefined} />)).not.toContain('#mypledge');
  const html = renderedHtml(<LargePledge pledge={{ ...pledge, items: [] }} />);
  expect(html).toContain('#love-letter');
  expect(html).not.toContain('<img');
});
