import { z } from 'zod';

const message = 'Idempotency-Keyは1文字以上64文字以内で指定してください。';

/** The headers of a request that may be sent again: the key is optional. */
export const IdempotencyKey = z.looseObject({
  'idempotency-key': z.string().min(1, message).max(64, message).optional(),
});
