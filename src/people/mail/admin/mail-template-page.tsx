import { useState } from 'react';
import { PageHead } from '#kit/lists/page-head.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import { builtInWords, isMailKind, type MailKind, mailKinds } from '#people/mail/mail-kinds.ts';
import { type MailTemplate, mailTemplateOf, partLabels } from '#people/mail/mail-template.ts';
import type { Route } from './+types/mail-template-page.ts';
import { kindLabel } from './mail-labels.ts';
import { TemplatePreview } from './template-preview.tsx';
import { TemplateWords } from './template-words.tsx';
import { partsOf } from './words-parts.ts';

export const meta = () => [
  { title: 'メールの文面｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The text of one kind of mail. */
export default function MailTemplatePage({ params }: Route.ComponentProps) {
  const { kind } = params;
  if (isMailKind(kind)) return <TemplateEditor key={kind} kind={kind} />;
  return (
    <EmptyState
      title="メールが見つかりませんでした"
      action={
        <ButtonLink to="/admin/content/mail-templates" variant="outline" size="small">
          メールの文面の一覧へ
        </ButtonLink>
      }
    >
      アドレスをご確認ください。
    </EmptyState>
  );
}

function TemplateEditor({ kind }: { kind: MailKind }) {
  const path = `/api/office/content/mail-templates/${kind}`;
  const [schema] = useState(() => mailTemplateOf(kind));
  const { purpose, recipient } = mailKinds[kind];
  return (
    <>
      <Link
        to="/admin/content/mail-templates"
        className="-mt-2 mb-1 inline-flex min-h-11 items-center gap-1 text-sm font-bold text-coral-dark no-underline hover:underline"
      >
        <Icon name="chevron-left" className="size-4" />
        メールの文面の一覧
      </Link>
      <PageHead title={kindLabel(kind)} />
      <div className="mb-6">
        <Facts>
          <Fact label="目的">{purpose}</Fact>
          <Fact label="届く方">{recipient}</Fact>
        </Facts>
      </div>
      <VersionedEditor<MailTemplate>
        path={path}
        schema={schema}
        inWords={(content) => inWords(kind, content)}
        preview={(content) => <TemplatePreview kind={kind} path={path} content={content} />}
        publishedMessage="公開しました。次に書かれるメールから変わります。"
      >
        {(form) => <TemplateWords form={form} kind={kind} own={form.values.own} />}
      </VersionedEditor>
    </>
  );
}

function inWords(kind: MailKind, { own }: MailTemplate) {
  const words = own ?? builtInWords(kind);
  return [
    { label: '文の種類', value: own ? '自分の文' : '標準の文' },
    ...partsOf(kind).map((part) => ({ label: partLabels[part], value: words[part] })),
  ];
}
