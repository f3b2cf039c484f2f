import { useState } from 'react';
import { takeBackMinutes } from '#giving/applications/take-back.ts';
import { api } from '#kit/client/api.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { TextArea } from '#kit/forms/fields/text-area.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { refreshMenuCounts } from '#kit/lists/use-menu-counts.ts';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, formatDateTime } from '#kit/values/timestamp.ts';
import {
  type BoxException,
  type BoxExceptionDraft,
  BoxExceptionEdit,
  type Colleague,
  exceptionEndings,
  exceptionKinds,
} from '#warehouse/intake/box-exception.ts';
import { ExceptionFields } from './exception-fields.tsx';

const draftOf = (exception: BoxException): BoxExceptionEdit => ({
  kind: exception.kind,
  appraisalId: exception.appraisalId,
  place: exception.place,
  reason: exception.reason,
  imageIds: exception.pictures.map(({ imageId }) => imageId),
  ownerUid: exception.owner.uid,
  dueOn: exception.dueOn,
  ending: exception.ending,
  endingNote: exception.endingNote,
  endingReason: '',
});

/** The fields of an exception as text, for comparing two versions. */
const textFields: { label: string; of: (draft: BoxExceptionDraft) => string }[] = [
  { label: '種類', of: ({ kind }) => exceptionKinds[kind] },
  { label: '申込番号', of: ({ appraisalId }) => appraisalId },
  { label: '置き場所', of: ({ place }) => place },
  { label: '詳しい理由', of: ({ reason }) => reason },
  { label: '写真', of: ({ imageIds }) => `${imageIds.length}枚` },
  { label: '期限', of: ({ dueOn }) => (dueOn ? formatDate(dueOn) : '') },
  {
    label: 'どうなったか',
    of: ({ ending }) => (ending === '' ? '対応中' : exceptionEndings[ending]),
  },
  { label: 'どうなったかのメモ', of: ({ endingNote }) => endingNote },
];

/** Edits and closes an exception; shows what a colleague changed meanwhile. */
export function ExceptionForm({
  exception,
  colleagues,
  onSaved,
}: {
  exception: BoxException;
  colleagues: readonly Colleague[];
  onSaved: (exception: BoxException) => void;
}) {
  const path = `/api/office/intake/exceptions/${encodeURIComponent(exception.id)}`;
  const form = useForm({
    schema: BoxExceptionEdit,
    initial: draftOf(exception),
    onInvalid: showMessage,
  });
  const [newer, setNewer] = useState<BoxException>();
  const { version } = newer ?? exception;
  const saving = useSubmission(
    (body: BoxExceptionEdit) => api<BoxException>(path, { body, ifMatch: `"${version}"` }),
    {
      form,
      onDone(saved) {
        refreshMenuCounts();
        showToast('保存しました。');
        onSaved(saved);
      },
    },
  );
  async function save(draft: BoxExceptionEdit) {
    const outcome = await saving.send(draft);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(await api<BoxException>(path).catch(() => undefined));
  }
  const stored = newer && draftOf(newer);
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {newer && stored && (
        <>
          <p role="status">
            {`${formatDateTime(newer.changedAt)}に${newer.changedByName}さんが変更しています。`}
          </p>
          <VersionChoice
            fields={[
              ...textFields.map(({ label, of }) => ({
                label,
                mine: of(form.values),
                stored: of(stored),
              })),
              {
                label: '担当者',
                mine: form.values.ownerUid === newer.owner.uid ? newer.owner.name : '選んだ人',
                stored: newer.owner.name,
              },
            ]}
            isPending={saving.isPending}
            onKeepStored={() => onSaved(newer)}
          />
        </>
      )}
      <ExceptionFields form={form} colleagues={colleagues} owner={exception.owner} hasEnding />
      {exception.ended && form.values.ending !== exception.ending && (
        <TextArea
          form={form}
          path="endingReason"
          label="どうなったかを直す理由"
          optional
          rows={2}
          maxLength={500}
          help={`運営の記録に残ります。終えてから${takeBackMinutes}分を過ぎたら、書いてください。`}
        />
      )}
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <Button type="submit" isBusy={saving.isPending}>
          保存する
        </Button>
      )}
    </Form>
  );
}
