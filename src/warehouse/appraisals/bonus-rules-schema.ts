import * as z from 'zod/mini';
import { serviceDay } from '#kit/values/days/day-schema.ts';
import { line } from '#kit/values/typed-text.ts';
import type { BonusRules as Rules } from './bonus.ts';

const maxRules = 20;
const maxPercent = 100;
const percentMessage = `加算の割合は、1から${maxPercent}までの整数で入力してください。`;

const BonusRule = z
  .strictObject({
    title: line('名前', 60),
    percent: z
      .int(percentMessage)
      .check(z.minimum(1, percentMessage), z.maximum(maxPercent, percentMessage)),
    startsOn: serviceDay('はじめの日を選んでください。'),
    endsOn: serviceDay('おわりの日を選んでください。'),
    kind: z.enum(['all', 'direct', 'fund'], '対象を一覧から選んでください。'),
    campaign: z
      .string()
      .check(
        z.regex(
          /^(?:\d{4}:[\w-]{1,60})?$/,
          '特集は、2026:winter のように年と名前を:でつないで入力してください。',
        ),
      ),
  })
  .check(
    z.refine(({ startsOn, endsOn }) => startsOn <= endsOn, {
      path: ['endsOn'],
      error: 'おわりの日は、はじめの日よりあとにしてください。',
    }),
  );

/** The bonus rules as the operator edits them. */
export const BonusRules = z.strictObject({
  rules: z
    .array(BonusRule)
    .check(z.maxLength(maxRules, `加算の決まりは${maxRules}件まで登録できます。`)),
}) satisfies z.ZodMiniType<Rules>;
