import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refusalOf } from '#kit/errors/refusal.ts';
import { drawings } from './drawings.server.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tasuki-drawings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
});

const clock = () => new Date();
const freely = { perAddress: { burst: 1_000, perSecond: 1 } };
/** Draws its own name, and counts the calls. */
function asked(name: string, more: { imageId?: string; address?: string } = {}) {
  const draw = vi.fn(async () => Buffer.from(name));
  return { of: [name], draw, address: '203.0.113.1', ...more };
}
/** A drawing that finishes when `end` is called. */
function waiting(name: string) {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  return { ...asked(name), draw: vi.fn(() => promise), end: () => resolve(Buffer.from(name)) };
}
const refusedAs = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error) => refusalOf(error)?.type,
  );

test('a picture is drawn once, also for a server that starts again', async () => {
  const one = asked('one');
  for (let n = 0; n < 3; n++) {
    const picture = await drawings({ folder, clock }).find(one);
    expect(picture?.toString()).toBe('one');
  }
  expect(one.draw).toHaveBeenCalledTimes(1);
});

test('asked for by many at once it is drawn once', async () => {
  const house = drawings({ folder, clock });
  const one = waiting('one');
  const all = [1, 2, 3].map(() => house.find(one));
  one.end();
  expect((await Promise.all(all)).map(String)).toEqual(['one', 'one', 'one']);
  expect(one.draw).toHaveBeenCalledTimes(1);
});

test('one is drawn at a time, a few wait, and the next is told when to come again', async () => {
  const house = drawings({ folder, clock, waiting: 2, ...freely });
  const all = [1, 2, 3].map((n) => waiting(`picture ${n}`));
  const drawn = all.map((one) => house.find(one));
  await vi.waitFor(() => expect(all[0]?.draw).toHaveBeenCalled());
  expect(await refusedAs(house.find(asked('a fourth')))).toBe('ServiceUnavailable');
  expect(all[1]?.draw).not.toHaveBeenCalled();
  for (const one of all) one.end();
  expect((await Promise.all(drawn)).map(String)).toEqual(all.map(({ of }) => of[0]));
});

test('an address has a few new pictures drawn, then as many known ones as it likes', async () => {
  const house = drawings({ folder, clock, perAddress: { burst: 2, perSecond: 0.001 } });
  for (const name of ['one', 'two']) await house.find(asked(name));
  expect(await refusedAs(house.find(asked('three')))).toBe('TooManyRequests');
  for (let n = 0; n < 5; n++) expect(String(await house.find(asked('one')))).toBe('one');
  const elsewhere = asked('three', { address: '203.0.113.2' });
  expect(String(await house.find(elsewhere))).toBe('three');
});

test('no more are kept than there is room for, and none for longer than a week', async () => {
  const house = drawings({ folder, clock, most: 3, ...freely });
  for (let n = 0; n < 6; n++) await house.find(asked(`picture ${n}`));
  expect(await readdir(folder)).toHaveLength(3);
  const old = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), old, old);
  const again = asked('picture 5');
  await house.find(again);
  expect(again.draw).toHaveBeenCalledTimes(1);
  await house.tidy();
  expect(await readdir(folder)).toHaveLength(1);
});

test('a drawing of a stored picture is deleted with it, the others stay', async () => {
  const house = drawings({ folder, clock });
  await house.find(asked('of it', { imageId: 'red' }));
  await house.find(asked('of another', { imageId: 'reddish' }));
  await house.find(asked('of none'));
  await house.dropOf('red');
  expect(await readdir(folder)).toHaveLength(2);
});

test('pictures are served even if none can be cached', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await writeFile(join(folder, 'a-file'), '');
  const house = drawings({ folder: join(folder, 'a-file', 'below'), clock });
  expect(String(await house.find(asked('one')))).toBe('one');
  expect(warned).toHaveBeenCalledTimes(1);
});

test('a picture that could not be drawn is drawn when it is asked for again', async () => {
  const house = drawings({ folder, clock });
  const failing = { ...asked('one'), draw: () => Promise.reject(new Error('no')) };
  await expect(house.find(failing)).rejects.toThrow('no');
  expect(String(await house.find(asked('one')))).toBe('one');
});
