import { type ReactNode, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { useMarkdownPreview } from '#kit/forms/markdown/use-markdown-preview.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { RichText } from '#kit/ui/text/rich-text.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { usePictureLink } from '#kit/versions/use-draft-picture.ts';
import { contentKinds } from '#kit/versions/version.ts';
import type { ActivityContent } from '#organisations/activities/activity.ts';
import type { AssociateContent } from '#organisations/associates/associate-content.ts';
import { associateInWords } from '#organisations/associates/editor/content-in-words.ts';
import { thanksInWords } from '#organisations/room/thanks-in-words.ts';
import type { ThanksContent } from '#organisations/thanks/thanks-schema.ts';
import { reportInWords } from '#organisations/use-reports/report-in-words.ts';
import type { UseReportContent } from '#organisations/use-reports/use-report.ts';
import { previewMarkdown } from '#people/session/preview-markdown.ts';
import { type Look, SentBack } from '#site/looks/look.ts';

export const meta = () => [
  { title: '公開の確認待ち｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];
export const handle = { layout: 'admin' };

/** Texts of organisations to review before publication. */
export default function LooksPage() {
  const [version, setVersion] = useState(0);
  return (
    <>
      <PageHead title="公開の確認待ち" />
      <Panel label="確認を待っている内容">
        <PagedList<Look>
          path="/api/office/looks"
          version={version}
          label="確認を待っている内容"
          empty={{
            title: '確認待ちの内容はありません',
            text: '団体の担当者が確認を依頼すると、ここに古い順に並びます。',
          }}
          keyOf={({ kind, key, tag }) => `${kind} ${key} ${tag}`}
        >
          {(look) => <OneLook look={look} onDone={() => setVersion(version + 1)} />}
        </PagedList>
      </Panel>
    </>
  );
}

function OneLook({ look, onDone }: { look: Look; onDone: () => void }) {
  const { kind, associateName, note, changedBy, changedAt } = look;
  return (
    <article aria-label={`${associateName}の${contentKinds[kind]}`}>
      <h2 className="text-lg wrap-anywhere">
        {associateName}：{contentKinds[kind]}
      </h2>
      <p className="text-sm text-ink-2">
        {formatDateTime(changedAt)} {changedBy}
        {note && `　${note}`}
      </p>
      <LookText fields={inWords(look).filter(({ value }) => !value.startsWith('画像 '))}>
        {imageIdsOf(look).map((imageId) => (
          <LookPicture key={imageId} associateId={look.associateId} imageId={imageId} />
        ))}
      </LookText>
      <LookActions look={look} onDone={onDone} />
    </article>
  );
}

function imageIdsOf({ kind, content }: Look): string[] {
  const { coverImageId, vision } = content as AssociateContent;
  const ids =
    kind === 'associate'
      ? [coverImageId, vision.imageId]
      : [(content as ActivityContent | ThanksContent).imageId];
  return ids.filter((id) => id !== '');
}

function LookPicture({ associateId, imageId }: { associateId: string; imageId: string }) {
  const link = usePictureLink(`associates/${associateId}`, imageId);
  if (link === '') return <Skeleton lines={2} />;
  return <img src={link} alt="公開を待っている画像" className="max-h-80 max-w-full rounded-tile" />;
}

function inWords({ kind, content }: Look) {
  if (kind === 'thanks') return thanksInWords(content as ThanksContent);
  if (kind === 'use-report') return reportInWords(content as UseReportContent);
  if (kind === 'associate') return associateInWords(content as AssociateContent);
  const { title, body } = content as ActivityContent;
  return [
    { label: '見出し', value: title },
    { label: '本文', value: body, isMarkdown: true },
  ];
}

type LookField = { label: string; value: string; isMarkdown?: boolean };

/**
 * A draft, field by field: Markdown texts as visitors will see them, without empty fields. `children` are its
 * pictures.
 */
function LookText({ fields, children }: { fields: readonly LookField[]; children: ReactNode }) {
  return (
    <div className="mt-3 space-y-2 rounded-tile bg-cream px-4 py-3">
      <dl className="space-y-2">
        {fields
          .filter(({ value }) => value !== '')
          .map(({ label, value, isMarkdown }) => (
            <div key={label}>
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">
                {isMarkdown ? <DrawnText text={value} /> : <PlainText text={value} />}
              </dd>
            </div>
          ))}
      </dl>
      {children}
    </div>
  );
}

const PlainText = ({ text }: { text: string }) => <p className="whitespace-pre-line">{text}</p>;

/** A rendered Markdown text; its source while the preview is not available. */
function DrawnText({ text }: { text: string }) {
  const { blocks, problem, retry } = useMarkdownPreview(text, previewMarkdown);
  if (blocks) return <RichText blocks={blocks} />;
  if (!problem) return <Skeleton lines={3} />;
  return (
    <>
      <PlainText text={text} />
      <p role="status" className="mt-2 text-sm text-ink-2">
        {problem}
      </p>
      <Button variant="outline" size="small" className="mt-2" onClick={retry}>
        もう一度表示する
      </Button>
    </>
  );
}

type ActionProps = { look: Look; onDone: () => void };
const versionKey = ({ kind, key, tag }: Look) => ({ kind, key, tag });

/** Publishes a reviewed draft, or returns it with a reason. */
export function LookActions({ look, onDone }: ActionProps) {
  const [isReturning, setReturning] = useState(false);
  const publication = useSubmission(
    () => api('/api/office/looks/publish', { body: versionKey(look) }),
    {
      onDone() {
        showToast('公開しました。');
        onDone();
      },
    },
  );
  if (isReturning) {
    return <ReturnForm look={look} onDone={onDone} onCancel={() => setReturning(false)} />;
  }
  return (
    <>
      <SubmitError message={publication.message} />
      <p className="mt-3 flex flex-wrap gap-3">
        <Button
          size="small"
          isBusy={publication.isPending}
          onClick={() => publication.send(undefined)}
        >
          公開する
        </Button>
        <Button variant="outline" size="small" onClick={() => setReturning(true)}>
          差し戻す
        </Button>
      </p>
    </>
  );
}

function ReturnForm({ look, onDone, onCancel }: ActionProps & { onCancel: () => void }) {
  const form = useForm({ schema: SentBack, initial: { ...versionKey(look), reason: '' } });
  const submission = useSubmission((body: SentBack) => api('/api/office/looks/return', { body }), {
    form,
    onDone() {
      showToast('差し戻しました。');
      onDone();
    },
  });
  return (
    <Form form={form} className="mt-3 grid gap-4" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <TextField
        form={form}
        path="reason"
        label="差し戻す理由"
        required
        maxLength={200}
        help="団体の担当者にそのまま表示されます。"
      />
      <SubmitError message={submission.message} />
      <p className="flex flex-wrap gap-3">
        <Button type="submit" size="small" isBusy={submission.isPending}>
          差し戻す
        </Button>
        <Button variant="outline" size="small" onClick={onCancel}>
          やめる
        </Button>
      </p>
    </Form>
  );
}
