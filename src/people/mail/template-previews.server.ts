import { and, desc, eq, isNull } from 'drizzle-orm';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import type { Transaction } from '#kit/db/database.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { composeMail, withWords } from './compose.server.ts';
import { type MailContent, renderHtml, renderText } from './mail-content.server.ts';
import { type ApplicationMailKind, isAboutApplication, type MailKind } from './mail-kinds.ts';
import { switchOf } from './mail-preference.ts';
import { outboxMails } from './mail-tables.server.ts';
import type { MailPreview } from './mail-template.ts';
import { sampleMails } from './sample-mails.server.ts';
import { hiddenLink, hideLinks } from './sealed-links.server.ts';
import { draftMail } from './templates/templates.server.ts';
import type { MailWords } from './words/mail-words.ts';

type PreviewInput = { kind: MailKind; own: MailWords | null; publicUrl: string };
type ComposedMail = Pick<MailPreview, 'record' | 'recordName'> & { content: MailContent };

/** Older mails hold no values; this many are searched for one that does. */
const newestMails = 20;

/** Content of a mail in these words, from an application, the newest mail of the kind, or a sample. */
export async function composeFromRecord(
  tx: Transaction,
  { appraisalId, ...asked }: PreviewInput & { appraisalId: string },
): Promise<ComposedMail> {
  if (appraisalId !== '') return ofApplication(tx, asked, appraisalId);
  return (
    (await ofNewestMail(tx, asked)) ?? {
      ...composeFromSample(asked),
      record: 'sample',
      recordName: '',
    }
  );
}

/** Content from sample data. */
export const composeFromSample = ({
  kind,
  own,
  publicUrl,
}: PreviewInput): { content: MailContent } => ({
  content: composeMail(kind, draftMail(kind, sampleMails(publicUrl)[kind], publicUrl), own),
});

/** Preview with secret links blanked and no address. */
export function previewOf(
  { kind, publicUrl }: PreviewInput,
  { content: made, record, recordName }: ComposedMail,
): MailPreview {
  const content = { ...made, ...(switchOf(kind) && { unsubscribeUrl: '' }) };
  return {
    subject: content.subject,
    text: renderText(hideLinks(content, hiddenLink), publicUrl),
    html: renderHtml(hideLinks(content, '#'), publicUrl),
    record,
    recordName,
  };
}

async function ofApplication(
  tx: Transaction,
  { kind, own, publicUrl }: PreviewInput,
  appraisalId: string,
): Promise<ComposedMail> {
  const [found] = isAboutApplication(kind)
    ? await selectApplications(tx, eq(applications.appraisalId, appraisalId))
    : [];
  if (!found || !isAboutApplication(kind)) {
    const message = 'この申込番号のお申し込みは見つかりませんでした。';
    throw refuse('NotFound', message, { errors: [{ path: 'appraisalId', message }] });
  }
  const samples = sampleMails(publicUrl);
  const data = { ...samples[kind], ...(await factsOf(tx, toRow(found), publicUrl)) };
  const draft = draftMail(kind, data as (typeof samples)[ApplicationMailKind], publicUrl);
  return { content: composeMail(kind, draft, own), record: 'application', recordName: appraisalId };
}

/** Facts of an application; the sample fills in what is not known yet (an amount, a reason). */
async function factsOf(tx: Transaction, row: ApplicationRow, publicUrl: string) {
  const [result] = await tx
    .select({ amountYen: appraisals.donationYen })
    .from(appraisals)
    .where(and(eq(appraisals.appraisalId, row.appraisalId), isNull(appraisals.reversedAt)))
    .limit(1);
  return {
    name: `${row.lastName} ${row.firstName}`,
    appraisalId: row.appraisalId,
    targetName: row.targetName,
    products: row.products as ProductKind[],
    boxes: row.boxes,
    needReceipt: row.needReceipt,
    claimUrl: row.uid === null ? publicUrl : undefined,
    ...(row.deliveryDate && {
      deliveryDate: row.deliveryDate,
      deliverySlot: row.deliverySlot as DeliverySlot,
    }),
    ...(result?.amountYen && { amountYen: result.amountYen }),
  };
}

async function ofNewestMail(
  tx: Transaction,
  { kind, own }: PreviewInput,
): Promise<ComposedMail | undefined> {
  const rows = await tx
    .select({ content: outboxMails.content, createdAt: outboxMails.createdAt })
    .from(outboxMails)
    .where(eq(outboxMails.kind, kind))
    .orderBy(desc(outboxMails.id))
    .limit(newestMails);
  const found = rows.find(({ content }) => (content as MailContent).values !== undefined);
  if (!found) return undefined;
  return {
    content: withWords(kind, found.content as MailContent, own),
    record: 'mail',
    recordName: formatDateTime(toTimestamp(found.createdAt)),
  };
}
