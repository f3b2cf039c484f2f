import { z } from 'zod';

const message =
  'Idempotency-Keyは、カンマを除く半角の文字で、1文字以上64文字以内で指定してください。';

/** Headers of a retryable request. The key is optional; a comma would mean two merged headers. */
export const IdempotencyKey = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^[ -+\--~]{1,64}$/, message)
    .optional(),
});
