import { useNavigate } from 'react-router';
import { campaignKey, NewCampaign } from '#giving/campaigns/campaign-content.ts';
import { send } from '#kit/client/send.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { jstDay } from '#kit/values/timestamp.ts';

export const meta = () => [
  { title: '特集を作る｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** Creates a campaign as a draft at its own address. */
export default function NewCampaignScreen() {
  const navigate = useNavigate();
  const form = useForm({
    schema: NewCampaign,
    initial: { title: '', token: '', startsOn: '', endsOn: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: NewCampaign) => send('POST /api/office/campaigns', { body }),
    { form, onDone: ({ key }) => navigate(`/admin/campaigns/${key}`, { replace: true }) },
  );
  const { token, startsOn } = form.values;
  const year = Number((startsOn || jstDay(new Date())).slice(0, 4));
  const address = campaignKey({ year, token: token || '…' });
  return (
    <>
      <BackLink list={{ path: '/admin/campaigns', label: '特集の一覧' }} />
      <PageHead title="特集を作る" />
      <Panel label="新しい特集">
        <Form form={form} onSubmit={form.submit(submission.send)} className="space-y-6">
          <ErrorSummary form={form} />
          <TextField form={form} path="title" label="題名" required />
          <div className="grid gap-6 narrow:grid-cols-2">
            <TextField form={form} path="startsOn" type="date" label="始まりの日" required />
            <TextField form={form} path="endsOn" type="date" label="終わりの日" required />
          </div>
          <TextField
            form={form}
            path="token"
            label="アドレスの文字"
            help={`半角の英数字で。ページのアドレスは /campaign/${address.replace(':', '/')} になり、あとから変えられません。`}
            required
          />
          <SubmitError message={submission.message} />
          <Button type="submit" isBusy={submission.isPending}>
            下書きを作る
          </Button>
        </Form>
      </Panel>
    </>
  );
}
