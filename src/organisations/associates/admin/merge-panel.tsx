import { useState } from 'react';
import * as z from 'zod/mini';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Disclosure } from '#kit/ui/disclosure.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { line } from '#kit/values/typed-text.ts';
import { formatYen } from '#kit/values/yen.ts';
import { MergeOrder, type MergePreview } from '#organisations/associates/admin-associate.ts';
import type { AskedApproval } from '#people/approvals/approval.ts';
import type { PanelProps } from './panel-props.ts';

const Target = z.object({ into: line('統合先の団体のID', 40) });

/** Merges two records of the same organisation, after showing what will move. */
export function MergePanel(props: PanelProps) {
  const [preview, setPreview] = useState<MergePreview>();
  if (props.associate.mergedInto !== '') return null;
  return (
    <Panel label="重複の統合">
      <Disclosure summary="同じ団体が2つあるとき">
        <div className="grid gap-4">
          <p className="text-sm">
            この団体への寄付・これからお支払いする額・担当者・活動・お礼を、もう一方の団体へ移し、この団体を終了します。認定・契約・口座・ページの文章は移りません。
          </p>
          <TargetForm path={props.path} onPreview={setPreview} />
          {preview && <Preview preview={preview} />}
          {preview && preview.blockers.length === 0 && (
            <ConfirmForm
              key={preview.into.id}
              path={props.path}
              preview={preview}
              onAsked={() => setPreview(undefined)}
            />
          )}
        </div>
      </Disclosure>
    </Panel>
  );
}

function TargetForm({
  path,
  onPreview,
}: {
  path: string;
  onPreview: (preview: MergePreview | undefined) => void;
}) {
  const form = useForm({ schema: Target, initial: { into: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    ({ into }: { into: string }) =>
      api<MergePreview>(`${path}/merge?into=${encodeURIComponent(into)}`),
    { form, onDone: onPreview },
  );
  return (
    <Form
      form={form}
      className="grid gap-3"
      onSubmit={form.submit((target) => {
        onPreview(undefined);
        return submission.send(target);
      })}
    >
      <TextField
        form={form}
        path="into"
        label="統合先の団体のID"
        required
        help="団体のページで、名称のとなりに表示されています"
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      <SubmitError message={submission.message} />
      <Button type="submit" variant="outline" size="small" isBusy={submission.isPending}>
        移るものを確かめる
      </Button>
    </Form>
  );
}

function Preview({ preview }: { preview: MergePreview }) {
  const { into, donations, donationYen, voidedReceipts, blockers } = preview;
  return (
    <div className="grid gap-3">
      <Facts>
        <Fact label="統合先">
          {into.name}（{into.id}）
        </Fact>
        <Fact label="寄付">
          {formatYen(donations)}件・{formatYen(donationYen)}円
        </Fact>
        <Fact label="お申し込み">{formatYen(preview.applications)}件</Fact>
        <Fact label="#mypledge">{formatYen(preview.pledges)}件</Fact>
        <Fact label="担当者">{formatYen(preview.people)}人</Fact>
        <Fact label="活動とお礼">{formatYen(preview.activities + preview.thanks)}件</Fact>
      </Facts>
      {voidedReceipts > 0 && (
        <Notice>
          一年分の証明書{formatYen(voidedReceipts)}
          通は、合計が変わるため無効になります。寄付した方は、まとめ直した証明書を発行できます。
        </Notice>
      )}
      {blockers.map((blocker) => (
        <Notice key={blocker} kind="error" title={blocker} />
      ))}
    </div>
  );
}

function ConfirmForm({
  path,
  preview,
  onAsked,
}: Pick<PanelProps, 'path'> & { preview: MergePreview; onAsked: () => void }) {
  const form = useForm({
    schema: MergeOrder,
    initial: { into: preview.into.id, confirmation: '' },
    onInvalid: showMessage,
  });
  const submission = useSubmission(
    (body: MergeOrder) => api<AskedApproval>(`${path}/merge`, { body }),
    {
      form,
      onDone({ dueAt }) {
        const when = dueAt === null ? 'もう1人が承認すると' : `${formatDateTime(dueAt)}に`;
        showToast(`統合を依頼しました。${when}反映します。`);
        onAsked();
      },
    },
  );
  return (
    <Form form={form} className="grid gap-3" onSubmit={form.submit(submission.send)}>
      <ErrorSummary form={form} />
      <Notice>もう1人が承認すると統合します。統合は元に戻せません。</Notice>
      <TextField
        form={form}
        path="confirmation"
        label={`確認のため「${preview.from.name}」と入力`}
        required
        autoComplete="off"
      />
      <SubmitError message={submission.message} />
      <Button type="submit" size="small" isBusy={submission.isPending}>
        {preview.into.name}への統合を依頼する
      </Button>
    </Form>
  );
}
