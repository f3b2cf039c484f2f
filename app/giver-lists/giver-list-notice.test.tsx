import { expect, test } from 'vitest';
import { ReceiptWish } from '#app/applications/form/receipt-wish.tsx';
import { giverListNotice } from '#domain/giver-lists/giver-list.ts';
import { untouchedFields } from '#test/factories/form-fields.ts';
import { linesOf } from '#test/rendered.ts';

test('the request for a receipt says first that the organisation lists its givers', () => {
  const text = linesOf(<ReceiptWish form={untouchedFields} reason={undefined} />).join('\n');
  expect(text).toContain(giverListNotice);
});
