import { afterEach, expect, test } from 'vitest';
import { clearMessage, showMessage } from './message.ts';

afterEach(clearMessage);

test('closing a message tells its caller once, after it is gone', async () => {
  const told: string[] = [];
  const closed = showMessage({
    message: '保存できませんでした',
    onClose: () => told.push('onClose'),
  });
  closed.then(() => told.push('promise'));
  expect(told).toEqual([]);
  clearMessage();
  clearMessage();
  await closed;
  expect(told).toEqual(['onClose', 'promise']);
});

test('a new message closes the one before it', async () => {
  const first = showMessage({ message: '一つめ' });
  showMessage({ message: '二つめ' });
  await expect(first).resolves.toBeUndefined();
});
