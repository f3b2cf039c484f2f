import { useNavigate } from 'react-router';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { NewAssociate } from '#organisations/associates/admin-associate.ts';

export const meta = () => [
  { title: '団体を作る｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Creates an organisation by its name; everything else is edited on its page. */
export default function NewAssociatePage() {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewAssociate,
    initial: { name: '', id: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: NewAssociate) => api<{ id: string }>('/api/office/associates', { body }),
    { form, onDone: ({ id }) => navigate(`/admin/associates/${id}`) },
  );
  return (
    <>
      <BackLink list={{ path: '/admin/associates', label: '団体の一覧' }} />
      <PageHead title="団体を作る" />
      <Panel label="新しい団体">
        <Form form={form} className="grid max-w-2xl gap-6" onSubmit={form.submit(submission.send)}>
          <ErrorSummary form={form} />
          <p>下書きとして作ります。公開するまで、サイトには表示されません。</p>
          <TextField form={form} path="name" label="団体の名称" required maxLength={100} />
          <TextField
            form={form}
            path="id"
            label="団体のID"
            optional
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            help="ページのアドレスになります（例：shiokaze-neko）。あとから変えられません。空欄なら自動で決めます。"
          />
          <SubmitError message={submission.message} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isBusy={submission.isPending}>
              下書きを作る
            </Button>
            <ButtonLink to="/admin/associates" variant="outline">
              やめる
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </>
  );
}
