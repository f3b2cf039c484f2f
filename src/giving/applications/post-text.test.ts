import { expect, test } from 'vitest';
import { postText } from './post-text.ts';

test('a post names the kinds of goods, three at most, and how often', () => {
  expect(postText('donation', 'once', ['clothes', 'bags'])).toBe(
    'たすきで、洋服、バッグの寄付を申し込みました。使わなくなったものが、誰かの力になります。',
  );
  expect(postText('donation', 'recurring', ['clothes', 'bags', 'shoes', 'watches'])).toBe(
    '半年ごとの寄付を、たすきで。今回は、洋服、バッグ、靴などの寄付を申し込みました。',
  );
  expect(postText('mypledge', 'once', ['watches', 'other'])).toBe(
    'たすきで腕時計などを寄付して、その思いを #mypledge に書きました。',
  );
  expect(postText('mypledge', 'recurring', ['other'])).toBe(
    '半年ごとの寄付を、たすきで。お品物に込めた思いを #mypledge に書きました。',
  );
});
