import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { type Message, showMessage } from '#kit/ui/message.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { MessageModal } from './message-modal.tsx';

/** The modal that this message opens. */
async function shown(message: Message) {
  const tab = openTab();
  const page = open(<MessageModal />, {}, tab);
  await page.do(() => void showMessage(message));
  return {
    page,
    dialog: page.find('dialog', message.title ?? 'エラーが発生しました'),
    texts: page.lines,
  };
}

test('a message without a title has エラーが発生しました above it', async () => {
  const { texts } = await shown({ message: 'もう一度お試しください。' });
  expect(texts.slice(0, 1)).toEqual(['エラーが発生しました']);
  expect(texts).toContain('もう一度お試しください。');
});

test('a message may have a title of its own', async () => {
  const { texts } = await shown({ title: '入力エラー', message: 'ご確認ください。' });
  expect(texts[0]).toBe('入力エラー');
  expect(texts).not.toContain('エラーが発生しました');
});

test('texts with links are referred to by name, and messages are never parsed as markup', async () => {
  const named = await shown({ template: 'user-not-found' });
  expect(named.page.links).toEqual({ 新規登録: '/join' });
  named.page.leave();
  const given = await shown({ message: '<a href="/join">新規登録</a>' });
  expect(given.page.links).toEqual({});
  expect(given.texts).toContain('<a href="/join">新規登録</a>');
});

test('a closed modal stays for 300 ms, then notifies its caller', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const onClose = vi.fn();
    const tab = openTab();
    const page = open(<MessageModal />, {}, tab);
    act(() => void showMessage({ message: '保存できませんでした。', onClose }));
    act(() => page.find('button', '閉じる').click());
    act(() => void vi.advanceTimersByTime(299));
    expect([page.text.includes('保存できませんでした。'), onClose.mock.calls]).toEqual([true, []]);
    act(() => void vi.advanceTimersByTime(1));
    expect([page.text, onClose.mock.calls.length]).toEqual(['', 1]);
  } finally {
    vi.useRealTimers();
  }
});
