import { afterEach, expect, test } from 'vitest';
import { clearMessage, showMessage } from './message.ts';

afterEach(clearMessage);

test('closing a message notifies its caller once, after it is gone', async () => {
  const calls: string[] = [];
  const closed = showMessage({
    message: '保存できませんでした',
    onClose: () => calls.push('onClose'),
  });
  closed.then(() => calls.push('promise'));
  expect(calls).toEqual([]);
  clearMessage();
  clearMessage();
  await closed;
  expect(calls).toEqual(['onClose', 'promise']);
});

test('a new message closes the one before it', async () => {
  const first = showMessage({ message: '一つめ' });
  showMessage({ message: '二つめ' });
  await expect(first).resolves.toBeUndefined();
});
