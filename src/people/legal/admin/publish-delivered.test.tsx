import { expect, test, vi } from 'vitest';
import type { LegalTextLine } from '#people/legal/legal-text-schema.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open } from '#test/stand-ins/page/open.tsx';
import { PublishDelivered } from './publish-delivered.tsx';

const line = (key: LegalTextLine['key'], more: Partial<LegalTextLine> = {}): LegalTextLine => ({
  ...{ key, title: '', number: 0, since: '', hasDraft: false, comingFrom: '', ...more },
});
const content = { title: '利用規約', body: '# 総則' };

test('the texts that are as delivered are published by one button, each as it was read', async () => {
  const server = apiServer({});
  const done = vi.fn();
  const texts = [
    line('terms'),
    line('privacy', { number: 2 }),
    line('commerce', { hasDraft: true }),
  ];
  const page = open(<PublishDelivered texts={texts} onDone={done} />);
  expect(page.text).toContain('「利用規約」は、用意された文面のままです。');
  await page.press('このまま公開する');
  const path = '/api/office/settings/legal/terms';
  const answer = (to: string, etag: string) =>
    server.answer(
      { current: { number: 0, content }, draft: null, coming: [] },
      { to, headers: { etag } },
    );
  await answer(`GET ${path}`, '"0"');
  await answer(`POST ${path}/draft`, '"1"');
  expect(done).not.toHaveBeenCalled();
  await answer(`POST ${path}/publish`, '"2"');
  expect(server.sent.filter(({ to }) => to.startsWith('POST'))).toEqual([
    { to: `POST ${path}/draft`, body: { content }, ifMatch: '"0"' },
    { to: `POST ${path}/publish`, body: { note: '', holdsFrom: '' }, ifMatch: '"1"' },
  ]);
  expect(done).toHaveBeenCalledOnce();
  expect(page.toast).toBe('公開しました。');
});

test('nothing is offered where every text has a version or an editor', () => {
  const texts = [line('terms', { number: 1 }), line('privacy', { hasDraft: true })];
  expect(open(<PublishDelivered texts={texts} onDone={vi.fn()} />).buttons).toEqual([]);
});
