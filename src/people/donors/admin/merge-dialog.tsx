import { useState } from 'react';
import { applicationStateFacts } from '#giving/applications/application-state.ts';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { Form } from '#kit/forms/form.tsx';
import { FormButtons } from '#kit/forms/form-buttons.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { ScrollBox } from '#kit/lists/scroll-box.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatPhone } from '#kit/values/phone.ts';
import { formatYen } from '#kit/values/yen.ts';
import type { DonorLine } from '#people/donors/donor.ts';
import { Reasoned } from '#people/donors/donor-changes.ts';
import {
  evidenceLabels,
  type MergePreview,
  type Moving,
  movingLabels,
} from '#people/donors/donor-merge.ts';
import { ReasonField } from './correction-dialog.tsx';

/** Previews and confirms a merge; closed while `from` is undefined. */
export function MergeDialog({
  into,
  from,
  onClose,
  onDone,
}: {
  into: string;
  from: DonorLine | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  // Keeps the preview on the screen while the dialog fades.
  const [shown, setShown] = useState(from);
  if (from && from !== shown) setShown(from);
  return (
    <Dialog
      isOpen={from !== undefined}
      title="2つの記録を統合しますか？"
      shape="wide"
      onClose={onClose}
      onClosed={() => setShown(undefined)}
    >
      {shown && <Preview into={into} fromId={shown.id} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

type PreviewProps = { into: string; fromId: string; onClose: () => void; onDone: () => void };

function Preview({ into, fromId, onClose, onDone }: PreviewProps) {
  const path = `/api/office/donors/${encodeURIComponent(into)}/merge`;
  const { value, problem, reload } = useQuery<MergePreview>(
    `${path}?from=${encodeURIComponent(fromId)}`,
  );
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={8} label="移る記録を読み込んでいます" />;
  return (
    <div className="grid gap-5">
      <div className="grid gap-3 narrow:grid-cols-2">
        <Side title="もとの記録（残りません）" line={value.from} />
        <Side title="統合先の記録" line={value.into} />
      </div>
      <Evidence same={value.same} />
      <Moves preview={value} />
      {value.refusal ? (
        <Notice kind="error" title={value.refusal} />
      ) : (
        <MergeForm path={path} preview={value} onClose={onClose} onDone={onDone} onStale={reload} />
      )}
    </div>
  );
}

function Side({ title, line }: { title: string; line: DonorLine }) {
  return (
    <section className="rounded-tile bg-sand px-4 py-3">
      <h3 className="font-sans text-base font-bold">{title}</h3>
      <Facts>
        <Fact label="お名前">{line.name}</Fact>
        <Fact label="ふりがな">{line.nameKana}</Fact>
        <Fact label="メール">
          <span className="break-all">{line.email}</span>
        </Fact>
        <Fact label="電話番号">{formatPhone(line.tel)}</Fact>
        <Fact label="会員">{line.isGuest ? 'ゲスト' : '登録あり'}</Fact>
      </Facts>
    </section>
  );
}

function Evidence({ same }: Pick<MergePreview, 'same'>) {
  if (same.length === 0) {
    return (
      <Notice kind="error" title="2つの記録に、同じところがありません">
        <p>本当に同じ方か、もう一度お確かめください。</p>
      </Notice>
    );
  }
  return (
    <div>
      <p className="mb-1.5 font-bold">同じところ</p>
      <p className="flex flex-wrap gap-1.5">
        {same.map((one) => (
          <Chip key={one} tone="leaf">
            {evidenceLabels[one]}
          </Chip>
        ))}
      </p>
    </div>
  );
}

function Moves({ preview: { moving, applications, receipts, from } }: { preview: MergePreview }) {
  return (
    <div>
      <p className="mb-1.5 font-bold">移る記録</p>
      <p>
        {(Object.keys(movingLabels) as (keyof Moving)[])
          .map((kind) => `${movingLabels[kind]}${moving[kind]}件`)
          .join('、')}
      </p>
      {applications.length > 0 && (
        <ScrollBox label="移る申し込み" className="mt-2 max-h-52 bg-sand px-4 py-2">
          <ul>
            {applications.map(({ appraisalId, targetName, state, amountYen }) => (
              <li key={appraisalId} className="flex flex-wrap gap-x-3 py-0.5">
                <span className="font-bold tabular-nums">{appraisalId}</span>
                <span>{targetName}</span>
                <span className="text-sm leading-[1.9] text-ink-2">
                  {applicationStateFacts[state].admin}
                  {amountYen !== null && `・${formatYen(amountYen)}円`}
                </span>
              </li>
            ))}
            {receipts.map(({ number, year, amountYen }) => (
              <li key={number} className="flex flex-wrap gap-x-3 py-0.5">
                <span className="font-bold tabular-nums">{number}</span>
                <span>{`受領証明書（${year}年・${formatYen(amountYen)}円）`}</span>
              </li>
            ))}
          </ul>
        </ScrollBox>
      )}
      {!from.isGuest && (
        <p className="mt-2">もとのアカウントはロックされ、すべての端末がログアウトします。</p>
      )}
      <p className="mt-2 text-sm text-ink-2">
        お名前・ご住所・ログインの方法は、統合先のものをそのまま使います。両方のメールアドレスに、まとめた内容をお知らせします。あとから元に戻せます。
      </p>
    </div>
  );
}

function MergeForm({
  path,
  preview,
  onClose,
  onDone,
  onStale,
}: {
  path: string;
  preview: MergePreview;
  onClose: () => void;
  onDone: () => void;
  onStale: () => void;
}) {
  const form = useForm({ schema: Reasoned, initial: { reason: '' }, onInvalid: showMessage });
  const submission = useSubmission(
    ({ reason }: { reason: string }) =>
      api(path, { body: { fromId: preview.from.id, seen: preview.moving, reason } }),
    {
      form,
      onDone() {
        showToast('2つの記録を統合しました。');
        onDone();
      },
    },
  );
  async function send(body: { reason: string }) {
    const outcome = await submission.send(body);
    // Reloads the preview after a conflict.
    if (outcome?.kind === 'refused' && outcome.type === 'Conflict') onStale();
  }
  return (
    <Form form={form} onSubmit={form.submit(send)} className="space-y-5">
      <ErrorSummary form={form} />
      <ReasonField form={form} />
      <FormButtons submission={submission} onCancel={onClose}>
        統合する
      </FormButtons>
    </Form>
  );
}
