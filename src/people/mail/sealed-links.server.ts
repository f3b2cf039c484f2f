import { type Opened, openText, sealText } from '#kit/keys/seal.server.ts';
import { derivedKey, type Secrets, secretsOf } from '#kit/keys/secrets.server.ts';
import type { MailContent } from './mail-content.server.ts';

/** Replaces a secret link in the text of a stored mail. */
export const hiddenLink = '（ご本人専用のリンクのため、表示していません）';

const start = 'sealed:2:';
/** Former format, which did not bind a link to its mail; it appeared in the text as well. */
const earlierForm = /^\{\{sealed:([\w-]+)\}\}$/;
const earlierInText = /\{\{sealed:[\w-]+\}\}/g;

const keyOf = (secret: string) => derivedKey(secret, 'tasuki sealed text of mails');

/**
 * Maps each secret link of a content. Only these places ever hold sealed data; typed text is elsewhere and never
 * interpreted.
 */
export function withLinks(
  content: MailContent,
  change: (url: string, place: string) => string,
): MailContent {
  const { unsubscribeUrl, blocks } = content;
  return {
    ...content,
    ...(unsubscribeUrl !== undefined && { unsubscribeUrl: change(unsubscribeUrl, 'unsubscribe') }),
    blocks: blocks.map((block, index) =>
      'button' in block && block.isSecret
        ? { ...block, url: change(block.url, `block ${index}`) }
        : block,
    ),
  };
}

/** Binds a link to its mail and place: copied elsewhere, it cannot be opened. */
const aboutOf = (dedupeKey: string, place: string) => `${place} of ${dedupeKey}`;

/**
 * Content for storage: secret links (status, claim, reset) are sealed, so that neither a backup nor the operator's
 * view reveals them (docs/decisions/0017).
 */
export const sealLinks = (content: MailContent, secret: string, dedupeKey: string): MailContent =>
  withLinks(
    content,
    (url, place) => start + sealText(keyOf(secret), url, aboutOf(dedupeKey, place)),
  );

function openLink(secrets: Secrets, url: string, about: string): Opened | undefined {
  const keys = secretsOf(secrets).map(keyOf);
  if (url.startsWith(start)) return openText(keys, url.slice(start.length), about);
  const earlier = earlierForm.exec(url)?.[1];
  // The former format is bound to nothing.
  return earlier === undefined ? { text: url, isCurrent: true } : openText(keys, earlier, '');
}

/**
 * Opens a stored content's links, and says whether all were sealed under the current SECRET; undefined if one needs a
 * missing SECRET.
 */
export function openLinks(
  content: MailContent,
  secrets: Secrets,
  dedupeKey: string,
): { content: MailContent; isCurrent: boolean } | undefined {
  let isCurrent = true;
  let isLost = false;
  const opened = withLinks(content, (url, place) => {
    const link = openLink(secrets, url, aboutOf(dedupeKey, place));
    isLost ||= link === undefined;
    isCurrent &&= link?.isCurrent === true;
    return link?.text ?? '';
  });
  return isLost ? undefined : { content: opened, isCurrent };
}

/** Content for people who may read the mail but not act on it. */
export const hideLinks = (content: MailContent, instead: string): MailContent =>
  withLinks(content, () => instead);

/** Stored text, with the former format's markers replaced. */
export const withoutMarkers = (text: string): string =>
  text.replace(earlierInText, () => hiddenLink);
