import { beforeEach, expect, test } from 'vitest';
import { waitForLocks } from '#test/lock-waits.ts';
import { testApp } from '#test/test-app.ts';
import { type Attempt, earlierOutcome, withIdempotencyKey } from './idempotency.server.ts';
import { idempotencyKeys } from './idempotency-tables.server.ts';

const { db, clock } = await testApp();
const attempt: Attempt = {
  ...{ actor: 'hanako', key: 'a-key', route: 'POST /api/a' },
  body: { name: '花子', boxes: [1, 2] },
};
/** What was done, in order. */
let done: string[];
beforeEach(async () => {
  done = [];
  await db.delete(idempotencyKeys);
});
const once = (name: string, changes: Partial<Attempt> = {}) =>
  withIdempotencyKey(db, { ...attempt, ...changes }, clock.now, async () => {
    done.push(name);
    return { name };
  });

test('a replay returns the stored outcome, in any order of fields', async () => {
  const body = { boxes: [1, 2], name: '花子' };
  expect([await once('first'), await once('second'), await once('third', { body })]).toEqual(
    Array(3).fill({ name: 'first' }),
  );
  expect(done).toEqual(['first']);
});

test.each<[string, Partial<Attempt>]>([
  ['person', { actor: 'taro' }],
  ['key', { key: 'another-key' }],
])(
  'an attempt with another %s is done by itself, and answered by what it came to',
  async (_, changes) => {
    await once('first');
    const other = { ...attempt, ...changes };
    expect(await earlierOutcome(db, other)).toBeUndefined();
    expect(await once('second', changes)).toEqual({ name: 'second' });
    expect([await earlierOutcome(db, attempt), await earlierOutcome(db, other)]).toEqual([
      { name: 'first' },
      { name: 'second' },
    ]);
  },
);

test.each<[string, Partial<Attempt>]>([
  ['content', { body: { name: '花子', boxes: [2, 1] } }],
  ['route', { route: 'POST /api/b' }],
])('the same key with another %s is refused and does nothing', async (_, changes) => {
  await once('first');
  await expect(once('second', changes)).rejects.toMatchObject({ refusal: { type: 'Conflict' } });
  expect(done).toEqual(['first']);
});

test('without a key every request is carried out', async () => {
  for (const name of ['first', 'second']) await once(name, { key: undefined });
  expect(done).toEqual(['first', 'second']);
});

test.each([
  ['has its answer where that one is done', false, ['first'], 'first'],
  ['is done where that one failed', true, ['first', 'second'], 'second'],
])('who comes while the first is at it %s', async (_, fails, doneThen, answer) => {
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: isOver, resolve: goOn } = Promise.withResolvers<void>();
  const first = withIdempotencyKey(db, attempt, clock.now, async () => {
    done.push('first');
    begin();
    await isOver;
    if (fails) throw new Error('a defect');
    return { name: 'first' };
  }).catch(() => undefined);
  await hasBegun;
  const second = once('second');
  await waitForLocks(db, 1);
  goOn();
  await first;
  expect(await second).toEqual({ name: answer });
  expect(done).toEqual(doneThen);
});
