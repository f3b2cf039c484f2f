import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';
import { refuse } from '#kit/errors/refusal.ts';

/** An incoming mail, as far as threads and the outbox need it. */
export type IncomingMail = {
  messageId: string;
  /** Every address it was sent or forwarded to. */
  recipients: string[];
  /** '' unless the header names exactly one address. */
  from: string;
  /** Sent by a program: an absence notice, a mailing list, a delivery notice. */
  isAutomatic: boolean;
  text: string;
  files: { name: string; bytes: Buffer }[];
  /** The failure that a delivery notice reports. */
  bounce: { messageId: string; reason: string } | undefined;
};

/** No personal letter is longer; the rest is not read. */
const longestHtml = 500_000;
const longestText = 200_000;

const addressesIn = (objects: AddressObject | AddressObject[] | undefined): string[] =>
  [objects ?? []]
    .flat()
    .flatMap(({ value }) =>
      value.flatMap(({ address, group }) => [
        ...(address ? [address] : []),
        ...(group ?? []).flatMap((member) => member.address ?? []),
      ]),
    );

const headerText = (mail: ParsedMail, name: string): string =>
  mail.headerLines
    .filter(({ key }) => key === name)
    .map(({ line }) => line.slice(line.indexOf(':') + 1).trim())
    .join(' ');

/** RFC 3834, and the headers programs used before it. */
function isByProgram(mail: ParsedMail): boolean {
  const submitted = headerText(mail, 'auto-submitted').toLowerCase();
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(?:bulk|junk|list|auto_reply)/i.test(headerText(mail, 'precedence')) ||
    headerText(mail, 'x-autoreply') !== '' ||
    headerText(mail, 'list-id') !== '' ||
    headerText(mail, 'return-path') === '<>'
  );
}

const fieldIn = (text: string, name: string) =>
  new RegExp(`^${name}:[ \\t]*(.{1,400})$`, 'im').exec(text)?.[1]?.trim();

/** Failure in a delivery notice (RFC 3464). The mail it is about, or its headers, are attached to it. */
function bounceOf(mail: ParsedMail): IncomingMail['bounce'] {
  const report = headerText(mail, 'content-type').toLowerCase();
  if (!/multipart\/report/.test(report) || !/delivery-status/.test(report)) return undefined;
  const text = (mail.text ?? '').slice(0, longestText);
  // One block per recipient (RFC 3464, 2.3): some recipients of an alias may have failed, others be delayed.
  const failed = text
    .split(/^(?=(?:Original|Final)-Recipient:)/im)
    .find((block) => fieldIn(block, 'Action')?.toLowerCase() === 'failed');
  if (failed === undefined) return undefined;
  const about = mail.attachments.find(({ contentType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(contentType),
  );
  const headers = about?.content.subarray(0, 64 * 1024).toString('latin1') ?? '';
  const messageId = fieldIn(
    headers.replace(/\r?\n[ \t]+/g, ' ').replaceAll('\r', ''),
    'Message-ID',
  );
  if (messageId === undefined) return undefined;
  const details = [fieldIn(failed, 'Status'), fieldIn(failed, 'Diagnostic-Code')];
  return { messageId, reason: details.filter(Boolean).join(' ') };
}

const longestFrom = 2_000;

/** Replaces each comment and quoted string with NUL (RFC 5322, 3.2.2 and 3.2.4). */
function withoutComments(header: string): string {
  let plain = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < header.length; at++) {
    const letter = header.charAt(at);
    const wasOutside = depth === 0 && !isQuoted;
    if (letter === '\\') at++;
    else if (letter === '"' && depth === 0) isQuoted = !isQuoted;
    else if (letter === '(' && !isQuoted) depth++;
    else if (letter === ')' && depth > 0) depth--;
    const isOutside = depth === 0 && !isQuoted;
    if (wasOutside) plain += isOutside ? letter : '\0';
  }
  return plain;
}

/**
 * The one address of a From header, plain or in angle brackets. '' for what parsers read differently (an address
 * split by comments or blanks, several addresses), so that no mail is attributed to the wrong person.
 */
function senderIn(header: string): string {
  const plain = withoutComments(header.slice(0, longestFrom)).replace(/\r?\n/g, ' ').trim();
  const found =
    /^[^@<>]*<\s*([^\s\0<>(),;:@"\\]+@[^\s\0<>(),;:@"\\]+)\s*>[\s\0]*$/.exec(plain) ??
    /^(?:\0\s*)?([^\s\0<>(),;:@"\\]+@[^\s\0<>(),;:@"\\]+)(?:\s+\0)?$/.exec(plain);
  return found?.[1] ?? '';
}

/** Parses with mailparser; refuses mails beyond its limits. */
async function parsed(raw: Uint8Array): Promise<ParsedMail> {
  try {
    return await simpleParser(Buffer.from(raw), {
      skipImageLinks: true,
      skipTextLinks: true,
      skipTextToHtml: true,
      maxHtmlLengthToParse: longestHtml,
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EMAXLEN') {
      throw refuse('PayloadTooLarge', 'メールのヘッダーや入れ子が大きすぎるため、受け取れません。');
    }
    throw refuse('ValidationError', 'メールとして読み取れないため、受け取れません。');
  }
}

/** Parses a mail (RFC 5322). Bytes that are no mail give an empty one. */
export async function parseMail({ raw }: { raw: Uint8Array }): Promise<IncomingMail> {
  const mail = await parsed(raw);
  const forwardedTo = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
    headerText(mail, name).split(/[\s,<>]+/),
  );
  return {
    messageId: mail.messageId ?? '',
    recipients: [...addressesIn(mail.to), ...addressesIn(mail.cc), ...forwardedTo].filter((one) =>
      one.includes('@'),
    ),
    from: senderIn(headerText(mail, 'from')),
    isAutomatic: isByProgram(mail),
    text: (mail.text ?? '').slice(0, longestText),
    files: mail.attachments
      .filter(({ related, contentDisposition }) => !related || contentDisposition === 'attachment')
      .map(({ filename, content }) => ({ name: filename ?? '', bytes: content })),
    bounce: bounceOf(mail),
  };
}
