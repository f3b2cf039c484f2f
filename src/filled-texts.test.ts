import { expect, test } from 'vitest';
import { accountCodes } from '#money/journals/journal-codes.ts';
import { journalLayouts } from '#money/journals/journal-files.ts';
import { filledLine, filledText } from '#organisations/thanks/thanks.ts';
import { legalVariables, withVariables } from '#people/legal/legal-text.ts';
import { filledWords } from '#people/mail/mail-template.ts';

// All texts with placeholders: values are inserted verbatim, even if they look like a placeholder
// or a replacement pattern.

/** Possible names of donors and organisations. */
const values = [
  '{{団体名}}',
  '{{お名前}}',
  '{{団体}}',
  '{{address}}',
  '{{retentionTimes}}',
  '{団体名}',
  '{{constructor}}',
  String.raw`\${name}`,
  '{name}',
  '$&',
  '$1',
  '$$',
  '$`',
  "$'",
  '$<name>',
  '%s',
  '\\1',
  '}}{{お名前}}{{',
];

const facts = Object.fromEntries(Object.keys(legalVariables).map((name) => [name, 'ほか'])) as {
  [name in keyof typeof legalVariables]: string;
};
const line = { code: 'bank', owner: '', amountYen: -100 } as const;
const journalOf = (owner: string) => ({
  ...{ day: '2026-11-20', id: 'j', text: '' },
  lines: [{ ...line, code: 'owed:associate' as const, owner, amountYen: 100 }, line],
});
const codes = new Map(
  accountCodes.map((accountCode) => [
    accountCode as string,
    { accountCode, accountName: '科目', subAccountName: '前{団体名}後', taxCode: '対象外' },
  ]),
);

const fillers: [name: string, filled: (value: string) => string | undefined, around: string][] = [
  [
    'a mail',
    (value) => filledWords('前{{お名前}}・{{団体}}後', { お名前: value, 団体: 'ほか' }),
    '前_・ほか後',
  ],
  [
    'a mail, the last place',
    (value) => filledWords('前{{お名前}}・{{ 団体 }}後', { お名前: 'ほか', 団体: value }),
    '前ほか・_後',
  ],
  [
    'a text of law',
    (value) =>
      withVariables('前{{operatorName}}・{{ address }}後', { ...facts, operatorName: value }),
    '前_・ほか後',
  ],
  [
    'thanks, by the donor’s name',
    (value) => filledLine('前{{お名前}}・{{団体名}}後', { donorName: value, associateName: '会' }),
    '前_さま・会後',
  ],
  [
    'thanks, by the organisation’s name',
    (value) => filledLine('前{{団体名}}・{{お名前}}後', { donorName: '', associateName: value }),
    '前_・寄付者さま後',
  ],
  [
    'thanks that were read as Markdown',
    (value) => {
      const children = [{ type: 'text' as const, text: '前{{お名前}}後' }];
      const [block] = filledText([{ type: 'paragraph', children }], {
        donorName: value,
        associateName: '会',
      });
      const [part] = block?.type === 'paragraph' ? block.children : [];
      return part?.type === 'text' ? part.text : undefined;
    },
    '前_さま後',
  ],
  [
    'a sub account of a program for accountants',
    (value) => journalLayouts.freee.rows(journalOf(value), codes, 1)[0]?.[4],
    '前_後',
  ],
];

test.each(fillers)('%s is filled once, with what was typed', (_, filled, around) => {
  for (const value of values) expect(filled(value)).toBe(around.split('_').join(value));
});
