import { type Opened, openText, sealText } from '#server/keys/seal.ts';
import { derivedKey, type Secrets, secretsOf } from '#server/keys/secrets.ts';
import type { MailContent } from './mail-content.ts';

/** What the text of a stored mail says in the place of a link that proves something. */
export const hiddenLink = '（ご本人専用のリンクのため、表示していません）';

const start = 'sealed:2:';
/** As links were sealed before they were bound to their mail; it stood in the text as well. */
const earlierForm = /^\{\{sealed:([\w-]+)\}\}$/;
const earlierInText = /\{\{sealed:[\w-]+\}\}/g;

const keyOf = (secret: string) => derivedKey(secret, 'tasuki sealed text of mails');

/**
 * The content with each of its secret links changed; only these places ever hold anything sealed. What
 * people typed stands in others, and is never read for it.
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

/** Bound to its mail and place: copied to another, it opens nothing. */
const aboutOf = (dedupeKey: string, place: string) => `${place} of ${dedupeKey}`;

/**
 * The content as it is stored: links that prove something (status, claim, reset) are sealed, so that
 * neither a backup nor the operator's view shows them (docs/decisions/0004).
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
  // Those are bound to nothing.
  return earlier === undefined ? { text: url, isCurrent: true } : openText(keys, earlier, '');
}

/**
 * A stored content with its links open, and whether all were sealed under the present SECRET; undefined
 * where one is sealed under a SECRET that is gone.
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

/** The content for people who may read the mail but not act on it. */
export const hideLinks = (content: MailContent, instead: string): MailContent =>
  withLinks(content, () => instead);

/** The stored text of a mail for its reader: those of before name the sealed links. */
export const withoutMarkers = (text: string): string =>
  text.replace(earlierInText, () => hiddenLink);
