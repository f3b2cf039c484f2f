import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { apiServer } from '#test/stand-ins/page/api-server.ts';
import { openHook, openTab } from '#test/stand-ins/page/open.tsx';
import { quiet } from '#test/stand-ins/page/quiet.ts';
import { useScanQueue } from './use-scan-queue.ts';

type SentScans = { scans: { id: string; code: string; scannedAt: string }[] };
const offline = '通信が切れています。そのまま読み取りを続けられます。つながりしだい送ります。';

function scanning({ uid = 'sou', tab = openTab() } = {}) {
  const buzz = vi.fn();
  vi.stubGlobal('navigator', { vibrate: buzz });
  const hook = openHook(() => useScanQueue(uid), {}, tab);
  return {
    hook,
    tab,
    buzz,
    read: (code: string) => hook.do(({ scan }) => scan(code)),
    waiting: () => hook.now.queue.waiting.map(({ code }) => code),
    stored: () => Object.keys(localStorage).filter((key) => key.startsWith(`tasuki.scan.${uid}.`)),
  };
}
const codesOf = (body: unknown) => (body as SentScans).scans.map(({ code }) => code);
const answersTo = (body: unknown, outcome = 'received') =>
  (body as SentScans).scans.map((scan) => ({ ...scan, outcome, takenBackAt: null, card: null }));

test('a scan is stored, sent, and deleted from the device once the server has answered', async () => {
  const server = apiServer();
  const { read, waiting, stored, hook, buzz } = scanning();
  await read(' TS-1 ');
  expect(waiting()).toEqual(['TS-1']);
  expect(stored()).toHaveLength(1);
  expect(hook.now).toMatchObject({ isStored: true, problem: undefined });
  expect(server.waiting).toEqual(['POST /api/office/intake/scans']);
  const [sent] = server.sent;
  expect(Object.keys((sent?.body as SentScans | undefined)?.scans[0] ?? {})).toEqual([
    'id',
    'code',
    'scannedAt',
  ]);
  await server.answer(answersTo(sent?.body));
  expect(waiting()).toEqual([]);
  expect(hook.now.queue.answered.map(({ code }) => code)).toEqual(['TS-1']);
  expect(stored()).toEqual([]);
  expect(buzz).toHaveBeenCalledExactlyOnceWith([60]);
});

test('scans read while others are in flight are sent after them, in order', async () => {
  const server = apiServer();
  const { read, waiting } = scanning();
  await read('TS-1');
  await read('TS-2');
  await read('TS-3');
  expect(server.sent.map(({ body }) => codesOf(body))).toEqual([['TS-1']]);
  await server.answer(answersTo(server.sent[0]?.body));
  expect(server.sent.map(({ body }) => codesOf(body))).toEqual([['TS-1'], ['TS-2', 'TS-3']]);
  expect(waiting()).toEqual(['TS-2', 'TS-3']);
});

test('an empty code is not a scan', async () => {
  const server = apiServer();
  const { read, stored } = scanning();
  await read(' \n');
  expect(server.sent).toEqual([]);
  expect(stored()).toEqual([]);
});

test('a box that needs attention sounds an alarm', async () => {
  const server = apiServer();
  const { read, buzz } = scanning();
  await read('TS-1');
  await server.answer(answersTo(server.sent[0]?.body, 'unknown'));
  expect(buzz).toHaveBeenCalledExactlyOnceWith([160, 80, 160]);
});

test('one box that needs attention among several sounds an alarm', async () => {
  const server = apiServer();
  const { read, buzz } = scanning();
  for (const code of ['TS-1', 'TS-2', 'TS-3']) await read(code);
  await server.answer(answersTo(server.sent[0]?.body));
  const [second, third] = answersTo(server.sent[1]?.body);
  await server.answer([second, { ...third, outcome: 'unknown' }]);
  expect(buzz.mock.calls).toEqual([[[60]], [[160, 80, 160]]]);
});

test('without a network scans wait, say so, and are retried every two seconds under the same ids', async () => {
  vi.useFakeTimers();
  const server = apiServer();
  const { read, hook, buzz, waiting } = scanning();
  await read('TS-1');
  await server.lose();
  expect(hook.now.problem).toBe(offline);
  expect(waiting()).toEqual(['TS-1']);
  act(() => void vi.advanceTimersByTime(1_999));
  await quiet();
  expect(server.sent).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(1));
  await quiet();
  expect(server.sent[1]).toEqual(server.sent[0]);
  await server.lose();
  await read('TS-2');
  expect(buzz).toHaveBeenCalledWith([30]);
  await server.answer(answersTo(server.sent.at(-1)?.body));
  expect(hook.now.problem).toBeUndefined();
});

test('a network that comes back is used at once', async () => {
  const server = apiServer();
  const { read, tab, hook } = scanning();
  await read('TS-1');
  await server.lose();
  await hook.page.do(() => void tab.window.dispatchEvent(new Event('online')));
  expect(server.waiting).toHaveLength(1);
});

test('a refusal shows the server’s message', async () => {
  const server = apiServer();
  const { read, hook } = scanning();
  await read('TS-1');
  await server.refuse('TooManyRequests', '少しお待ちください。');
  expect(hook.now.problem).toBe('少しお待ちください。');
});

test('after a reload the device sends this person’s scans only', async () => {
  const server = apiServer();
  const before = scanning();
  await before.read('TS-1');
  await server.lose();
  before.hook.leave();
  scanning({ uid: 'rin', tab: before.tab });
  await quiet();
  expect(server.waiting).toEqual([]);
  const again = scanning({ tab: before.tab });
  await quiet();
  expect(codesOf(server.sent.at(-1)?.body)).toEqual(['TS-1']);
  expect(server.sent.at(-1)?.body).toEqual(server.sent[0]?.body);
  await server.answer(answersTo(server.sent.at(-1)?.body));
  expect(again.stored()).toEqual([]);
});

test('a device that cannot store says so, and sends all the same', async () => {
  const server = apiServer();
  const { read, hook } = scanning();
  vi.spyOn(Object.getPrototypeOf(localStorage), 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  await read('TS-1');
  expect(hook.now.isStored).toBe(false);
  expect(server.waiting).toHaveLength(1);
});

test('a newer version of a scan replaces the earlier one', async () => {
  const server = apiServer();
  const { read, hook } = scanning();
  await read('TS-1');
  await server.answer(answersTo(server.sent[0]?.body));
  const [first] = hook.now.queue.answered;
  await hook.do(({ change }) => change({ ...first, outcome: 'again' } as never));
  expect(hook.now.queue.answered.map(({ outcome }) => outcome)).toEqual(['again']);
});
