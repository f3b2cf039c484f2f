import * as z from 'zod/mini';
import { ApplyBody } from './application.ts';

/** An application that the operator enters for a caller. */
export const PhoneApplication = z.strictObject({
  ...ApplyBody.shape,
  wasReadAloud: z.literal(
    true,
    '利用規約とお申し込みの内容を読み上げ、ご同意をいただいてから、チェックを入れてください。',
  ),
});
export type PhoneApplication = z.infer<typeof PhoneApplication>;
