import * as z from 'zod/mini';
import { optionalParagraphs } from '#kit/values/typed-text.ts';

export const maxReplyLetters = 1_000;

/** An organisation's reply to a pledge; '' withdraws it. `known` is the reply that the form showed. */
export const PledgeReply = z.strictObject({
  reply: optionalParagraphs('お返事', maxReplyLetters),
  known: z.string().check(z.maxLength(maxReplyLetters * 4)),
});
export type PledgeReply = z.infer<typeof PledgeReply>;
