import { createHash } from 'node:crypto';
import { arrivalWords } from '#money/ledger/arrival-words.ts';
import type { Terms } from '#money/ledger/fees.ts';
import { type WidgetSize, widgetSandbox } from '#organisations/associates/website-widget.ts';
import { escapeHtml } from '#people/mail/mail-content.server.ts';

/** Styles in the site's colours, with system fonts: nothing else is loaded. */
const style = `
*{box-sizing:border-box}
html{background:#fffefb;color:#3a2e28;color-scheme:light;font:14px/1.5 "Hiragino Sans","BIZ UDPGothic","Noto Sans JP",Meiryo,sans-serif;letter-spacing:.02em;overflow-wrap:anywhere}
body{align-items:center;border:1px solid #e4d5c3;border-radius:16px;display:flex;flex-direction:column;gap:8px;justify-content:center;margin:0;min-height:100vh;padding:10px 14px;text-align:center}
p{margin:0;text-wrap:balance;word-break:auto-phrase}
.name{display:-webkit-box;font-weight:700;max-width:100%;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:1}
.card .name{font-size:16px;-webkit-line-clamp:2}
.button .more{display:none}
.count b{color:#a93621;font-size:18px;font-variant-numeric:tabular-nums}
.card .count b{font-size:24px}
.give{align-items:center;background:#c8452e;border-radius:999px;color:#fff;display:inline-flex;font-size:16px;font-weight:700;justify-content:center;min-height:48px;padding:8px 28px;text-decoration:none}
.give:hover{background:#a93621}
.more,.cost{color:#6b5a50}
.cost{font-size:12px}
.hidden{clip-path:inset(50%);height:1px;overflow:hidden;position:absolute;white-space:nowrap;width:1px}
:focus-visible{box-shadow:0 0 0 6px #f5b83d;outline:3px solid #3a2e28;outline-offset:2px}
@media (max-width:300px){.more{display:none}}
@media (prefers-reduced-motion:no-preference){.give{transition:background-color .2s}}
@media (forced-colors:active){.give{border:2px solid}}
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Any site may frame this document, which can do nothing but open the application. */
export const widgetPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
  `sandbox ${widgetSandbox}`,
].join('; ');

const document = (title: string, size: WidgetSize, body: string) => `<!DOCTYPE html>
<html lang="ja"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body class="${size}">${body}</body></html>
`;

const give = (path: string, words: string) =>
  `<a class="give" href="${path}" target="_blank" rel="noopener">${words}<span class="hidden">（新しいタブで開きます）</span></a>`;

type WidgetAssociate = {
  id: string;
  name: string;
  stat: { monthlyCount: number };
  /** Published; null while withheld. */
  deliveredYen: number | null;
  terms: Terms;
};

/** Widget of an organisation: this month's number of gifts, what arrived so far, and what arrives of a gift. */
export const widgetPage = (
  { id, name, stat, deliveredYen, terms }: WidgetAssociate,
  size: WidgetSize,
): string =>
  document(
    `${name}に洋服を寄付する`,
    size,
    `<p class="name">${escapeHtml(name)}</p>
${give(`/associate/${id}`, '洋服を寄付する')}
<p class="count">今月のご寄付 <b>${stat.monthlyCount.toLocaleString('ja-JP')}</b>件</p>
${deliveredYen === null ? '' : `<p class="more">これまでに届いた額 <b>${deliveredYen.toLocaleString('ja-JP')}</b>円</p>`}
<p class="cost">${arrivalWords(terms)}</p>
<p class="more">着なくなった服が、活動の力になります。<br/>寄付サービス「たすき」</p>`,
  );

/** Widget for an organisation that is not or no longer listed. */
export const widgetWithoutAssociate = (size: WidgetSize): string =>
  document(
    '団体のページが見つかりませんでした',
    size,
    `<p>この団体へのお申し込みは、いまは受け付けていません。</p>
${give('/', '「たすき」のページへ')}`,
  );
