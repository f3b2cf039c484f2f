import { useState } from 'react';
import { expect, test } from 'vitest';
import { memoryOf, QueryMemory, useQuery } from '#kit/client/use-query.ts';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';
import { signIn } from '#test/stand-ins/page/person.ts';

type Asked = ReturnType<typeof useQuery<string>> & { ask: (key: string | undefined) => void };

function Asking({
  first,
  keepsLast,
  results,
}: {
  first: string | undefined;
  keepsLast: boolean;
  results: Asked[];
}) {
  const [key, ask] = useState(first);
  results.push({ ...useQuery<string>(key, undefined, { keepsLast }), ask });
  return null;
}

/** A page that loads the data of its key; the test changes the key. */
function asking(
  first: string | undefined,
  { keepsLast = false, memory }: { keepsLast?: boolean; memory?: Map<string, unknown> } = {},
  tab = openTab(),
) {
  const results: Asked[] = [];
  const page = open(
    <QueryMemory value={memory}>
      <Asking first={first} keepsLast={keepsLast} results={results} />
    </QueryMemory>,
    {},
    tab,
  );
  return {
    ...page,
    get now() {
      const { value, problem, isLoading } = results.at(-1) as Asked;
      return { value, isLoading, ...(problem && { problem }) };
    },
    ask: (key: string | undefined) => page.do(() => results.at(-1)?.ask(key)),
    reload: () => page.do(() => results.at(-1)?.reload()),
    change: (value: string) => page.do(() => results.at(-1)?.change(value)),
  };
}

test('a response arrives after loading, and nothing is requested without a key', async () => {
  const server = apiServer();
  const page = asking(undefined);
  expect(page.now).toEqual({ value: undefined, isLoading: false });
  await page.ask('/api/a');
  expect(page.now).toEqual({ value: undefined, isLoading: true });
  await server.answer('あ');
  expect(page.now).toEqual({ value: 'あ', isLoading: false });
  expect(server.sent).toEqual([{ to: 'GET /api/a' }]);
});

test('a new key shows nothing of the previous one, whose late response is dropped', async () => {
  const server = apiServer();
  const page = asking('/api/a');
  await page.ask('/api/b');
  expect(server.waiting).toEqual(['GET /api/b']);
  await server.answer('い');
  await page.ask('/api/c');
  expect(page.now).toEqual({ value: undefined, isLoading: true });
});

test('a page that keeps the last answer shows it until the next one has come', async () => {
  const server = apiServer();
  const page = asking('/api/a', { keepsLast: true });
  await server.answer('あ');
  await page.ask('/api/b');
  expect(page.now).toEqual({ value: 'あ', isLoading: true });
  await server.answer('い');
  expect(page.now).toEqual({ value: 'い', isLoading: false });
});

test('a reload keeps the value on the screen, and its failure removes it', async () => {
  const server = apiServer();
  const page = asking('/api/a');
  await server.answer('あ');
  await page.reload();
  expect(page.now).toEqual({ value: 'あ', isLoading: true });
  await server.refuse('NotFound', '見つかりません。');
  expect(page.now).toEqual({
    value: undefined,
    isLoading: false,
    problem: { type: 'NotFound', message: '見つかりません。' },
  });
  await page.reload();
  expect(page.now).toEqual({ value: undefined, isLoading: true });
});

test('without a network the person is told to look at it', async () => {
  const server = apiServer();
  const page = asking('/api/a');
  await server.lose();
  expect(page.now.problem).toEqual({
    type: undefined,
    message: '通信できませんでした。電波の状態をご確認のうえ、もう一度お試しください。',
  });
});

test('a changed value replaces the response', async () => {
  const server = apiServer();
  const page = asking('/api/a');
  await server.answer('あ');
  await page.change('い');
  expect(page.now).toEqual({ value: 'い', isLoading: false });
});

test('going back shows the cached value of this key while it reloads', async () => {
  const server = apiServer();
  const memory = new Map<string, unknown>();
  const tab = openTab();
  const first = asking('/api/a', { memory }, tab);
  await server.answer('あ');
  first.leave();
  const next = asking('/api/a', { memory }, tab);
  expect(next.now).toEqual({ value: 'あ', isLoading: true });
  expect(asking('/api/b', { memory }, tab).now.value).toBeUndefined();
});

test('thirty responses are cached, and a reload makes one the newest', async () => {
  const server = apiServer();
  const memory = new Map<string, unknown>();
  const page = asking('/api/0', { memory });
  await server.answer('0');
  for (let index = 1; index < 30; index += 1) {
    await page.ask(`/api/${index}`);
    await server.answer(String(index));
  }
  await page.ask('/api/0');
  await server.answer('0');
  await page.ask('/api/30');
  await server.answer('30');
  expect(memory.size).toBe(30);
  expect(memory.has('/api/0')).toBe(true);
  expect(memory.has('/api/1')).toBe(false);
});

test('the memory is that of one account', () => {
  const hana = {};
  memoryOf(hana).set('/api/a', 'あ');
  expect(memoryOf(hana).get('/api/a')).toBe('あ');
  expect(memoryOf({}).size).toBe(0);
});

test('a 401 reloads the session', async () => {
  const tab = openTab();
  const server = apiServer();
  await signIn(server);
  const page = asking('/api/a', {}, tab);
  const before = server.asked.length;
  const expired = { type: 'Unauthorized', message: 'ログインしてください。' };
  await server.answer(expired, { status: 401 });
  // The token is renewed once, and the request repeated.
  await server.answer(expired, { status: 401 });
  expect(page.now.problem?.type).toBe('Unauthorized');
  expect(server.asked.slice(before)).toContain('GET /api/users/account');
});

test('a late response for an earlier key is dropped even if its request could not be aborted', async () => {
  const memory = new Map<string, unknown>();
  const answers: Record<string, PromiseWithResolvers<string>> = {
    a: Promise.withResolvers(),
    b: Promise.withResolvers(),
  };
  const results: ReturnType<typeof useQuery<string>>[] = [];
  const asked = { key: 'a' };
  const ask = () => {
    const [, again] = useState(0);
    const load = () => answers[asked.key]?.promise ?? Promise.reject(new Error('no such key'));
    results.push(useQuery<string>(asked.key, load));
    return <button type="button" onClick={() => again(1)} aria-label="次" />;
  };
  const Asks = ask;
  const page = open(
    <QueryMemory value={memory}>
      <Asks />
    </QueryMemory>,
  );
  asked.key = 'b';
  await page.press('次');
  await page.do(() => answers.b?.resolve('い'));
  await page.do(() => answers.a?.resolve('あ'));
  expect(results.at(-1)).toMatchObject({ value: 'い', isLoading: false });
  expect([...memory.keys()]).toEqual(['b']);
});
