/** Frame sizes of the widget for an organisation's own website, in pixels. */
export const widgetSizes = {
  button: { width: 300, height: 162 },
  card: { width: 320, height: 264 },
} as const;
export type WidgetSize = keyof typeof widgetSizes;

/** Permissions of the frame: links open the application, and nothing happens without a click. */
export const widgetSandbox =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

export const widgetPath = (associateId: string, size: WidgetSize) =>
  `/widget/associate/${associateId}?size=${size}`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? '');

/**
 * HTML for an organisation's own site: a link that the script replaces by the frame. If scripts are
 * off, blocked or removed, the link remains.
 */
export function widgetSnippet({
  publicUrl,
  associateId,
  name,
  size,
}: {
  publicUrl: string;
  associateId: string;
  name: string;
  size: WidgetSize;
}): string {
  return [
    `<div><a href="${publicUrl}/associate/${associateId}">${escaped(name)}に洋服を寄付する</a>`,
    `<script src="${publicUrl}/widget.js" data-associate="${associateId}" data-size="${size}" async></script></div>`,
  ].join('\n');
}
