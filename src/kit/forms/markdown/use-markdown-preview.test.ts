import { act, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { refuse } from '#kit/errors/refusal.ts';
import { openHook } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { useMarkdownPreview } from './use-markdown-preview.ts';

beforeEach(() => void vi.useFakeTimers());

/** A text being written; the test controls the previews. */
function writing(first: string) {
  const answers: PromiseWithResolvers<never>[] = [];
  const asked: string[] = [];
  const signals: AbortSignal[] = [];
  const preview = (text: string, signal: AbortSignal) => {
    asked.push(text);
    signals.push(signal);
    const answer = Promise.withResolvers<never>();
    answers.push(answer);
    return answer.promise;
  };
  const hook = openHook(() => {
    const [text, write] = useState(first);
    return { ...useMarkdownPreview(text, preview), write };
  });
  const pass = async (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms));
    await quiet();
  };
  return {
    asked,
    signals,
    pass,
    hook,
    write: (text: string) => hook.do((now) => now.write(text)),
    answer: async (at: number, blocks: string) => {
      answers[at]?.resolve([blocks] as never);
      await quiet();
    },
    fail: async (at: number, error: unknown) => {
      answers[at]?.reject(error);
      await quiet();
    },
  };
}

test('a text is shown at once, later ones when their author pauses', async () => {
  const { asked, pass, hook, write, answer } = writing('海');
  expect(hook.now).toMatchObject({ blocks: undefined, isOld: true });
  await pass(0);
  expect(asked).toEqual(['海']);
  await answer(0, '海');
  expect(hook.now).toMatchObject({ blocks: ['海'], isOld: false, problem: undefined });
  await write('海と');
  expect(hook.now).toMatchObject({ blocks: ['海'], isOld: true });
  await pass(599);
  await write('海と山');
  await pass(599);
  expect(asked).toEqual(['海']);
  await pass(1);
  expect(asked).toEqual(['海', '海と山']);
});

test('an empty text is nothing, and is not asked about', async () => {
  const { asked, pass, hook, write } = writing(' ');
  await pass(1_000);
  expect(asked).toEqual([]);
  expect(hook.now).toMatchObject({ blocks: [], isOld: false });
  await write('海');
  await write('');
  await pass(1_000);
  expect(asked).toEqual([]);
  expect(hook.now.blocks).toEqual([]);
});

test('a late response for an earlier text is dropped', async () => {
  const { pass, hook, write, answer, fail, signals } = writing('海');
  await pass(0);
  await write('山');
  expect(signals[0]?.aborted).toBe(true);
  await pass(600);
  await answer(1, '山');
  await answer(0, '海');
  expect(hook.now).toMatchObject({ blocks: ['山'], isOld: false });
  await write('川');
  await pass(600);
  await write('空');
  await fail(2, new TypeError('gone'));
  expect(hook.now.problem).toBeUndefined();
});

test('an error belongs to the current text, and can be retried', async () => {
  const { asked, pass, hook, write, fail, answer } = writing('海');
  await pass(0);
  await fail(0, new TypeError('gone'));
  expect(hook.now.problem).toBe(
    '通信できないため、プレビューを更新できませんでした。入力した内容はそのまま残っています。',
  );
  await hook.do(({ retry }) => retry());
  expect(hook.now.problem).toBeUndefined();
  await pass(600);
  expect(asked).toEqual(['海', '海']);
  await fail(1, refuse('ValidationError', '長すぎます。'));
  expect(hook.now.problem).toBe('長すぎます。');
  await write('山');
  expect(hook.now.problem).toBeUndefined();
  await write('海');
  await pass(600);
  await answer(2, '海');
  expect(hook.now.problem).toBeUndefined();
});

test('no preview is requested after leaving', async () => {
  const { asked, pass, hook, signals } = writing('海');
  hook.leave();
  await pass(1_000);
  expect(asked).toEqual([]);
  expect(signals).toEqual([]);
});
