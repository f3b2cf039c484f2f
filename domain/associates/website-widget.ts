/** How an organisation's own website shows it: in pixels of the frame. */
export const widgetSizes = {
  button: { width: 300, height: 162 },
  card: { width: 320, height: 264 },
} as const;
export type WidgetSize = keyof typeof widgetSizes;

/** What a frame of another site may do: open the application, and nothing by itself. */
export const widgetSandbox =
  'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation';

/** The address of the framed page. */
export const widgetPath = (associateId: string, size: WidgetSize) =>
  `/widget/associate/${associateId}?size=${size}`;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? '');

/**
 * What an organisation copies into its own page: a link, which the script replaces by the frame. Where
 * scripts are off, blocked or taken out, the link stays.
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
