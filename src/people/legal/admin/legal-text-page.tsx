import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { MarkdownField } from '#kit/forms/markdown/markdown-field.tsx';
import type { PreviewMarkdown } from '#kit/forms/markdown/use-markdown-preview.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { FramedTable } from '#kit/ui/framed-table.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import type { Column } from '#kit/ui/table.tsx';
import type { MarkdownPreview } from '#kit/values/text/rich-text-schema.ts';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import {
  type LegalKey,
  legalKeys,
  legalTables,
  legalTexts,
  legalVariables,
} from '#people/legal/legal-text.ts';
import { type ConsentCount, LegalText } from '#people/legal/legal-text-schema.ts';
import type { Route } from './+types/legal-text-page.ts';

export const meta = () => [
  { title: '規約など｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const preview: PreviewMarkdown = async (markdown, signal) => {
  const path = '/api/office/settings/legal/preview';
  return (await api<MarkdownPreview>(path, { body: { markdown }, signal })).blocks;
};

/** One legal text, edited in versions, with the consents per version. */
export default function LegalTextPage({ params }: Route.ComponentProps) {
  const key = legalKeys.find((one) => one === params.key);
  if (!key) {
    return (
      <EmptyState
        title="文面が見つかりませんでした"
        action={
          <ButtonLink to="/admin/settings/legal" variant="outline" size="small">
            規約などの一覧へ
          </ButtonLink>
        }
      >
        アドレスをご確認ください。
      </EmptyState>
    );
  }
  return <LegalEditor key={key} textKey={key} />;
}

function LegalEditor({ textKey }: { textKey: LegalKey }) {
  return (
    <>
      <BackLink list={{ path: '/admin/settings/legal', label: '規約などの一覧' }} />
      <PageHead title={legalTexts[textKey].label} />
      <VersionedEditor
        path={`/api/office/settings/legal/${textKey}`}
        schema={LegalText}
        inWords={({ title, body }) => [
          { label: '題名', value: title },
          { label: '本文', value: body },
        ]}
        mayHoldLater
        hasDelivered
      >
        {(form) => (
          <Panel title="文面">
            <div className="space-y-6">
              <TextField form={form} path="title" label="題名" required maxLength={60} />
              <MarkdownField
                form={form}
                path="body"
                label="本文"
                required
                rows={24}
                help="条ごとに「# 」の見出しを付けます。条の番号は自動で付きます。"
                preview={preview}
              />
              <Words textKey={textKey} />
            </div>
          </Panel>
        )}
      </VersionedEditor>
      <div className="mt-8">
        <Panel title="同意の記録">
          <ConsentCounts textKey={textKey} />
        </Panel>
      </div>
    </>
  );
}

/** The placeholders that are replaced when the text is shown. */
function Words({ textKey }: { textKey: LegalKey }) {
  return (
    <Disclosure summary="置き換わる言葉の一覧">
      <p className="text-sm">
        本文に次のように書くと、表示するときに、いまの内容に置き換わります。
      </p>
      <WordList words={legalVariables} />
      {textKey === 'privacy' && (
        <>
          <p className="mt-4 text-sm">
            次の言葉だけの段落は、製品の動きに合わせた表になります。書かなかった表は、終わりに付きます。
          </p>
          <WordList words={legalTables} />
        </>
      )}
    </Disclosure>
  );
}

const WordList = ({ words }: { words: Readonly<Record<string, string>> }) => (
  <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm narrow:grid-cols-[auto_1fr]">
    {Object.entries(words).map(([name, meaning]) => (
      <div key={name} className="contents">
        <dt className="font-mono max-narrow:mt-1">{`{{${name}}}`}</dt>
        <dd className="text-ink-2">{meaning}</dd>
      </div>
    ))}
  </dl>
);

const count = (value: number) => value.toLocaleString('ja-JP');
const columns: Column<ConsentCount>[] = [
  { label: '版', isRowHeader: true, cell: ({ version }) => versionLabel(version) },
  { label: '会員登録で同意', cell: ({ members }) => `${count(members)}人` },
  { label: 'お申し込みで同意', cell: ({ applications }) => `${count(applications)}件` },
  { label: 'マイページでお知らせ', cell: ({ told }) => `${count(told)}人` },
];

/** The number of consents per version. */
function ConsentCounts({ textKey }: { textKey: LegalKey }) {
  const { value, problem, reload } = useQuery<ConsentCount[]>(
    `/api/office/settings/legal/${textKey}/consents`,
  );
  if (problem && !value) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={3} />;
  if (value.length === 0) return <p>まだ記録はありません。</p>;
  return (
    <FramedTable
      caption="版ごとの同意の数"
      columns={columns}
      rows={value}
      rowKey={({ version }) => String(version)}
    />
  );
}

const versionLabel = (number: number): string => (number === 0 ? 'はじめの文面' : `第${number}版`);
