import { expect, test } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';
import { giverConsentText, giverConsentVersion } from './giver-consent.ts';
import { GiverConsentsCard } from './giver-consents-card.tsx';

const path = '/api/users/giver-consents';
const ao = { associateId: 'ao', associateName: 'あおぞらの会', isAgreed: false };
const noop = () => undefined;

async function opened(own: readonly object[]) {
  const tab = openTab();
  const server = apiServer({ [`GET ${path}`]: own });
  await signIn(server);
  const page = open(<GiverConsentsCard />, {}, tab);
  await page.do(noop);
  return { server, page };
}

test('a consent is sent with the text that was shown, and stays as it was if nobody answers', async () => {
  const { server, page } = await opened([ao]);
  const label = `${ao.associateName}${giverConsentText}`;
  expect(page.isTicked(label)).toBe(false);
  await page.tick(label);
  expect(server.sent).toEqual([
    {
      to: `PUT ${path}`,
      body: { associateId: 'ao', isAgreed: true, textVersion: giverConsentVersion },
    },
  ]);
  await server.answer([{ ...ao, isAgreed: true }]);
  expect(page.isTicked(label)).toBe(true);
  expect(page.toast).toBe('寄附者名簿への記載のご希望を保存しました。');
  await page.tick(label);
  await server.lose();
  expect(page.isTicked(label)).toBe(true);
  expect(page.text).toContain('通信できませんでした。');
});

test('who gave to no such organisation is not asked', async () => {
  const { page } = await opened([]);
  expect(page.text).toBe('');
});
