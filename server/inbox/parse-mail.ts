import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser';

/** A mail that came in, as far as threads and the outbox ask for it. */
export type IncomingMail = {
  messageId: string;
  /** Every address that it was sent to, or handed on to. */
  recipients: string[];
  from: string;
  /** Written by a program: an absence, a list, a notice of delivery. */
  isAutomatic: boolean;
  text: string;
  files: { name: string; bytes: Buffer }[];
  /** What a notice of delivery says has failed. */
  bounce: { messageId: string; reason: string } | undefined;
};

/** More is no letter of a person; the rest of it is not read. */
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

/** RFC 3834, and what programs did before it. */
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

/** What failed by a notice of delivery (RFC 3464); the mail it is about lies beside it, or its headers do. */
function bounceOf(mail: ParsedMail): IncomingMail['bounce'] {
  const report = headerText(mail, 'content-type').toLowerCase();
  if (!/multipart\/report/.test(report) || !/delivery-status/.test(report)) return undefined;
  const text = (mail.text ?? '').slice(0, longestText);
  if (fieldIn(text, 'Action')?.toLowerCase() !== 'failed') return undefined;
  const about = mail.attachments.find(({ contentType }) =>
    ['message/rfc822', 'text/rfc822-headers'].includes(contentType),
  );
  const headers = about?.content.subarray(0, 64 * 1024).toString('latin1') ?? '';
  const messageId = fieldIn(
    headers.replace(/\r?\n[ \t]+/g, ' ').replaceAll('\r', ''),
    'Message-ID',
  );
  if (messageId === undefined) return undefined;
  const said = [fieldIn(text, 'Status'), fieldIn(text, 'Diagnostic-Code')];
  return { messageId, reason: said.filter(Boolean).join(' ') };
}

/** Reads a mail (RFC 5322); bytes that are none give one without anything. */
export async function parseMail({ raw }: { raw: Uint8Array }): Promise<IncomingMail> {
  const mail = await simpleParser(Buffer.from(raw), {
    skipImageLinks: true,
    skipTextLinks: true,
    skipTextToHtml: true,
    maxHtmlLengthToParse: longestHtml,
  });
  const handedOn = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
    headerText(mail, name).split(/[\s,<>]+/),
  );
  return {
    messageId: mail.messageId ?? '',
    recipients: [...addressesIn(mail.to), ...addressesIn(mail.cc), ...handedOn].filter((one) =>
      one.includes('@'),
    ),
    from: addressesIn(mail.from)[0] ?? '',
    isAutomatic: isByProgram(mail),
    text: (mail.text ?? '').slice(0, longestText),
    files: mail.attachments
      .filter(({ related, contentDisposition }) => !related || contentDisposition === 'attachment')
      .map(({ filename, content }) => ({ name: filename ?? '', bytes: content })),
    bounce: bounceOf(mail),
  };
}
