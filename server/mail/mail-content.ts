import type { MailValues } from '#domain/mail/mail-template.ts';
import { type MailPart, typedVariables } from '#domain/mail/words/mail-words.ts';

/** What may be written by the operator, and what stands there for an address that is not proven, where that differs. */
type Words = { part?: MailPart; ifUnproven?: string };

/**
 * A part of a mail. A button's url is `isSecret` when whoever has it can act with it. Facts are `isTyped`
 * when somebody typed them: then only a proven address reads them.
 */
export type Block =
  | ({ text: string } & Words)
  | { facts: readonly (readonly [label: string, value: string])[]; isTyped?: boolean }
  | { button: string; url: string; isSecret?: boolean }
  | ({ note: string } & Words);

/** What a template says; its form as text and as HTML is decided here, once. */
export type MailContent = {
  subject: string;
  /** To whom: "髙橋 花子"; 様 is added. Empty where the name is not known. */
  name: string;
  blocks: readonly Block[];
  /** What words fill in, by name; none in mails of before (docs/decisions/0035). */
  values?: MailValues;
  /** Tells of what somebody else may have done: whoever does not know of it must act, not discard the mail. */
  isWarning?: true;
  /** An answer to it is read. */
  isAnswerable?: true;
  /** Where mails of this kind are stopped, for those that may be. */
  unsubscribeUrl?: string;
};

/**
 * What an address may read that nobody has proven to be theirs: nothing that anybody typed, or our mails
 * would carry a stranger's words to anyone.
 */
export const withoutTyped = (content: MailContent): MailContent => ({
  ...content,
  name: '',
  ...(content.values && { values: untyped(content.values) }),
  blocks: content.blocks.map(withoutTypedWords),
});

const untyped = (values: MailValues): MailValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !typedVariables.some((typed) => typed === name)),
  );

function withoutTypedWords(block: Block): Block {
  // Emptied and not left out: sealed links are bound to their place.
  if ('facts' in block) return block.isTyped ? { facts: [] } : block;
  if ('button' in block || block.ifUnproven === undefined) return block;
  const { ifUnproven, ...rest } = block;
  return 'note' in rest ? { ...rest, note: ifUnproven } : { ...rest, text: ifUnproven };
}

const footerOf = ({ isWarning, isAnswerable }: MailContent) => [
  isAnswerable
    ? 'このメールには、そのままご返信いただけます。'
    : 'このメールは送信専用です。ご返信いただいてもお答えできません。',
  ...(isWarning ? [] : ['お心当たりのないときは、お手数ですがこのメールを破棄してください。']),
];

const stop = 'このお知らせの配信を停止する';

/** Text that is safe inside an element and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function isShown(block: Block): boolean {
  if ('facts' in block) return block.facts.length > 0;
  if ('button' in block) return true;
  return ('note' in block ? block.note : block.text) !== '';
}

/** The plain text of a mail; `siteUrl` is the site's public address. */
export function renderText(content: MailContent, siteUrl: string): string {
  const { name, blocks, unsubscribeUrl } = content;
  const parts = blocks.filter(isShown).map((block) => {
    if ('facts' in block)
      return block.facts.map(([label, value]) => `${label}：${value}`).join('\n');
    if ('button' in block) return `▼ ${block.button}\n${block.url}`;
    return 'note' in block ? block.note : block.text;
  });
  return [
    ...(name === '' ? [] : [`${name} 様`]),
    ...parts,
    [
      '──────────',
      'たすき',
      siteUrl,
      ...footerOf(content),
      `お問い合わせ：${siteUrl}/contact`,
      ...(unsubscribeUrl === undefined ? [] : [`${stop}：${unsubscribeUrl}`]),
    ].join('\n'),
  ]
    .join('\n\n')
    .concat('\n');
}

const font =
  "'Hiragino Sans','Hiragino Kaku Gothic ProN','BIZ UDPGothic','Noto Sans JP',Meiryo,sans-serif";
const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');

function renderBlock(block: Block): string {
  if ('facts' in block) {
    const rows = block.facts.map(
      ([label, value]) =>
        `<dt style="margin:8px 0 0;font-size:13px;color:#6B5A50">${lines(label)}</dt>` +
        `<dd style="margin:0;font-weight:bold">${lines(value)}</dd>`,
    );
    return `<dl style="margin:20px 0;padding:8px 20px 16px;background:#FFF9F1;border:1px dashed #C8452E;border-radius:16px">${rows.join('')}</dl>`;
  }
  if ('button' in block) {
    return (
      '<p style="margin:24px 0;text-align:center">' +
      `<a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 28px;background:#C8452E;color:#FFFFFF;border-radius:999px;font-weight:bold;text-decoration:none">${escapeHtml(block.button)}</a></p>`
    );
  }
  if ('note' in block) {
    return `<p style="margin:12px 0;font-size:13px;color:#6B5A50">${lines(block.note)}</p>`;
  }
  return `<p style="margin:16px 0">${lines(block.text)}</p>`;
}

/** The HTML of a mail: inline styles only, nothing loaded from elsewhere, every value escaped. */
export function renderHtml(content: MailContent, siteUrl: string): string {
  const { subject, name, blocks, unsubscribeUrl } = content;
  const site = escapeHtml(siteUrl);
  return [
    '<!doctype html><html lang="ja" style="color-scheme:light"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // The colours are those of paper: a program in the dark that turned some of them would leave words unreadable.
    '<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 12px;background:#F6EBDD;color:#3A2E28;font-family:${font};font-size:16px;line-height:1.7">`,
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#FFFFFF;border-top:6px solid #C8452E;border-radius:16px">',
    '<p style="margin:0 0 16px;font-size:20px;font-weight:bold;color:#C8452E;letter-spacing:.1em">たすき</p>',
    ...(name === '' ? [] : [`<p style="margin:16px 0">${escapeHtml(name)} 様</p>`]),
    ...blocks.filter(isShown).map(renderBlock),
    '<div style="margin:32px 0 0;padding:16px 0 0;border-top:1px dashed #E4D5C3;font-size:13px;color:#6B5A50">',
    `<p style="margin:0">たすき　<a href="${site}" style="color:#A93621">${site}</a></p>`,
    `<p style="margin:8px 0 0">${footerOf(content).map(escapeHtml).join('<br>')}</p>`,
    `<p style="margin:8px 0 0"><a href="${site}/contact" style="color:#A93621">お問い合わせ</a></p>`,
    ...(unsubscribeUrl === undefined
      ? []
      : [
          `<p style="margin:8px 0 0"><a href="${escapeHtml(unsubscribeUrl)}" style="color:#A93621">${stop}</a></p>`,
        ]),
    '</div></div></body></html>',
  ].join('\n');
}
