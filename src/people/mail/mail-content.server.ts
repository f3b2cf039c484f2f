import type { MailValues } from './mail-template.ts';
import { type MailPart, typedVariables } from './words/mail-words.ts';

/** Words that the operator may edit, and their replacement for an unproven address, if it differs. */
type Words = { part?: MailPart; ifUnproven?: string };

/**
 * A part of a mail. `isSecret` marks a button whose URL grants access. `isTyped` marks facts that a person typed;
 * only a proven address gets them.
 */
export type Block =
  | ({ text: string } & Words)
  | { facts: readonly (readonly [label: string, value: string])[]; isTyped?: boolean }
  | { button: string; url: string; isSecret?: boolean }
  | ({ note: string } & Words);

/** Content of a mail; this file renders it as text and as HTML. */
export type MailContent = {
  subject: string;
  /** Recipient, such as "髙橋 花子"; 様 is added. Empty if unknown. */
  name: string;
  blocks: readonly Block[];
  /** Values of the variables in words, by name; missing in older mails (docs/decisions/0018). */
  values?: MailValues;
  /** Warns of what another person may have done: the recipient must act if it was not them. */
  isWarning?: true;
  /** Replies to it are read. */
  isAnswerable?: true;
  /** Unsubscribe page, for kinds that can be stopped. */
  unsubscribeUrl?: string;
};

/**
 * Content for an unproven address. It leaves out everything that was typed, or our mails would carry a stranger's
 * words to anyone.
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
  // Emptied and not removed: sealed links are bound to their position.
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

/** Escapes text for element content and quoted attributes. */
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

/** Plain text of a mail. `siteUrl` is the site's public address. */
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

/** HTML of a mail: inline styles only, no external resources, every value escaped. */
export function renderHtml(content: MailContent, siteUrl: string): string {
  const { subject, name, blocks, unsubscribeUrl } = content;
  const site = escapeHtml(siteUrl);
  return [
    '<!doctype html><html lang="ja" style="color-scheme:light"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // Light scheme only: a dark mode that inverts some colours would leave words unreadable.
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
