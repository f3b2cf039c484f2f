import * as z from 'zod/mini';
import { OptionalAppraisalId } from '#giving/applications/appraisal-number.ts';
import { Timestamp } from '#kit/values/timestamp-schema.ts';
import { line, optionalParagraphs } from '#kit/values/typed-text.ts';
import { isMailKind, type MailKind, mailKinds } from './mail-kinds.ts';
import { type MailVariable, type MailWords, typedVariables } from './words/mail-words.ts';

const place = /\{\{([^{}\n]{1,40})\}\}/g;
/** Text that mail programs turn into links: only the product may add links. */
const linkLike = /:\/\/|www\.|[\w-]\.[a-z]{2,}/i;

/** Values for the placeholders of a custom text. */
export type MailValues = Readonly<Partial<Record<MailVariable, string>>>;

/** Placeholder names in a text, with duplicates. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(place)].map(([, name = '']) => name.trim());

/** Fills the placeholders of a text in one pass: a value that looks like a placeholder is not filled. */
export const filledWords = (text: string, values: MailValues): string =>
  text.replace(place, (whole, typed: string) => {
    const name = typed.trim() as MailVariable;
    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;
  });

/** Custom text of the operator; null for the built-in one. */
export const MailTemplate = z.strictObject({
  own: z.nullable(
    z.strictObject({
      subject: line('件名', 100),
      opening: optionalParagraphs('はじめの文', 2_000),
      body: optionalParagraphs('中ほどの文', 2_000),
      closing: optionalParagraphs('おわりの文', 1_000),
    }),
  ),
});
export type MailTemplate = z.infer<typeof MailTemplate>;

export const partLabels: Readonly<Record<keyof MailWords, string>> = {
  subject: '件名',
  opening: 'はじめの文',
  body: '中ほどの文',
  closing: 'おわりの文',
};
const partNames = Object.keys(partLabels) as (keyof MailWords)[];

/** Placeholders allowed in a part of a mail; a subject is visible to anyone who sees the screen. */
export const variablesOf = (kind: MailKind, part: keyof MailWords): readonly MailVariable[] =>
  part === 'subject'
    ? mailKinds[kind].variables.filter((name) => !typedVariables.includes(name))
    : mailKinds[kind].variables;

function problemOf(kind: MailKind, part: keyof MailWords, text: string): string | undefined {
  const label = partLabels[part];
  const { words } = mailKinds[kind];
  if (part === 'body' && words.body === undefined && text !== '') {
    return 'このメールには、中ほどの文を書く場所がありません。';
  }
  if (part === 'opening' && words.opening !== '' && text === '') {
    return `${label}を入力してください。`;
  }
  const known = variablesOf(kind, part);
  const isKnown = (name: string) => known.some((one) => one === name);
  const unknown = namesIn(text).find((name) => !isKnown(name));
  const rest = text.replace(place, '');
  if (unknown !== undefined || rest.includes('{{') || rest.includes('}}')) {
    const allowedNames = known.map((name) => `{{${name}}}`).join('、');
    const found = unknown === undefined ? '書き方の違う差し込み' : `{{${unknown}}}`;
    return allowedNames === ''
      ? `${label}に、${found}は使えません。このメールの${label}で使える差し込みはありません。`
      : `${label}に、${found}は使えません。使える差し込みは、${allowedNames}です。`;
  }
  if (linkLike.test(rest)) {
    return `${label}に、リンクやメールアドレスは書けません。リンクは、決まった部分にあるものが付きます。`;
  }
  return undefined;
}

/** Problems of a custom text, by field. */
export const templateProblems = (
  kind: MailKind,
  { own }: MailTemplate,
): { path: string; message: string }[] =>
  partNames.flatMap((part) => {
    const message = own ? problemOf(kind, part, own[part]) : undefined;
    return message === undefined ? [] : [{ path: `own.${part}`, message }];
  });

/** Schema of one kind's form. */
export const mailTemplateOf = (kind: MailKind) =>
  MailTemplate.check((context) => {
    for (const { path, message } of templateProblems(kind, context.value)) {
      context.issues.push({ code: 'custom', path: path.split('.'), message, input: context.value });
    }
  });

/** A kind of mail in the operator's list. */
export const MailTemplateLine = z.object({
  kind: z.string().check(z.refine(isMailKind)),
  isOwn: z.boolean(),
  /** Publication of the current text; "" for the built-in one. */
  since: z.union([z.literal(''), Timestamp]),
  hasDraft: z.boolean(),
});
export type MailTemplateLine = z.infer<typeof MailTemplateLine>;

/** Body of a preview; without a number, the record is that of the newest mail of the kind. */
export const MailPreviewDraft = z.strictObject({
  content: MailTemplate,
  appraisalId: z._default(OptionalAppraisalId, ''),
});
export type MailPreviewDraft = z.infer<typeof MailPreviewDraft>;

/** A rendered mail; its links lead nowhere. */
export const MailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Source of the values: an application, a sent mail, or a sample if there is neither. */
  record: z.enum(['application', 'mail', 'sample']),
  /** Number of the application, or date of the mail; "" for a sample. */
  recordName: z.string(),
});
export type MailPreview = z.infer<typeof MailPreview>;

/** Body of a test mail. */
export const TestMailDraft = z.strictObject({ content: MailTemplate });
