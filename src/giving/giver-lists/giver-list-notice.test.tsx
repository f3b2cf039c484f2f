import { expect, test } from 'vitest';
import { ReceiptWish } from '#giving/applications/form/goods-step.tsx';
import { untouchedFields } from '#test/factories/form-fields.ts';
import { linesOf } from '#test/rendered.ts';
import { giverListNotice } from './giver-list.ts';

test('the request for a receipt says first that the organisation lists its givers', () => {
  const text = linesOf(<ReceiptWish form={untouchedFields} reason={undefined} />).join('\n');
  expect(text).toContain(giverListNotice);
});
