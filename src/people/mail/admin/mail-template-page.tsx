import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { OptionalAppraisalId } from '#giving/applications/appraisal-number.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { type FormFields, useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { VersionedEditor } from '#kit/versions/versioned-editor.tsx';
import {
  builtInWords,
  isAboutApplication,
  isMailKind,
  type MailKind,
  mailKinds,
} from '#people/mail/mail-kinds.ts';
import {
  type MailPreview,
  type MailPreviewDraft,
  type MailTemplate,
  mailTemplateOf,
  partLabels,
} from '#people/mail/mail-template.ts';
import {
  type MailPart,
  type MailWords,
  mailVariables,
  typedVariables,
} from '#people/mail/words/mail-words.ts';
import type { Route } from './+types/mail-template-page.ts';
import { MailBody } from './mail-body.tsx';
import { kindLabel } from './mail-labels.ts';

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

type PreviewProps = { kind: MailKind; path: string; content: MailTemplate };

const schema = z.strictObject({ appraisalId: OptionalAppraisalId });

/** Previews the mail with real data, and sends a test mail to the operator. */
function TemplatePreview({ kind, path, content }: PreviewProps) {
  const [asked, setAsked] = useState<MailPreviewDraft>({ content, appraisalId: '' });
  const form = useForm({ schema, initial: { appraisalId: '' }, onInvalid: showMessage });
  const { value, problem, isLoading, reload } = useQuery<MailPreview>(
    `${path}/preview ${JSON.stringify(asked)}`,
    (signal) => api(`${path}/preview`, { body: asked, signal }),
  );
  return (
    <div className="space-y-4">
      <Form
        form={form}
        onSubmit={form.submit(({ appraisalId }) => setAsked({ content, appraisalId }))}
        className="flex flex-wrap items-end gap-3"
      >
        {isAboutApplication(kind) && (
          <TextField
            form={form}
            path="appraisalId"
            label="申込番号"
            optional
            help="空のときは、この種類のいちばん新しいメールの内容で表示します"
            autoComplete="off"
          />
        )}
        <Button type="submit" variant="outline" size="small" isBusy={isLoading}>
          いまの文で表示し直す
        </Button>
      </Form>
      {problem && <LoadFailure message={problem.message} onRetry={reload} />}
      {!problem && !value && <Skeleton lines={8} label="プレビューを作っています" />}
      {value && (
        <>
          <Facts>
            <Fact label="もとの内容">{recordWords(value)}</Fact>
            <Fact label="件名">
              <b className="wrap-anywhere">{value.subject}</b>
            </Fact>
          </Facts>
          <MailBody html={value.html} text={value.text} />
        </>
      )}
      <TestMail path={path} content={content} />
    </div>
  );
}

function recordWords({ record, recordName }: MailPreview): string {
  if (record === 'application') return `お申し込み ${recordName}`;
  if (record === 'mail') return `${recordName}に書かれたメール`;
  return '見本（この種類のメールは、まだありません）';
}

function TestMail({ path, content }: Pick<PreviewProps, 'path' | 'content'>) {
  const sending = useSubmission(
    (body: { content: MailTemplate }, idempotencyKey) =>
      api<{ to: string }>(`${path}/test`, { body, idempotencyKey }),
    { onDone: ({ to }) => showToast(`${to}にテストメールを送りました`) },
  );
  return (
    <div>
      <Button
        variant="outline"
        isBusy={sending.isPending}
        onClick={() => sending.send({ content })}
      >
        自分あてにテスト送信
      </Button>
      <p className="mt-1 text-sm text-ink-2">
        いまの文を、見本の内容で、ご自身のメールアドレスにだけ送ります。
      </p>
      <SubmitError message={sending.message} />
    </div>
  );
}

type WordsProps = { form: FormFields; kind: MailKind };

/** The text of a mail: the built-in one to read, or the operator's to edit. */
function TemplateWords({ own, ...props }: WordsProps & { own: MailWords | null }) {
  return own ? <OwnWords {...props} /> : <BuiltInWords {...props} />;
}

function BuiltInWords({ form, kind }: WordsProps) {
  const words = builtInWords(kind);
  return (
    <Panel title="標準の文">
      <dl>
        {partsOf(kind).map((part) => (
          <Fact key={part} label={partLabels[part]} look="line">
            <span className="whitespace-pre-line wrap-anywhere">{words[part] || '（なし）'}</span>
          </Fact>
        ))}
      </dl>
      <p className="mt-4">
        <Button variant="outline" onClick={() => form.setValue('own', words)}>
          この文をもとに書き換える
        </Button>
      </p>
    </Panel>
  );
}

const partHelp: Readonly<Record<MailPart, string>> = {
  opening: '宛名の次に入ります',
  body: '申込番号などの決まった部分の、前か後に入ります',
  closing: 'メールの終わり近くに入ります。空にもできます。',
};

function OwnWords({ form, kind }: WordsProps) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const isRequired = (part: MailPart) => part === 'opening' && builtInWords(kind).opening !== '';

  /** Inserts a placeholder at the last cursor position, else at the end of the first text. */
  function insert(name: string) {
    const path = last.current?.name ?? 'own.opening';
    const text = String(form.valueAt(path) ?? '');
    const at = last.current?.selectionStart ?? text.length;
    const place = `{{${name}}}`;
    form.setValue(path, text.slice(0, at) + place + text.slice(last.current?.selectionEnd ?? at));
    const input = last.current;
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(at + place.length, at + place.length);
    });
  }

  return (
    <Panel
      title="自分の文"
      action={
        <Button variant="quiet" size="small" onClick={() => form.setValue('own', null)}>
          標準の文に戻す
        </Button>
      }
    >
      <fieldset
        className="min-w-0 space-y-6"
        onFocus={({ target }) => {
          const isText =
            target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (isText) last.current = target;
        }}
      >
        <legend className="sr-only">メールの文</legend>
        <TextField form={form} path="own.subject" label={partLabels.subject} required />
        {partsOf(kind).map((part) =>
          part === 'subject' ? null : (
            <TextArea
              key={part}
              form={form}
              path={`own.${part}`}
              label={partLabels[part]}
              required={isRequired(part)}
              help={partHelp[part]}
              rows={part === 'closing' ? 3 : 5}
            />
          ),
        )}
        <Names kind={kind} onInsert={insert} />
      </fieldset>
    </Panel>
  );
}

/** The available placeholders; a press inserts one at the cursor. */
function Names({ kind, onInsert }: { kind: MailKind; onInsert: (name: string) => void }) {
  const { variables } = mailKinds[kind];
  if (variables.length === 0) return <p>このメールで使える差し込みはありません。</p>;
  return (
    <section aria-label="差し込み">
      <p className="font-bold">差し込み</p>
      <p className="text-sm text-ink-2">
        押すと、文の中に入ります。送るときに、その方の内容に置き換わります。
      </p>
      <ul className="mt-2 divide-y divide-dashed divide-line">
        {variables.map((name) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 py-1">
            <Button variant="outline" size="small" onClick={() => onInsert(name)}>
              {`{{${name}}}`}
            </Button>
            <span className="text-sm text-ink-2">
              {mailVariables[name]}
              {typedVariables.includes(name) &&
                '。件名には使えません。確認が済んでいないアドレスには、標準の文を送ります。'}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The editable parts of a kind of mail, in order. */
const partsOf = (kind: MailKind): readonly (keyof MailWords)[] =>
  mailKinds[kind].words.body === undefined
    ? ['subject', 'opening', 'closing']
    : ['subject', 'opening', 'body', 'closing'];
