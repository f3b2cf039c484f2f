import { useState } from 'react';
import { excerptOf } from '#kit/lists/excerpt.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { maxReplyTemplates, type ReplyTemplate } from '#people/messages/reply-template.ts';
import { TemplateForm } from './template-form.tsx';

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
