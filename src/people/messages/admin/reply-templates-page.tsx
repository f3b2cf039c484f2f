import { useState } from 'react';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { RemoveButton } from '#kit/versions/remove-button.tsx';
import {
  fillTemplate,
  maxReplyTemplates,
  type ReplyTemplate,
  ReplyTemplateDraft,
  templateVariables,
} from '#people/messages/reply-template.ts';

const path = '/api/office/reply-templates';
const sample = { name: '髙橋 花子', referenceNumber: 'TC-1234-5678', appraisalId: 'TS-1234-5678' };
const places = Object.entries(templateVariables)
  .map(([name, label]) => `{{${name}}}（${label}）`)
  .join('、');

/** Creates or edits a template; shows what a colleague changed meanwhile. */
export function TemplateForm({
  template,
  onDone,
  onClose,
}: {
  /** Undefined for a new one. */
  template?: ReplyTemplate;
  onDone: () => void;
  onClose: () => void;
}) {
  const { name = '', body = '' } = template ?? {};
  const form = useForm({
    schema: ReplyTemplateDraft,
    initial: { name, body },
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<ReplyTemplate>();
  const done = (words: string) => () => {
    showToast(words);
    onDone();
    onClose();
  };
  const version = (newer ?? template)?.version;
  const saving = useSubmission(
    (draft: ReplyTemplateDraft) =>
      template
        ? api<ReplyTemplate>(`${path}/${template.id}`, { body: draft, ifMatch: `"${version}"` })
        : api<ReplyTemplate>(path, { body: draft }),
    { form, onDone: done('定型文を保存しました。') },
  );
  async function save(draft: ReplyTemplateDraft) {
    const outcome = await saving.send(draft);
    if (!template || outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await api<ReplyTemplate>(`${path}/${template.id}`).catch(() => undefined));
  }
  function keepStored() {
    if (!newer) return;
    form.setValue('name', newer.name);
    form.setValue('body', newer.body);
    onDone();
    setNewer(undefined);
  }
  const { values } = form;
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && (
        <VersionChoice
          fields={[
            { label: '名前', mine: values.name, stored: newer.name },
            { label: '本文', mine: values.body, stored: newer.body },
          ]}
          isPending={saving.isPending}
          onKeepStored={keepStored}
        />
      )}
      <TextField form={form} path="name" label="名前" required help="一覧で選ぶときの名前です" />
      <TextArea
        form={form}
        path="body"
        label="本文"
        required
        rows={8}
        help={`差し込み：${places}`}
      />
      <section aria-label="差し込んだ例">
        <p className="text-sm text-ink-2">差し込んだ例</p>
        <p className="rounded-lg border border-line bg-white p-4 whitespace-pre-wrap wrap-anywhere">
          {fillTemplate(values.body, sample)}
        </p>
      </section>
      <SubmitError message={newer ? undefined : saving.message} />
      <div className="flex flex-wrap justify-between gap-3">
        {template ? (
          <RemoveButton
            path={`${path}/${template.id}`}
            version={version}
            onDone={done('定型文を削除しました。')}
          />
        ) : (
          <span />
        )}
        {!newer && (
          <Button type="submit" isBusy={saving.isPending}>
            保存する
          </Button>
        )}
      </div>
    </Form>
  );
}

export const meta = () => [
  { title: '返信の定型文｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<ReplyTemplate> = {
  path: '/admin/reply-templates',
  api: '/api/office/reply-templates',
  rowKey: ({ id }) => id,
};

const look: ListDisplay<ReplyTemplate> = {
  title: '返信の定型文',
  pageSize: maxReplyTemplates,
  csv: '/api/office/reply-templates.csv',
  columns: (links) => [
    {
      label: '名前',
      isRowHeader: true,
      cell: ({ id, name }) => <RowLink {...links.entry(id)}>{name}</RowLink>,
    },
    { label: '本文', cell: ({ body }) => excerptOf(body) },
  ],
  card: ({ id, name, body }, links) => (
    <>
      <RowLink {...links.entry(id)}>{name}</RowLink>
      <p className="text-sm text-ink-2">{excerptOf(body)}</p>
    </>
  ),
  empty: () => ({
    title: '定型文はまだありません',
    advice: 'よく書くお返事を残しておくと、返信の画面で選んで使えます。',
  }),
};

/** Templates for frequent replies. */
export default function ReplyTemplatesPage() {
  const list = useList(source);
  const [isNew, setNew] = useState(false);
  return (
    <>
      <PageHead title="返信の定型文">
        <Button size="small" onClick={() => setNew(true)}>
          定型文を作る
        </Button>
      </PageHead>
      <Panel label="返信の定型文の一覧">
        <ListScreen
          list={list}
          look={look}
          details={{
            title: '定型文を直す',
            of: (id, template) =>
              template && (
                <TemplateForm
                  key={id}
                  template={template}
                  onDone={list.onChanged}
                  onClose={list.close}
                />
              ),
          }}
        />
      </Panel>
      <Dialog isOpen={isNew} title="定型文を作る" shape="wide" onClose={() => setNew(false)}>
        <TemplateForm onDone={list.reload} onClose={() => setNew(false)} />
      </Dialog>
    </>
  );
}
