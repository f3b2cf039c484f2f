import * as z from 'zod/mini';
import { OptionalAppraisalId } from '#domain/applications/appraisal-number.ts';
import { Timestamp } from '#domain/values/timestamp-schema.ts';
import { line, optionalParagraphs } from '#domain/values/typed-text.ts';
import { isMailKind, type MailKind, mailKinds } from './mail-kinds.ts';
import { type MailVariable, type MailWords, typedVariables } from './words/mail-words.ts';

const place = /\{\{([^{}\n]{1,40})\}\}/g;
/** What programs for mail make links of: those that lead somewhere are the product's alone. */
const linkLike = /:\/\/|www\.|[\w-]\.[a-z]{2,}/i;

/** What an own text fills in, by name. */
export type MailValues = Readonly<Partial<Record<MailVariable, string>>>;

/** The names in a text, as often as they stand there. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(place)].map(([, name = '']) => name.trim());

/** A text with its places filled, each once: what a value looks like is not filled again. */
export const filledWords = (text: string, values: MailValues): string =>
  text.replace(place, (whole, typed: string) => {
    const name = typed.trim() as MailVariable;
    return Object.hasOwn(values, name) ? (values[name] ?? '') : whole;
  });

/** What the operator wrote instead of the built-in words; null while those hold. */
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

/** The names that a part of a mail may hold; a subject is read by whoever sees the screen. */
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
    const usable = known.map((name) => `{{${name}}}`).join('、');
    const found = unknown === undefined ? '書き方の違う差し込み' : `{{${unknown}}}`;
    return usable === ''
      ? `${label}に、${found}は使えません。このメールの${label}で使える差し込みはありません。`
      : `${label}に、${found}は使えません。使える差し込みは、${usable}です。`;
  }
  if (linkLike.test(rest)) {
    return `${label}に、リンクやメールアドレスは書けません。リンクは、決まった部分にあるものが付きます。`;
  }
  return undefined;
}

/** What keeps a text from being a mail of this kind, by field. */
export const templateProblems = (
  kind: MailKind,
  { own }: MailTemplate,
): { path: string; message: string }[] =>
  partNames.flatMap((part) => {
    const message = own ? problemOf(kind, part, own[part]) : undefined;
    return message === undefined ? [] : [{ path: `own.${part}`, message }];
  });

/** The schema of one kind's form. */
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
  /** When the text that holds was published; "" while nothing was. */
  since: z.union([z.literal(''), Timestamp]),
  hasDraft: z.boolean(),
});
export type MailTemplateLine = z.infer<typeof MailTemplateLine>;

/** The body of a preview; without a number the newest mail of the kind is its record. */
export const MailPreviewDraft = z.strictObject({
  content: MailTemplate,
  appraisalId: z._default(OptionalAppraisalId, ''),
});
export type MailPreviewDraft = z.infer<typeof MailPreviewDraft>;

/** A mail as it would look, its links leading nowhere. */
export const MailPreview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** What it was made of: an application, a mail that was sent, or a sample where there is neither. */
  record: z.enum(['application', 'mail', 'sample']),
  /** The number of the application, or when the mail was written; "" of a sample. */
  recordName: z.string(),
});
export type MailPreview = z.infer<typeof MailPreview>;

/** The body of a test mail. */
export const TestMailDraft = z.strictObject({ content: MailTemplate });
