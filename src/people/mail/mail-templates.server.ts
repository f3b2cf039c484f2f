import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import {
  type ApplicationRow,
  selectApplications,
  toRow,
} from '#giving/applications/application-row.server.ts';
import { applications } from '#giving/applications/application-tables.server.ts';
import type { DeliverySlot } from '#giving/applications/delivery.ts';
import type { ProductKind } from '#giving/applications/goods.ts';
import type { Person } from '#kit/actor.server.ts';
import { audit, writeAudit } from '#kit/audit/audit.server.ts';
import { type Database, type Transaction, transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { notFound, refuse } from '#kit/errors/refusal.ts';
import { attempts } from '#kit/limits/attempts.server.ts';
import { formatDateTime, toTimestamp } from '#kit/values/timestamp.ts';
import type { Publication } from '#kit/versions/version.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { versionsOf } from '#kit/versions/versions.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { countTry } from '#people/sign-in/account-messages.server.ts';
import { appraisals } from '#warehouse/results/result-tables.server.ts';
import { composeMail, withWords } from './compose.server.ts';
import { type MailContent, renderHtml, renderText } from './mail-content.server.ts';
import {
  type ApplicationMailKind,
  isAboutApplication,
  isMailKind,
  type MailKind,
  mailKindNames,
} from './mail-kinds.ts';
import { switchOf } from './mail-preference.ts';
import { outboxMails } from './mail-tables.server.ts';
import {
  type MailPreview,
  type MailPreviewDraft,
  MailTemplate,
  type MailTemplateLine,
  templateProblems,
} from './mail-template.ts';
import { writeTestMail } from './outbox.server.ts';
import { sampleMails } from './sample-mails.server.ts';
import { hiddenLink, hideLinks } from './sealed-links.server.ts';
import { draftMail } from './templates/templates.server.ts';
import type { MailWords } from './words/mail-words.ts';

type PreviewInput = { kind: MailKind; own: MailWords | null; publicUrl: string };
type ComposedMail = Pick<MailPreview, 'record' | 'recordName'> & { content: MailContent };

/** Older mails hold no values; this many are searched for one that does. */
const newestMails = 20;

/** Content of a mail in these words, from an application, the newest mail of the kind, or a sample. */
async function composeFromRecord(
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
const composeFromSample = ({ kind, own, publicUrl }: PreviewInput): { content: MailContent } => ({
  content: composeMail(kind, draftMail(kind, sampleMails(publicUrl)[kind], publicUrl), own),
});

/** Preview with secret links blanked and no address. */
function previewOf(
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

const ofTemplates = eq(contentVersions.kind, 'mail-template');

/** Words of each kind of mail, editable by the operator (docs/decisions/0018). */
export const mailTemplates = (
  dependencies: Pick<Dependencies, 'db' | 'clock' | 'publicUrl' | 'secret'>,
) => {
  const { db, clock, publicUrl } = dependencies;
  const budgets = attempts(dependencies);
  const versions = versionsOf<MailTemplate>(dependencies, {
    kind: 'mail-template',
    schema: MailTemplate,
    asDelivered: (_source, key) => (isMailKind(key) ? { own: null } : undefined),
    check: async (_source, key, content) => demandPossible(key, content),
  });

  return {
    versions,

    /** Publishes the draft. Restoring the built-in words needs a reason. */
    async publish(
      operator: Person,
      key: string,
      tag: number | undefined,
      publication: Publication,
    ) {
      const draft = (await versions.read(key))?.versioned.draft;
      if (draft?.content.own === null && publication.note === '') {
        const message = '標準の文に戻す理由を、「変更の理由」に入力してください。';
        throw refuse('ValidationError', message, { errors: [{ path: 'note', message }] });
      }
      return versions.publish(operator, key, tag, publication);
    },

    /** All kinds, with the words in force. */
    async list(): Promise<MailTemplateLine[]> {
      const published = await publishedTemplates(db);
      const drafts = await db
        .select({ key: contentVersions.key })
        .from(contentVersions)
        .where(and(ofTemplates, inArray(contentVersions.state, ['draft', 'waiting'])));
      return mailKindNames.map((kind) => {
        const holding = published.get(kind);
        return {
          kind,
          isOwn: holding?.own != null,
          since: holding?.publishedAt ? toTimestamp(holding.publishedAt) : '',
          hasDraft: drafts.some(({ key }) => key === kind),
        };
      });
    },

    /** Renders a mail in these words. Audits personal data that it reads for that. */
    async preview(
      operator: Person,
      kind: MailKind,
      { content, appraisalId }: MailPreviewDraft,
    ): Promise<MailPreview> {
      await countTry(budgets, [['previews by person', operator.uid]]);
      demandPossible(kind, content);
      const previewInput = { kind, own: content.own, publicUrl };
      return transaction(db, async (tx) => {
        const made = await composeFromRecord(tx, { ...previewInput, appraisalId });
        if (made.record !== 'sample') {
          await writeAudit(tx, {
            actor: operator,
            action: 'mail-template.read',
            ...(appraisalId === ''
              ? { subjectType: 'content', subjectId: `mail-template:${kind}` }
              : { subjectType: 'application', subjectId: appraisalId }),
            at: clock(),
          });
        }
        return previewOf(previewInput, made);
      });
    },

    /** Sends these words, with sample facts, to the operator who asks. */
    async sendTest(
      operator: Person,
      kind: MailKind,
      { content: { own } }: { content: MailTemplate },
    ): Promise<{ to: string }> {
      demandPossible(kind, { own });
      await countTry(budgets, [['test mails by person', operator.uid]]);
      return transaction(db, async (tx) => {
        const [account] = await tx
          .select({ email: users.email })
          .from(users)
          .where(eq(users.uid, operator.uid));
        if (!account?.email) throw notFound('ご自身のメールアドレス');
        const { content } = composeFromSample({ kind, own, publicUrl });
        await writeTestMail(tx, { to: account.email, uid: operator.uid }, content, dependencies);
        await audit(tx, operator, 'mail-template.send', ['content', `mail-template:${kind}`], {
          at: clock(),
        });
        return { to: account.email };
      });
    },
  };
};

/** Published template of each kind that has one, and the time of publication. */
async function publishedTemplates(db: Database) {
  const rows = await db
    .selectDistinctOn([contentVersions.key], {
      key: contentVersions.key,
      content: contentVersions.content,
      publishedAt: contentVersions.publishedAt,
    })
    .from(contentVersions)
    .where(and(ofTemplates, eq(contentVersions.state, 'published')))
    .orderBy(contentVersions.key, desc(contentVersions.number));
  return new Map(
    rows.map(({ key, content, publishedAt }) => [
      key,
      { own: (content as MailTemplate).own, publishedAt },
    ]),
  );
}

function demandPossible(key: string, content: MailTemplate): void {
  if (!isMailKind(key)) throw notFound('メールの文面');
  const [first, ...rest] = templateProblems(key, content);
  if (first) throw refuse('ValidationError', first.message, { errors: [first, ...rest] });
}
